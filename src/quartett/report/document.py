"""One HTML page that needs nothing else: its style, in the light and the dark, and its tables."""

from collections.abc import Sequence
from html import escape

STYLE = """
:root{color-scheme:light dark;--ink:#26221e;--soft:#6b635a;--paper:#fbf8f2;--line:#d9d2c6;
--bar:#3a6ea5;--mark:#a63d21}
@media (prefers-color-scheme:dark){:root{--ink:#ece6dc;--soft:#aaa195;--paper:#191715;
--line:#3d3933;--bar:#6ea2d8;--mark:#f0a07f}}
body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;
color:var(--ink);background:var(--paper)}
h1,h2{line-height:1.2;text-wrap:balance}h2{margin-top:2.2rem}p.about,figcaption{color:var(--soft)}
figure{margin:1rem 0}figcaption{font-size:.9rem}
svg{width:100%;height:auto}svg text{font-size:13px;fill:var(--ink);text-anchor:middle}
svg text.e{text-anchor:end;fill:var(--soft)}svg text.n{fill:var(--soft)}
svg text.v{font-weight:600}rect{fill:var(--bar)}path{fill:none}
.a{stroke:var(--soft)}.g{stroke:var(--line)}.i{stroke:var(--ink);stroke-width:2}
.f{stroke:var(--mark);stroke-width:2;stroke-dasharray:5 4}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
td,th{padding:.3rem .6rem;text-align:left;vertical-align:top}
td+td,th+th{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr{border-bottom:1px solid var(--line)}dt{font-weight:600}dd{margin:0 0 .9rem}
"""

Rows = Sequence[Sequence[str]]
"""A table: its heading, then its rows."""


def document(title: str, about: str, *parts: str, language: str = "en") -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f'<p class="about">{escape(about)}</p>{"".join(parts)}</body></html>\n'
    )


def section(title: str, *parts: str) -> str:
    """A heading and what belongs to it."""
    return f"<h2>{escape(title)}</h2>{''.join(parts)}"


def figure(plot: str, caption: str) -> str:
    """A plot and what it says."""
    return f"<figure>{plot}<figcaption>{escape(caption)}</figcaption></figure>"


def table(rows: Rows) -> str:
    """A table that scrolls where it is too wide."""
    heading, *rest = rows
    cells = "".join(f'<th scope="col">{escape(each)}</th>' for each in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rest
    )
    return f'<div class="scroll"><table><tr>{cells}</tr>{body}</table></div>'


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>"
