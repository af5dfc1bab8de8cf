"""The longest texts that the protocol takes, written down: no limit moves by accident."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.inspect import StrType, StructType, Type, UnionType, type_info

from quartett.protocol.messages import ClientMessage, Contribute, Hello, Say

LONGEST = {
    ("Hello", "token"): 300,
    ("Act", "id"): 40,
    ("Undo", "id"): 40,
    ("Draft", "id"): 40,
    ("WantHint", "id"): 40,
    ("Say", "phrase"): 40,
    ("Say", "text"): 300,
    ("Contribute", "text"): 64,
}


def _strings(kind: Type) -> Iterator[int | None]:
    if isinstance(kind, StrType):
        yield kind.max_length
    elif isinstance(kind, UnionType):
        for each in kind.types:
            yield from _strings(each)


def test_every_text_that_a_client_sends_has_its_limit() -> None:
    messages = type_info(ClientMessage)
    assert isinstance(messages, UnionType)
    assert {
        (message.cls.__name__, field.encode_name): limit
        for message in messages.types
        if isinstance(message, StructType)
        for field in message.fields
        for limit in _strings(field.type)
    } == LONGEST


@pytest.mark.parametrize(("kind", "field"), [(Say, "text"), (Hello, "token"), (Contribute, "text")])
def test_a_text_of_just_that_length_is_taken_and_no_longer_one(kind: type, field: str) -> None:
    longest = LONGEST[kind.__name__, field]

    def message(length: int) -> bytes:
        told = {"type": kind.__name__.lower(), field: "ä" * length}
        return msgspec.json.encode({"protocol": 1, **told} if kind is Hello else told)

    assert isinstance(msgspec.json.decode(message(longest), type=ClientMessage), kind)
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(message(longest + 1), type=ClientMessage)
