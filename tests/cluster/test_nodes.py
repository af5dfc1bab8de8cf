"""A node's address: a balancer finds the node by its path, and the node takes the path apart."""

import pytest

from quartett.core.errors import FormatError
from quartett.server.cluster.node import Node, check_node_url, new_node, successor, unpinned


@pytest.mark.parametrize(
    ("path", "root", "pin", "without"),
    [
        ("/node/a/api/x", "", "/node/a", "/api/x"),
        ("/api/x", "", None, "/api/x"),
        ("/cards/node/a/api/x", "/cards", "/cards/node/a", "/cards/api/x"),
        ("/cards/api/x", "/cards", None, "/cards/api/x"),
        ("/node/a/api/x", "/cards", "/cards/node/a", "/api/x"),
        ("/cardsnode/a/x", "/cards", None, "/cardsnode/a/x"),
    ],
)
def test_a_path_is_taken_apart(path: str, root: str, pin: str | None, without: str) -> None:
    assert unpinned(path, root) == (pin, without)


@pytest.mark.parametrize(
    ("url", "root"),
    [
        ("http://host/node/a", ""),
        ("https://host:8000/node/a/", ""),
        ("http://host/cards/node/a", "/cards"),
    ],
)
def test_an_address_that_names_the_node_is_taken(url: str, root: str) -> None:
    check_node_url(url, root)


@pytest.mark.parametrize(
    ("url", "root"),
    [
        ("", ""),
        ("ftp://host/node/a", ""),
        ("http:///node/a", ""),
        ("http://host/node/a?b", ""),
        ("http://[/node/a", ""),
        ("http://host/", ""),
        ("http://host/node/a", "/cards"),
    ],
)
def test_an_address_by_which_no_balancer_finds_a_node_is_refused(url: str, root: str) -> None:
    with pytest.raises(FormatError, match="--node-url"):
        check_node_url(url, root)


def test_everybody_finds_the_same_successor_and_few_tables_move_to_a_new_node() -> None:
    nodes = [Node(f"n{number}", "http://host/node/a") for number in range(4)]
    tables = [f"t{number}" for number in range(400)]
    before = {table: successor(table, nodes) for table in tables}
    assert before == {table: successor(table, nodes[::-1]) for table in tables}
    assert {node.id for node in before.values() if node} == {node.id for node in nodes}
    more = [*nodes, new_node("http://host/node/b")]
    moved = [table for table in tables if successor(table, more) != before[table]]
    assert all(successor(table, more) == more[-1] for table in moved)
    assert 0 < len(moved) < 200
    assert successor("any", []) is None
