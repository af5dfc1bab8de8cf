"""What is generated from the types is complete and not stale."""

from pathlib import Path

import msgspec

from quartett.core.texts import LANGUAGES
from quartett.server.http.openapi import openapi, socket_schema
from quartett.server.refusals import server_texts
from typescript import types

ROOT = Path(__file__).parents[2]


def test_the_browsers_types_are_those_of_the_server() -> None:
    committed = (ROOT / "web/src/lib/api/types.ts").read_text()
    assert committed == types(), "run scripts/types"


def test_every_operation_says_what_it_takes_and_gives() -> None:
    document = msgspec.json.decode(openapi())
    for path in document["paths"].values():
        for method, operation in path.items():
            assert operation["summary"]
            assert ("requestBody" in operation) == (method == "post")
            assert "4XX" in operation["responses"]


def test_the_sockets_schema_names_every_message() -> None:
    schema = msgspec.json.decode(socket_schema())["$defs"]
    assert {"hello", "act", "catch_up"} <= set(schema["FromClient"]["discriminator"]["mapping"])
    assert {"snapshot", "events", "ack"} <= set(schema["FromServer"]["discriminator"]["mapping"])


def test_the_server_speaks_six_languages() -> None:
    english = server_texts("en")
    for language in LANGUAGES:
        texts = server_texts(language)
        assert texts.keys() == english.keys()
        assert all(texts.values())
        for key, text in english.items():
            fields = {part.split("}")[0] for part in text.split("{")[1:]}
            assert fields == {part.split("}")[0] for part in texts[key].split("{")[1:]}, key
