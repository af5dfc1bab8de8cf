"""Parsing at the edge: JSON values become typed structs, or a FormatError that names the field."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Any, TypeAlias, TypeVar, overload

import msgspec

from quartett.core.errors import FormatError

T = TypeVar("T")

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

MAX_BYTES = 1 << 20
"""The largest document that is read."""


MARKS = {BOM_UTF8: "UTF-8", BOM_UTF16_LE: "UTF-16", BOM_UTF16_BE: "UTF-16"}
"""The byte order mark, which some editors add and RFC 8259 forbids."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of input types: options, actions, positions. Unknown keys are refused."""


class Move(Form, frozen=True, tag_field="type", gc=False):
    """The base of actions: each kind carries its own `tag`."""


@overload
def parse(kind: type[T], data: object, what: str) -> T: ...
@overload
def parse(kind: object, data: object, what: str) -> Any: ...  # a union is not a `type` for mypy
def parse(kind: object, data: object, what: str) -> Any:
    """The JSON values `data` as a `kind`, or FormatError naming `what` and the field."""
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise FormatError(f"{what}: {_plain(error)}") from None
    except UnicodeError:
        raise FormatError(f"{what}: not Unicode text") from None


def plain(value: object, what: str) -> Any:  # JSON values of any shape
    """A value, typed ones inside it included, as JSON values; FormatError where it has none."""
    try:
        return msgspec.to_builtins(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise FormatError(f"{what}: {_plain(error)}") from None


def parse_json(text: bytes | str) -> Any:  # whatever the document holds
    """The JSON values of a document of at most `MAX_BYTES`."""
    if not isinstance(text, bytes | str):
        raise FormatError(f"a document is bytes or str, not {type(text).__name__}")
    if len(text) > MAX_BYTES:
        raise FormatError("larger than 1 MiB")
    if not text.strip():
        raise FormatError("not JSON: empty")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        why = _marked(text) or _halved(text) or _plain(error)
        raise FormatError(f"not JSON: {why}") from None


def _marked(text: bytes | str) -> str | None:
    """The error for a byte order mark."""
    start = text[:3].encode(errors="replace") if isinstance(text, str) else text[:3]
    found = next((name for mark, name in MARKS.items() if start.startswith(mark)), None)
    return found and f"it begins with a byte order mark of {found}; write it as UTF-8 without one"


def _halved(text: bytes | str) -> str | None:
    """The error for an unpaired surrogate."""
    import json  # hardly ever needed

    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        return f"{half} is one half of a surrogate pair, and its other half is missing"
    except (ValueError, RecursionError):
        return None
    return None


def _plain(error: Exception) -> str:
    """An error in words: the path first, without the `$` of the path language."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    message, _, path = str(error).partition(" - at `")
    field = path.rstrip("`").removeprefix("$").removeprefix(".")
    return f"`{field}`: {message}" if field else message
