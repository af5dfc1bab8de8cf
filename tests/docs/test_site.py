"""The documentation is built without a warning, its links lead somewhere, nothing is left out."""

import inspect
import os
import re
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from urllib.request import urlopen

import pytest

from docs.pages import ROOT
from patience import PATIENCE_SECONDS
from quartett.cli._site import broken_links, gather
from quartett.core.texts import LANGUAGES, say
from quartett.fast._copies import load
from quartett.games import names

REFERENCE = sorted((ROOT / "docs" / "reference").glob("*.md"))
MODULES = sorted(
    {name for page in REFERENCE for name in re.findall(r"automodule:: (\S+)", page.read_text())}
)


def test_the_site_is_built_without_a_warning_or_a_dead_link() -> None:
    """As `scripts/docs` does; what has not changed since the last time is not read again."""
    site = ROOT / ".cache" / "docs"
    done = subprocess.run(
        [sys.executable, "-m", "quartett", "docs", "--strict", "--out", str(site)],
        env={**os.environ, "XDG_CACHE_HOME": str(ROOT / ".cache")},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for page in ("index", "install", "hosting", "reference/quartett", "contributing"):
        assert (site / f"{page}.html").is_file()
    for game in names():
        for language in LANGUAGES:
            page = (site / "rules" / f"{game}-{language}.html").read_text(encoding="utf-8")
            assert f'lang="{language}"' in page.partition(">\n<head")[0]


def test_a_built_site_is_served_until_somebody_has_read_enough(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Quartett</h1>")
    program = (
        "import sys; from pathlib import Path; from quartett.cli.docs import _serve;"
        " sys.exit(_serve(Path(sys.argv[1]), 0, opened=False))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    ) as serving:
        assert serving.stdout is not None
        assert serving.stderr is not None
        told = serving.stdout.readline()
        url = told.split()[4]
        with urlopen(url, timeout=PATIENCE_SECONDS) as answer:
            assert b"Quartett" in answer.read()
        serving.send_signal(signal.SIGINT)
        assert serving.wait(PATIENCE_SECONDS) == 0
        assert serving.stderr.read() == ""


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html#y">b</a><a href="#x">x</a>')
    (tmp_path / "b.html").write_text('<a href="a.html#x">a</a><a href="c.html">c</a>')
    assert broken_links(tmp_path) == ["a.html: b.html#y", "b.html: c.html"]


@pytest.mark.parametrize("name", MODULES)
def test_every_public_object_says_what_it_is(name: str) -> None:
    module = _module(name)
    silent = [f"{name}.{each}" for each in _public(module) if not _says(getattr(module, each))]
    for each in _public(module):
        silent += _silent_members(getattr(module, each), name)
    assert silent == []


def _module(name: str) -> ModuleType:
    """A module; of a fast one the source, since compiled classes keep no docstrings."""
    package, _, last = name.rpartition(".")
    return load(last, "plain") if package == "quartett.fast" else import_module(name)


def _public(module: ModuleType) -> list[str]:
    """What a module offers and defines as a class or function."""
    offered = getattr(module, "__all__", None)
    return [
        name
        for name, value in vars(module).items()
        if (inspect.isclass(value) or inspect.isfunction(value))
        and (name in offered if offered else _is_own(name, value.__module__, module.__name__))
    ]


def _is_own(name: str, home: str, module: str) -> bool:
    return not name.startswith("_") and home in (module, "quartett.env.pettingzoo._makers")


def _silent_members(kind: object, module: str) -> list[str]:
    """The methods and properties of a class that say nothing, not even through what they are of."""
    if not inspect.isclass(kind):
        return []
    return [
        f"{module}.{kind.__name__}.{name}"
        for name, value in vars(kind).items()
        if not name.startswith("_")
        and (inspect.isfunction(value) or isinstance(value, property))
        and not _says(getattr(kind, name))
    ]


def _says(value: object) -> bool:
    return bool(inspect.getdoc(value))


def test_nothing_public_is_left_out_of_the_reference() -> None:
    import quartett

    text = "".join(page.read_text() for page in REFERENCE)
    for each in quartett.__all__:
        value = getattr(quartett, each)
        home = getattr(value, "__module__", "quartett.core")
        assert f"quartett.{each}" in text or home in MODULES or each.startswith("Any"), each


def test_examples_in_the_rules_show_cards_and_rule_numbers_lead_to_the_rule(
    tmp_path: Path,
) -> None:
    gather(tmp_path)
    for language, card in (("en", "red 4"), ("de", "Rot 4"), ("es", "4 rojo")):
        page = (tmp_path / "rules" / f"jericho-{language}.md").read_text(encoding="utf-8")
        picture = '<img src="../_static/cards/jericho/red-4.webp" alt="" />'
        assert f'<span class="card drawn">{picture}{card}</span>' in page
        assert "[JE-12](../rules-reference/jericho.md#je-12)" in page
        assert "```" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_of_an_example_says_what_is_in_its_picture(tmp_path: Path, language: str) -> None:
    gather(tmp_path)
    page = (tmp_path / "rules" / f"photo_rummy-{language}.md").read_text(encoding="utf-8")
    title = say("photo_rummy.title.london-sight", None, language)
    assert f'<span class="card drawn" title="{title}"><img' in page


def test_every_card_of_an_example_is_drawn_and_no_picture_is_left_over(tmp_path: Path) -> None:
    gather(tmp_path)
    pages = "".join(each.read_text(encoding="utf-8") for each in (tmp_path / "rules").glob("*.md"))
    assert set(re.findall(r'<span class="card (\w+)', pages)) == {"drawn"}
    drawn = tmp_path / "static" / "cards"
    assert set(re.findall(r'src="../_static/cards/([^"]+)"', pages)) == {
        path.relative_to(drawn).as_posix() for path in drawn.rglob("*.webp")
    }


def test_the_site_and_the_page_have_the_same_logo() -> None:
    logos = (ROOT / "docs/static/logo.svg", ROOT / "web/public/icons/icon.svg")
    assert len({each.read_bytes() for each in logos}) == 1
