"""What a left-out field means and what a field may hold is written down; neither moves by accident.

Defaults are left out of messages and documents, so a message of another version, or a document that
was stored long ago, means what the default was then. Where a change is meant, and to write down new
fields, write the file anew:

    PYTHONPATH=tests .venv/bin/python tests/server/test_defaults.py
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import msgspec

from quartett import protocol
from quartett.server.store import documents

GOLDEN = Path(__file__).with_name("defaults.txt")


def structs() -> list[type[msgspec.Struct]]:
    """Every type of the protocol and of what is stored of a table."""
    names = [each.name for each in iter_modules(protocol.__path__, "quartett.protocol.")]
    modules = [*map(import_module, names), documents]
    return [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each.__module__ == module.__name__
        and not getattr(each, "__parameters__", ())
    ]


def written() -> Iterator[str]:
    """A line for each field: what it may hold, and what it is where it is left out."""
    for kind in sorted(structs(), key=lambda each: (each.__module__, each.__name__)):
        for field in msgspec.structs.fields(kind):
            default = field.default
            if field.default_factory is not msgspec.NODEFAULT:
                default = field.default_factory()
            what = msgspec.inspect.type_info(field.type)
            said = "required" if default is msgspec.NODEFAULT else repr(default)
            limits = "".join(f" [{limit}]" for limit in sorted(set(limits_of(what))))
            where = kind.__module__.removeprefix("quartett.")
            yield f"{where}.{kind.__name__}.{field.encode_name}: {said}{limits}"


def limits_of(kind: msgspec.inspect.Type) -> Iterator[str]:
    """The limits of a type and of what it is made of; those of other structs stand with them."""
    for name in ("gt", "ge", "lt", "le", "min_length", "max_length", "pattern"):
        limit = getattr(kind, name, None)
        if limit is not None:
            yield f"{name} {limit}"
    inner = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    for each in [*inner, *getattr(kind, "types", ()), *getattr(kind, "item_types", ())]:
        if isinstance(each, msgspec.inspect.Type) and not isinstance(
            each, msgspec.inspect.StructType
        ):
            yield from limits_of(each)


def test_what_is_left_out_means_what_it_meant() -> None:
    once = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert once
    assert sorted(set(once) - {*written()}) == []


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(written()) + "\n", encoding="utf-8")
