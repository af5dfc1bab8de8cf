"""The browser's files: built ones where they are there, else a friendly page that says so."""

import html
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from quartett.server.http.requests import refusal
from quartett.server.refusals import Refusal, best_language, server_texts

FOLDER = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"

PAGES = re.compile(
    r"(index\.html)?|(t|rules|cards|replay|learn|puzzles|daily|challenge|review|evening)/[^/]+/?"
    r"|learn/?|me/?|history/?|stop/?"
    r"|evening/?|evening/[^/]+/screen/?"
)
"""The addresses at which the page shows something; elsewhere it says that nothing is there."""

MAX_PATH = 500
ICON = "icons/icon.svg"


def routes(folder: Path = FOLDER) -> list[Route]:
    """Every address that is not the API's: a file, or else the page itself."""
    root = folder.resolve()

    async def serve(request: Request) -> Response:
        answer = found_at(request)
        return Unchanged(answer) if _has_it(request, answer) else answer

    def found_at(request: Request) -> Response:
        path = request.path_params["path"]
        # Browsers ask for it wherever a page names no icon of its own, as at /healthz.
        found = _found(root, ICON if path == "favicon.ico" else path)
        if found is not None:
            return _file(found, path)
        is_page = PAGES.fullmatch(path) is not None
        if path.startswith("api/") or ("." in path.rpartition("/")[2] and not is_page):
            language = best_language(request.headers.get("accept-language", ""))
            return refusal(Refusal("no_such_page", 404), language)
        return _page(request, root / "index.html", 200 if is_page else 404)

    return [Route("/{path:path}", serve, methods=["GET"])]


def _found(root: Path, path: str) -> Path | None:
    """The file at an address; an odd address is simply one at which there is none."""
    if not path or len(path) > MAX_PATH or "\0" in path:
        return None
    try:
        found = (root / path).resolve()
        inside = found.is_relative_to(root) and found != root / "index.html"
        return found if inside and found.is_file() else None
    except (OSError, ValueError):
        return None


def _page(request: Request, index: Path, status: int) -> Response:
    headers = {"cache-control": ALWAYS_ASK}
    try:
        text = index.read_text(encoding="utf-8")
    except OSError:
        return _plain(request, status)
    answer = HTMLResponse(_placed(text, request.scope.get("root_path", "")), status, headers)
    answer.headers["etag"] = _tag(bytes(answer.body))
    return answer


def _placed(page: str, prefix: str) -> str:
    """The page at any address, under a prefix too: its own files are named in full.

    It gets the prefix, for its own addresses.
    """
    shown = html.escape(prefix)
    placed = re.sub(r'(href|src)="\.?/(?!/)', rf'\1="{shown}/', page)
    told = f'<meta name="quartett-root" content="{shown}">' if prefix else ""
    return placed.replace("<head>", f"<head>{told}", 1)


def _file(found: Path, path: str) -> FileResponse:
    # Files under assets/ carry their content's hash in their name.
    cache = FOREVER if path.startswith("assets/") else ALWAYS_ASK
    # By its content: files that a package brought may be as old and as long as those before.
    headers = {"cache-control": cache, "etag": tag_of(found, found.stat().st_mtime_ns)}
    return FileResponse(found, headers=headers)


class Unchanged(Response):
    """Not modified: the client has the file already; only headers are sent."""

    def __init__(self, answer: Response) -> None:
        kept = {name: answer.headers[name] for name in ("cache-control", "etag")}
        super().__init__(status_code=304, headers=kept)


def _has_it(request: Request, answer: Response) -> bool:
    """Whether the asker has what would be sent; an encoding on the way weakens a tag (`W/`)."""
    tag = answer.headers.get("etag")
    given = request.headers.get("if-none-match", "").split(",")
    named = {each.strip().removeprefix("W/") for each in given}
    return answer.status_code == 200 and tag is not None and (tag in named or "*" in named)


@lru_cache(maxsize=1000)
def tag_of(found: Path, _changed: int) -> str:
    """What tells a file's content, read once for each time that the file is changed."""
    return _tag(found.read_bytes())


def _tag(content: bytes) -> str:
    return f'"{sha256(content).hexdigest()[:32]}"'


def _plain(request: Request, status: int) -> HTMLResponse:
    language = best_language(request.headers.get("accept-language", ""))
    texts = server_texts(language)
    title, text = html.escape(texts["page.title"]), html.escape(texts["page.text"])
    page = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f"<title>{title}</title><h1>{title}</h1><p>{text}</p></html>"
    )
    return HTMLResponse(page, status, headers={"cache-control": ALWAYS_ASK})
