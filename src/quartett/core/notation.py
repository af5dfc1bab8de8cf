"""Positions and actions in one line of text, as chess has FEN and SAN; every line is read back.

    jericho phase=play turn=0 seats=[(hand=[r3,T]),(),()]
    wall r3

A position names the game, its options in brackets where they are not the usual ones, and each
field of the state that is not as usual. `[…]` is a list, `(…)` holds named fields, `-` is nothing,
`+` is yes and `!` is no. Cards have the short names of `Game.short_names`; in words, `~` stands for
a space, and whatever else has a meaning here is percent-encoded.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NoReturn

import msgspec

from quartett.core.errors import MAX_WORD, FormatError
from quartett.core.forms import MAX_BYTES, Json
from quartett.core.texts import shortened

MAX_DEPTH = 8
"""How deep lists may stand in each other; no game needs half of it."""

Short = Mapping[str, str]
"""The short name of each card that has one."""

_TOKEN = re.compile(r"[\[\](),= ]|[^\[\](),= ]+")
_SPECIAL = re.compile(r"[\[\](),=%~]|[^\x21-\x7e]")
_NUMBER = re.compile(r"-?\d{1,18}")
_FIXED = {"-": None, "+": True, "!": False}


def write_fields(struct: object, short: Short) -> list[str]:
    """The fields of a struct that are not as usual, as `name=value`."""
    found = []
    assert isinstance(struct, msgspec.Struct)
    for each in msgspec.structs.fields(struct):
        value = getattr(struct, each.name)
        usual = each.default
        if each.default_factory is not msgspec.NODEFAULT:
            usual = each.default_factory()
        if value != usual or type(value) is not type(usual):
            found.append(f"{each.encode_name}={_value(value, short)}")
    return found


def read_position(text: str, short_of: Callable[[str], Short]) -> tuple[str, Json, Json]:
    """The game, the options and the state that a line names; FormatError where it does not."""
    reader = _Reader(text, "position")
    name = reader.word()
    reader.understand(short_of(name))
    options = reader.named() if reader.next_is("(") else {}
    state: Json = {}
    while reader.next_is(" "):
        reader.take(" ")
        reader.field(state)
    reader.end()
    return name, options, state


def write_action(action: object, short: Short) -> str:
    """An action as one line of text: its type, then its fields in order."""
    fields: Json = msgspec.to_builtins(action)
    kind = fields.pop("type")
    return " ".join([_word(kind), *(_value(each, short) for each in fields.values())])


def read_action(text: str, kinds: Sequence[type[msgspec.Struct]], short: Short) -> Json:
    """The action of one of these kinds that a line describes, as JSON values."""
    reader = _Reader(text, "action")
    name = reader.word()
    reader.understand(short)
    values = list(reader.rest())
    kind = next((each for each in kinds if each.__struct_config__.tag == name), None)
    fields = () if kind is None else kind.__struct_encode_fields__
    if kind is not None and len(values) > len(fields):
        raise FormatError(f"action: `{name}` has {len(fields)} fields, not {len(values)}")
    return {"type": name, **dict(zip(fields, values, strict=False))}


def _value(value: object, short: Short) -> str:
    if isinstance(value, msgspec.Struct):
        return f"({','.join(write_fields(value, short))})"
    if isinstance(value, Mapping):
        pairs = (f"{_word(str(key))}={_value(each, short)}" for key, each in value.items())
        return f"({','.join(pairs)})"
    if isinstance(value, list | tuple):
        return f"[{','.join(_value(each, short) for each in value)}]"
    if value is None or isinstance(value, bool):
        return next(sign for sign, each in _FIXED.items() if each is value)
    if isinstance(value, int):
        return str(value)
    return _said(str(value), short)


def _said(text: str, short: Short) -> str:
    if text in short:
        return short[text]
    word = _word(text)
    if word in short.values() or word in _FIXED or _NUMBER.fullmatch(word):
        return f"%{ord(word[0]):02X}{word[1:]}"  # as it stands it would mean something else
    return word


def _word(text: str) -> str:
    return _SPECIAL.sub(_escaped, text) or "%"


def _escaped(found: re.Match[str]) -> str:
    letter = found[0]
    if letter == " ":
        return "~"
    return "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "surrogatepass"))


def _plain_word(word: str, what: str) -> str:
    """What a word says; FormatError where an escape in it is none."""
    if "%" not in word:
        return word.replace("~", " ")
    if word == "%":
        return ""
    parts = re.split(r"%([0-9A-Fa-f]{2})", word.replace("~", " "))
    if any("%" in part for part in parts[::2]):
        raise FormatError(f"{what}: {shortened(repr(word), MAX_WORD)} has a % without a number")
    text = b"".join(
        bytes.fromhex(part) if at % 2 else part.encode("utf-8", "surrogatepass")
        for at, part in enumerate(parts)
    )
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise FormatError(f"{what}: {shortened(repr(word), MAX_WORD)} is not Unicode") from None


class _Reader:
    """Goes through a line from left to right."""

    def __init__(self, text: str, what: str) -> None:
        self._what = what
        if len(text) > MAX_BYTES:
            raise FormatError(f"{what}: larger than 1 MiB")
        self._tokens: list[str] = _TOKEN.findall(text.strip())
        self._at = 0
        self._cards: Mapping[str, str] = {}

    def understand(self, short: Short) -> None:
        """Read short names of cards from here on."""
        self._cards = {each: card for card, each in short.items()}

    def next_is(self, sign: str) -> bool:
        """Whether this sign comes next."""
        return self._at < len(self._tokens) and self._tokens[self._at] == sign

    def take(self, sign: str) -> None:
        """Go past a sign."""
        if not self.next_is(sign):
            self._refuse(f"`{sign}` expected")
        self._at += 1

    def word(self) -> str:
        """The next word, in full."""
        return _plain_word(self._raw(), self._what)

    def rest(self) -> Iterator[object]:
        """The values to the end, a space before each."""
        while self.next_is(" "):
            self.take(" ")
            yield self._value(0)
        self.end()

    def field(self, into: Json, depth: int = 0) -> None:
        """One `name=value`."""
        name = self.word()
        if name in into:
            self._refuse(f"`{shortened(name, MAX_WORD)}` is there twice")
        self.take("=")
        into[name] = self._value(depth)

    def named(self, depth: int = 0) -> Json:
        """Fields in round brackets."""
        self.take("(")
        found: Json = {}
        while not self.next_is(")"):
            if found:
                self.take(",")
            self.field(found, depth + 1)
        self.take(")")
        return found

    def end(self) -> None:
        """Refuse whatever is left."""
        if self._at < len(self._tokens):
            self._refuse("nothing more expected")

    def _value(self, depth: int) -> object:
        if depth > MAX_DEPTH:
            self._refuse("nested too deeply")
        if self.next_is("("):
            return self.named(depth + 1)
        if not self.next_is("["):
            return self._single()
        self.take("[")
        found: list[object] = []
        while not self.next_is("]"):
            if found:
                self.take(",")
            found.append(self._value(depth + 1))
        self.take("]")
        return found

    def _single(self) -> object:
        raw = self._raw()
        if raw in _FIXED:
            return _FIXED[raw]
        if _NUMBER.fullmatch(raw):
            return int(raw)
        return self._cards.get(raw) or _plain_word(raw, self._what)

    def _raw(self) -> str:
        if self._at >= len(self._tokens) or self._tokens[self._at] in "[](),= ":
            self._refuse("a word expected")
        self._at += 1
        return self._tokens[self._at - 1]

    def _refuse(self, why: str) -> NoReturn:
        read = "".join(self._tokens[: self._at])[-MAX_WORD:]
        raise FormatError(f"{self._what}: {why} after {read!r}")
