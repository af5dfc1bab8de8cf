"""The hash of a row stands for all that the row is, and for all rows before it."""

import pytest

from quartett.server.store.chain import Link, check, link, links
from quartett.server.store.store import DamagedError, StoredRow

ROW = StoredRow("table", 1, 2, b'{"seat":0}')
BEFORE = link(b"", StoredRow("table", 1, 1, b"{}"))


@pytest.mark.parametrize(
    "other",
    [
        StoredRow("another", 1, 2, ROW.entry),
        StoredRow("table", 2, 2, ROW.entry),
        StoredRow("table", 1, 3, ROW.entry),
        StoredRow("table", 1, 2, b'{"seat":1}'),
        StoredRow("table", 12, 2, ROW.entry),
        StoredRow("table", 1, 22, ROW.entry),
    ],
)
def test_table_match_number_and_entry_all_count(other: StoredRow) -> None:
    assert link(BEFORE, other) != link(BEFORE, ROW)


def test_whatever_came_before_counts() -> None:
    assert link(b"", ROW) != link(BEFORE, ROW)
    rows = [StoredRow("table", 1, number, b"%d" % number) for number in range(4)]
    changed = [StoredRow("table", 1, 0, b"other"), *rows[1:]]
    assert not set(links(b"", rows)) & set(links(b"", changed))


def stored(table: str, match: int, first: int = 0) -> list[Link]:
    """Three rows as they were written at a table."""
    rows = [StoredRow(table, match, first + number, b"%d" % number) for number in range(3)]
    return [
        Link(row.match, row.number, row.entry, hash)
        for row, hash in zip(rows, links(b"", rows), strict=True)
    ]


def test_rows_are_taken_where_they_were_written() -> None:
    assert [row.entry for row in check("table", b"", 0, stored("table", 1))] == [b"0", b"1", b"2"]


@pytest.mark.parametrize(
    "moved",
    [
        ("another", stored("table", 1)),
        ("table", [each._replace(match=2) for each in stored("table", 1)]),
        ("table", [each._replace(number=each.number - 5) for each in stored("table", 1, 5)]),
    ],
    ids=["to another table", "to another match", "to other numbers"],
)
def test_rows_that_were_moved_elsewhere_are_noticed(moved: tuple[str, list[Link]]) -> None:
    table, rows = moved
    with pytest.raises(DamagedError, match="not as written"):
        check(table, b"", 0, rows)
