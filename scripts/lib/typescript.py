"""The browser's types, made from the structs that the server and the games speak with."""

from collections.abc import Iterable

import msgspec

from quartett import games
from quartett.core.capabilities import Previews
from quartett.core.forms import Json
from quartett.core.game import AnyGame, Hidden
from quartett.protocol.messages import ClientMessage, ServerMessage
from quartett.server.http.openapi import body_types

HEAD = "// Made by scripts/types from the server's types. Do not edit.\n"


def types() -> str:
    """The whole file of types."""
    asked, told = body_types()
    wire = Names()
    lines = [
        *wire.declare({"FromClient": ClientMessage}, optional=True),
        *wire.declare({"FromServer": ServerMessage}, optional=False),
        *wire.declare_all(asked, optional=True),
        *wire.declare_all(told, optional=False),
    ]
    parts = [HEAD, "\n".join(lines)]
    parts += [_namespace(games.get(name)) for name in games.names()]
    parts.append(_index())
    return "\n".join(parts) + "\n"


class Names:
    """Declares each struct once, as an exported interface."""

    def __init__(self) -> None:
        self._known: Json = {}

    def declare(self, named: Json, optional: bool) -> list[str]:
        """Declarations of these types under these names, and of all they are made of."""
        lines = self.declare_all(named.values(), optional)
        for name, kind in named.items():
            (schema,), _ = _components([kind])
            if _written(schema) != name:
                lines.append(f"export type {name} = {_written(schema)};")
        return lines

    def declare_all(self, kinds: Iterable[object], optional: bool) -> list[str]:
        """Declarations of the structs that these types are made of."""
        _, components = _components(list(kinds))
        if twice := [name for name, each in components.items() if self._clashes(name, each)]:
            raise ValueError(f"two different types are called {', '.join(twice)}")
        fresh = {name: each for name, each in components.items() if name not in self._known}
        self._known |= fresh
        return [_interface(name, each, optional) for name, each in fresh.items()]

    def _clashes(self, name: str, schema: object) -> bool:
        return name in self._known and bool(self._known[name] != schema)


def _components(kinds: list[object]) -> tuple[tuple[Json, ...], Json]:
    return msgspec.json.schema_components(kinds, ref_template="#/{name}")


def _namespace(game: AnyGame) -> str:
    names = Names()
    shown = {
        "View": game.view_type,
        "Event": game.event_type | Hidden,
        "Options": game.options_type,
    }
    if verdict := _verdict(game):
        shown["Verdict"] = verdict
    # What the server sends is always complete; what a client sends may leave defaults out.
    lines = names.declare({"Action": game.action_type}, optional=True)
    lines += names.declare(shown, optional=False)
    inner = "\n".join(lines).replace("\n", "\n  ")
    return f"export declare namespace {game.id} {{\n  {inner}\n}}\n"


def _verdict(game: AnyGame) -> object:
    """What the game answers to a draft; None where it judges none."""
    return game.preview_type if isinstance(game, Previews) else None


def _index() -> str:
    """Which types belong to which game, for code that serves all of them."""
    lines = [f"  {name}: {{ {_parts(games.get(name))} }};" for name in games.names()]
    return "export interface GameTypes {\n" + "\n".join(lines) + "\n}"


def _parts(game: AnyGame) -> str:
    named = {part: f"{game.id}.{part}" for part in ("View", "Action", "Event", "Options")}
    named["Verdict"] = f"{game.id}.Verdict" if _verdict(game) else "never"
    return " ".join(f"{part}: {kind};" for part, kind in named.items())


def _interface(name: str, schema: Json, optional: bool) -> str:
    if schema.get("type") != "object":
        return f"export type {name} = {_written(schema)};"
    needed = schema.get("required", []) if optional else list(schema.get("properties", {}))
    fields = [
        f"  {field}{'' if field in needed else '?'}: {_written(each)};"
        for field, each in schema.get("properties", {}).items()
    ]
    said = schema.get("description", "").partition("\n\n    >>>")[0]
    about = f"/** {said} */\n" if said else ""
    return about + f"export interface {name} {{\n" + "\n".join(fields) + "\n}"


def _written(schema: Json) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix("#/")
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_written(each) for each in schema["anyOf"]))
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_written(values) if isinstance(values, dict) else 'unknown'}>"
    return _PLAIN.get(str(kind), "unknown")


def _array(schema: Json) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_written(each) for each in schema['prefixItems'])}]"
    items = schema.get("items")
    inner = _written(items) if isinstance(items, dict) else "unknown"
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


if __name__ == "__main__":
    print(types(), end="")
