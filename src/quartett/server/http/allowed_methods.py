"""Each address of the API once, with all methods that it takes."""

from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from quartett.server.http.requests import Endpoint, Serve, refusal, serving
from quartett.server.refusals import Refusal, best_language
from quartett.server.shared.limits import Limits
from quartett.server.table.registry import TableRegistry


class Address:
    """An address of the API with its methods; any other method gets 405."""

    def __init__(self, methods: dict[str, Serve]) -> None:
        self._methods = methods | ({"HEAD": methods["GET"]} if "GET" in methods else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive, send)
        answer = await self._methods.get(request.method, self._not_so)(request)
        await answer(scope, receive, send)

    async def _not_so(self, request: Request) -> Response:
        language = best_language(request.headers.get("accept-language", ""))
        answer = refusal(Refusal("not_so", 405), language)
        answer.headers["allow"] = ", ".join(sorted(self._methods))
        return answer


def routes(endpoints: Iterable[Endpoint], tables: TableRegistry, limits: Limits) -> list[Route]:
    """The endpoints as Starlette serves them: each address once, whatever the method."""
    methods: dict[str, dict[str, Serve]] = {}
    for endpoint in endpoints:
        served = serving(endpoint, tables, limits)
        methods.setdefault(endpoint.path, {})[endpoint.method] = served
    return [Route(path, Address(each)) for path, each in methods.items()]
