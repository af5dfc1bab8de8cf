"""Invitations as QR codes: drawn once, beside the event loop."""

import io
from functools import lru_cache

from quartett.server.http.streaming import aside

MAX_REMEMBERED = 1000
"""How many drawings are kept, of some 5 kB each."""


async def drawn_aside(text: str) -> bytes:
    """A text as a QR code (SVG), without holding anybody up."""
    return await aside(drawn, text)


async def drawn_once(text: str) -> str:
    """The same for a secret: nothing of it is kept."""
    return (await aside(draw, text)).decode()


@lru_cache(maxsize=MAX_REMEMBERED)
def drawn(text: str) -> bytes:
    """A text as a QR code, drawn once."""
    return draw(text)


def draw(text: str) -> bytes:
    """A text as a QR code (SVG)."""
    import segno  # only here: its import would take a good part of the server's start

    out = io.BytesIO()
    code = segno.make(text, error="m")
    code.save(out, kind="svg", scale=8, border=2, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue()
