"""What those who run the server ask it: is it alive, can it work, what are its figures?"""

import msgspec
from starlette.responses import Response

from quartett.protocol.bodies import Health, Nothing, Ready
from quartett.server.http.requests import Call
from quartett.server.table.permissions import Role, needs


@needs(Role.STRANGER)
async def health(call: Call, _: Nothing) -> Health:
    """Whether the server is alive; `/readyz` says whether it can work."""
    tables = call.tables.awake()
    connections = sum(table.connections for table in tables)
    return Health(status="ok", tables=len(tables), connections=connections)


@needs(Role.STRANGER)
async def ready(call: Call, _: Nothing) -> Response:
    """Whether work can be sent here: 200, or 503 with the reason."""
    why = await call.readiness.problem()
    told = Ready(status="ready" if why is None else "not_ready", why=why)
    headers = {"cache-control": "no-store"}
    body = msgspec.json.encode(told)
    return Response(body, 200 if why is None else 503, headers, "application/json")


@needs(Role.OPERATOR)
async def metrics(call: Call, _: Nothing) -> Response:
    """Figures for Prometheus, for those who know the token; nobody else learns of them."""
    return Response(call.tables.services.metrics.page(), media_type="text/plain; version=0.0.4")
