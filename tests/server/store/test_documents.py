"""What a table's row says of its document, for lists and for deleting what nobody touched."""

from msgspec.structs import replace

from quartett.server.store.documents import Deal, Person, TableDocument, from_stored, to_stored

DOCUMENT = TableDocument(
    id="any",
    game="jericho",
    name="A table",
    host="a",
    people={
        "a": Person("Anna", ("anna's", "shared")),
        "b": Person("Ben", ("ben's", "shared", "ben's phone")),
        "c": Person("Cleo"),
    },
    places=(),
    deal=Deal("secret", "commitment"),
    status="waiting",
    public=True,
    created_at=1,
    updated_at=7,
)


def test_a_row_names_every_browser_of_everybody_once() -> None:
    assert to_stored(DOCUMENT).browsers == ("anna's", "shared", "ben's", "ben's phone")


def test_a_row_has_the_documents_state_and_date() -> None:
    stored = to_stored(replace(DOCUMENT, status="closed", updated_at=99, public=False))
    assert (stored.id, stored.game) == ("any", "jericho")
    assert (stored.status, stored.public, stored.updated_at) == ("closed", False, 99)


def test_a_row_gives_its_document_back() -> None:
    assert from_stored(to_stored(DOCUMENT)) == DOCUMENT
