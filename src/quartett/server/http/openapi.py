"""The API's own description, made from the types that it speaks with."""

from importlib.metadata import version

import msgspec

from quartett.core.forms import Json
from quartett.protocol.bodies import Problem
from quartett.protocol.messages import ClientMessage, ServerMessage
from quartett.server.http.requests import Endpoint
from quartett.server.http.routes import ENDPOINTS

LINES = {"type": "string", "description": "A match's log as JSON Lines"}
REFERENCE = "#/components/schemas/{name}"

QUERIES = {
    "replay": ("match",),
    "views": ("match", "seat", "from", "limit", "taken_back"),
    "look_back": ("match",),
    "begin_review": ("match",),
}


def openapi() -> bytes:
    """The OpenAPI document of the HTTP API."""
    asked, told = body_types()
    kinds = [*asked, *told]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = {str(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_kind)
    return _encoded(
        {
            "openapi": "3.1.0",
            "info": {"title": "Quartett", "version": version("quartett")},
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def socket_schema() -> bytes:
    """JSON schema of the messages over a table's socket."""
    (asked, told), definitions = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="#/$defs/{name}"
    )
    return _encoded(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Messages over /api/tables/{id}/socket",
            "$defs": {**definitions, "FromClient": asked, "FromServer": told},
        }
    )


def body_types() -> tuple[list[object], list[object]]:
    """The types of all requests' bodies, and of all answers."""
    asked = [each.body for each in ENDPOINTS if each.body not in (None, bytes)]
    return asked, [*(endpoint.answer for endpoint in ENDPOINTS), Problem]


def _operation(endpoint: Endpoint, schemas: Json) -> Json:
    answer = {"schema": schemas[str(endpoint.answer)]}
    problem = {"application/json": {"schema": schemas[str(Problem)]}}
    operation: Json = {
        "operationId": endpoint.does.__name__,
        "summary": (endpoint.does.__doc__ or "").splitlines()[0],
        "parameters": _parameters(endpoint),
        "responses": {
            str(endpoint.status): {"description": "Done", "content": {endpoint.media: answer}},
            "4XX": {"description": "Refused, with the reason", "content": problem},
        },
    }
    if endpoint.body is bytes:
        operation["requestBody"] = {"content": {"application/jsonl": {"schema": LINES}}}
    elif endpoint.body is not None:
        content = {"application/json": {"schema": schemas[str(endpoint.body)]}}
        operation["requestBody"] = {"content": content}
        operation["security"] = [{}, {"seat": []}]
    return operation


def _parameters(endpoint: Endpoint) -> list[Json]:
    parts = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    found = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in parts
    ]
    queries = QUERIES.get(endpoint.does.__name__, ())
    return found + [_query(name) for name in queries]


def _query(name: str) -> Json:
    return {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 0}}


def _encoded(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1)
