"""Every word of the page comes from the message files, and all six languages have all of them."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
FOLDERS = sorted(path for path in SOURCE.rglob("*") if path.name in ("messages", "names"))
MESSAGES = [path for path in FOLDERS if path.name == "messages"]
PLURALS = ("one", "many", "other")
SPOKEN = ("aria-label", "title", "placeholder", "alt", "label", "text", "caption", "closeLabel")


def read(folder: Path, language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((folder / f"{language}.json").read_text())
    return texts


def base(key: str) -> str:
    """The key as the code says it, without its plural form."""
    head, _, form = key.rpartition(".")
    return head if form in PLURALS else key


@cache
def sources() -> dict[Path, str]:
    """What is built: the page's own code, without the gallery for those who draw cards."""
    files = [*SOURCE.rglob("*.svelte"), *SOURCE.rglob("*.ts")]
    return {path: path.read_text() for path in files if "gallery" not in path.parts}


def shown(folder: Path) -> str:
    return str(folder.relative_to(SOURCE))


@pytest.mark.parametrize("folder", FOLDERS, ids=shown)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_none_is_empty(folder: Path, language: str) -> None:
    english, texts = read(folder, "en"), read(folder, language)
    assert {base(key) for key in texts} == {base(key) for key in english}
    assert [key for key, text in texts.items() if not text.strip()] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=shown)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_the_same_holes_in_every_language(folder: Path, language: str) -> None:
    english, texts = read(folder, "en"), read(folder, language)
    holes = {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in english.items()}
    wrong = [k for k, text in texts.items() if set(re.findall(r"\{(\w+)\}", text)) != holes.get(k)]
    assert wrong == []


@pytest.mark.parametrize("folder", MESSAGES, ids=shown)
def test_no_text_is_there_that_nothing_says(folder: Path) -> None:
    # what the shared parts say of any game stands in each game's own texts
    literals, patterns, game = set(), set(), folder.parent.name
    for code in sources().values():
        literals |= set(re.findall(r"""['"]([\w.-]+)['"]""", code))
        patterns |= set(re.findall(r"`([\w.-]*\.\$\{[^`]*)`", code))
        patterns |= {f"{game}{rest}" for rest in re.findall(r"`\$\{game\}(\.\w[^`]*)`", code)}
    spoken = [re.compile(pattern(each)) for each in patterns]
    keys = {base(key) for key in read(folder, "en")}
    unused = {key for key in keys - literals if not any(each.fullmatch(key) for each in spoken)}
    assert unused == set()


def pattern(template: str) -> str:
    """A template such as `level.${level}` as an expression for the keys it can become."""
    fixed = re.split(r"\$\{[^}]*\}", template)
    return r"[\w.-]+".join(map(re.escape, fixed))


def test_nothing_is_said_that_has_no_text() -> None:
    known = {base(key) for folder in FOLDERS for key in read(folder, "en")}
    missing = {
        f"{path.relative_to(SOURCE)}: {key}"
        for path, code in sources().items()
        for key in re.findall(r"""\bt\(\s*['"]([^'"]+)['"]""", code)
        if key not in known
    }
    assert missing == set()


COMPONENTS = sorted(path for path in sources() if path.suffix == ".svelte")


@pytest.mark.parametrize("path", COMPONENTS, ids=shown)
def test_a_component_has_no_words_of_its_own(path: Path) -> None:
    code = sources()[path]
    for part in (r"<script.*?</script>", r"<style.*?</style>", r"<!--.*?-->"):
        code = re.sub(part, "", code, flags=re.DOTALL)
    markup = without_braces(code)
    attributes = "|".join(map(re.escape, SPOKEN))
    spoken = re.findall(rf"""\s(?:{attributes})=(["'])([^"']*[^\W\d_][^"']*)\1""", markup)
    words = re.sub(r"<[^>]*>", " ", markup)
    assert [text for _, text in spoken] == []
    assert re.findall(r"[^\W\d_]{2,}", words) == []


def without_braces(code: str) -> str:
    """The markup without everything in braces, whatever is nested in it."""
    kept, depth = [], 0
    for letter in code:
        depth += letter == "{"
        if depth == 0:
            kept.append(letter)
        depth -= letter == "}"
    return "".join(kept)
