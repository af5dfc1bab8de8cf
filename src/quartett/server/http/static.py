"""The browser's files: built ones where they are there, else a friendly page that says so."""

import html
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from quartett.server.http.requests import refusal
from quartett.server.refusals import Refusal, best_language, server_texts

FOLDER = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"


def routes(folder: Path = FOLDER) -> list[Route]:
    """Every address that is not the API's: a file, or else the page itself."""
    root = folder.resolve()

    async def serve(request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith("api/"):
            language = best_language(request.headers.get("accept-language", ""))
            return refusal(Refusal("no_such_page", 404), language)
        found = (root / path).resolve()
        if path and found.is_relative_to(root) and found.is_file():
            return _file(found, path)
        index = root / "index.html"
        return _file(index, "index.html") if index.is_file() else _plain(request)

    return [Route("/{path:path}", serve, methods=["GET"])]


def _file(found: Path, path: str) -> FileResponse:
    # Files under assets/ carry their content's hash in their name.
    cache = FOREVER if path.startswith("assets/") else ALWAYS_ASK
    return FileResponse(found, headers={"cache-control": cache})


def _plain(request: Request) -> HTMLResponse:
    language = best_language(request.headers.get("accept-language", ""))
    texts = server_texts(language)
    title, text = html.escape(texts["page.title"]), html.escape(texts["page.text"])
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f"<title>{title}</title><h1>{title}</h1><p>{text}</p></html>"
    )
    return HTMLResponse(page, headers={"cache-control": ALWAYS_ASK})
