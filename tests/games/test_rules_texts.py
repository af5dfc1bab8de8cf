"""The rules that players read: six languages, the same sections, every rule number, real cards."""

import json
import re
from pathlib import Path
from typing import Literal, get_origin

import msgspec
import pytest

from quartett.core.texts import LANGUAGES, handbook
from quartett.games import get, names

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "rules-reference"
"""The rules by number."""

TOLD = names()

RULES = {
    "photo_rummy": ("PR", 19),
    "jericho": ("JE", 23),
    "souvenirs": ("SO", 17),
    "flow": ("FL", 18),
}
"""The prefix of each game's rule numbers and the last of them."""

RULINGS: dict[str, dict[str, str | None]] = {
    "photo_rummy": {
        "PR-05": "starter",
        "PR-07": None,
        "PR-13": None,
        "PR-17": None,
        "PR-18": None,
        "PR-19": None,
    },
    "jericho": {
        "JE-04": None,
        "JE-05": "starter",
        "JE-12": None,
        "JE-18": None,
        "JE-22": None,
        "JE-23": None,
    },
    "souvenirs": {
        "SO-01": None,
        "SO-04": "starter",
        "SO-08": None,
        "SO-12": "last_cube",
        "SO-15": "points",
        "SO-17": None,
    },
    "flow": {
        "FL-01": None,
        "FL-05": "hand_ms",
        "FL-09": None,
        "FL-10": None,
        "FL-12": None,
        "FL-13": "stalemate_ms",
        "FL-14": None,
        "FL-15": "target",
        "FL-16": "grace_ms",
        "FL-17": None,
        "FL-18": None,
    },
}
"""The rules that a rulebook leaves open and we settle, and the option that changes them."""

SPANISH = ("Spanish", "spanische", "espagnole", "spagnolo", "Spaanse", "español")
ITALIAN = ("Italian", "italienische", "italienne", "italiano", "Italiaanse", "italiano")
ENGLISH = ("English", "englische", "anglaise", "inglese", "Engelse", "inglés")
GERMAN = ("German", "deutsche", "allemande", "tedesco", "Duitse", "alemán")
TRANSLATIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "photo_rummy": {"PR-13": SPANISH},
    "jericho": {"JE-12": ITALIAN},
    "souvenirs": {},
    "flow": {"FL-04": ENGLISH, "FL-13": GERMAN},
}
"""Where the translations of a rulebook differ, and the one that differs, in each language."""

CUSTOMS = {
    ("photo_rummy", "PR-05"): ("youngest", "jüngste", "jeune", "giovane", "jongste", "joven"),
    ("souvenirs", "SO-04"): (
        "souvenir",
        "Souvenir",
        "souvenir",
        "souvenir",
        "souvenir",
        "recuerdo",
    ),
    ("flow", "FL-17"): (
        "in the end",
        "am Ende",
        "à la fin",
        "alla fine",
        "aan het eind",
        "al final",
    ),
}
"""What a rulebook itself says where we still had to decide something: told as its own."""

RULEBOOK = {
    "en": "rulebook",
    "de": "Anleitung",
    "fr": "la règle",
    "it": "regolamento",
    "nl": "spelregels",
    "es": "reglamento",
}

CLOSING = {
    "en": "Where we decide",
    "de": "Wo wir entscheiden",
    "fr": "Ce que nous décidons",
    "it": "Dove decidiamo noi",
    "nl": "Waar wij beslissen",
    "es": "Lo que decidimos nosotros",
}
SUMMARY = {
    "en": "At a glance",
    "de": "Auf einen Blick",
    "fr": "En bref",
    "it": "In breve",
    "nl": "In het kort",
    "es": "De un vistazo",
}

CITY = (
    "stockholm|vienna|oslo|paris|rome|london|luxembourg|madrid|helsinki|copenhagen|lisbon|bern|"
    "brussels|dublin|amsterdam|athens|berlin"
)
CARD = {
    "photo_rummy": rf"(?:{CITY})-(?:palace|church|sight|symbol|delicacy|letterbox)|joker-[1-6]",
    "jericho": r"(?:red|yellow|green|blue|white)-[13457]|trumpet|scoring",
    "souvenirs": r"(?:turquoise|red|yellow|purple|orange)-[1-6]|joker",
    "flow": r"[1-4]-(?:red|orange|yellow|green|blue|purple)-(?:star|moon|sun|drop|leaf|heart)",
}
"""What a card may be called in each game."""

CARD_LINE = re.compile(r"[^:]*\w: (?:[+-] )?[\w-]+(?: (?:[+>-] )?[\w-]+)*")
"""A label, then ids; `+` marks what is added, `-` what leaves, `>` parts before and after."""


def text(game: str, language: str) -> str:
    """What players of one game read in one language."""
    return handbook(game, language)


def sections(game: str, language: str) -> list[str]:
    """The parts of one text: its beginning, then each section from its title on."""
    return text(game, language).split("\n## ")


def rulings_told(game: str, language: str) -> list[str]:
    """The items of the closing section."""
    return re.findall(r"^- (.*)$", sections(game, language)[-1], re.MULTILINE)


def rulings_by_number(game: str, language: str) -> dict[str, str]:
    """The items of the closing section that have a rule number, by it."""
    return {
        number: item
        for item in rulings_told(game, language)
        for number in re.findall(r"\[([A-Z]{2}-\d\d)\]", item)
    }


def label(game: str, option: str, language: str) -> str:
    """What the page's form calls an option."""
    found: dict[str, str] = {}
    for folder in ("lib/i18n", f"games/{game}"):
        found |= json.loads((ROOT / f"web/src/{folder}/messages/{language}.json").read_text())
    keys = (f"{game}.option.{option}", f"option.{option}", f"{game}.{option}")
    return next(found[key] for key in keys if key in found)


def options(game: str) -> list[str]:
    """What the options of a game are called in JSON; the page does not offer words to choose."""
    fields = msgspec.structs.fields(get(game).options_type)
    return [field.encode_name for field in fields if get_origin(field.type) is not Literal]


def card_lines(game: str, language: str) -> list[str]:
    """The lines of all blocks of cards in one text."""
    blocks = re.findall(r"^```cards\n(.*?)^```$", text(game, language), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def cards_named(line: str) -> list[str]:
    """The card ids of one line of a block."""
    return [word for word in line.rpartition(":")[2].split() if word not in {"+", "-", ">"}]


def rule_numbers(game: str, language: str) -> set[str]:
    """All rule numbers that stand in brackets in one text."""
    brackets = re.findall(r"\[([^\]]+)\]", text(game, language))
    return {number for inside in brackets for number in re.findall(r"[A-Z]{2}-\d\d", inside)}


def test_the_games_of_this_house_are_among_those_checked() -> None:
    assert {"photo_rummy", "jericho"} <= set(TOLD)


@pytest.mark.parametrize("game", TOLD)
def test_a_game_is_told_in_six_different_texts(game: str) -> None:
    assert len({text(game, language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("game", TOLD)
def test_all_languages_have_the_same_headings_and_examples(game: str) -> None:
    shapes = {
        language: (
            re.findall(r"^(#+) ", text(game, language), re.MULTILINE),
            [cards_named(line) for line in card_lines(game, language)],
        )
        for language in LANGUAGES
    }
    assert all(shape == shapes["en"] for shape in shapes.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(set(TOLD) & set(RULES)))
def test_every_rule_number_can_be_looked_up(game: str, language: str) -> None:
    prefix, last = RULES[game]
    expected = {f"{prefix}-{number:02}" for number in range(1, last + 1)}
    assert rule_numbers(game, language) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(set(TOLD) & set(CARD)))
def test_examples_show_real_cards(game: str, language: str) -> None:
    lines = card_lines(game, language)
    assert lines
    for line in lines:
        assert CARD_LINE.fullmatch(line), line
        assert all(re.fullmatch(CARD[game], card) for card in cards_named(line)), line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(RULINGS))
def test_a_text_begins_with_the_aim_and_a_summary(game: str, language: str) -> None:
    assert sections(game, language)[2].startswith(f"{SUMMARY[language]}\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(RULINGS))
def test_a_text_closes_with_every_ruling_and_what_changes_it(game: str, language: str) -> None:
    assert sections(game, language)[-1].startswith(f"{CLOSING[language]}\n")
    told = rulings_by_number(game, language)
    assert told.keys() == RULINGS[game].keys() | TRANSLATIONS[game].keys()
    for number, option in RULINGS[game].items():
        named = re.findall(r"\*\*([^*]+)\*\*\.$", told[number])
        assert named == ([label(game, option, language)] if option else []), told[number]


@pytest.mark.parametrize("place", range(len(LANGUAGES)), ids=LANGUAGES)
@pytest.mark.parametrize("game", sorted(TRANSLATIONS))
def test_it_says_where_translations_of_the_rulebook_differ(game: str, place: int) -> None:
    told = rulings_by_number(game, LANGUAGES[place])
    for number, words in TRANSLATIONS[game].items():
        assert words[place] in told[number]


@pytest.mark.parametrize("place", range(len(LANGUAGES)), ids=LANGUAGES)
@pytest.mark.parametrize(("game", "number"), sorted(CUSTOMS))
def test_what_the_rulebook_says_is_told_as_its_own(game: str, number: str, place: int) -> None:
    custom = rulings_by_number(game, LANGUAGES[place])[number].split(".** ")[1].split(". ")[0]
    assert CUSTOMS[game, number][place] in custom
    assert RULEBOOK[LANGUAGES[place]] in custom


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_limits_and_targets_that_are_ours_are_named(language: str) -> None:
    lengths = rulings_by_number("photo_rummy", language)["PR-07"]
    assert set(re.findall(r"\d+", lengths)) >= {"17", "6"}
    target = rulings_by_number("flow", language)["FL-15"]
    assert set(re.findall(r"\d+", target)) >= {"200", "500", "1000"}


def rules_by_number(game: str) -> dict[str, str]:
    """The rules of a game as the reference has them."""
    text = (REFERENCE / f"{game}.md").read_text("utf-8")
    parts = re.split(r"^(#+) (.+)$", text, flags=re.MULTILINE)[1:]
    found = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return {title: body for level, title, body in found if level == "###"}


@pytest.mark.parametrize("game", sorted(RULINGS))
def test_the_reference_has_every_rule_once_and_in_order(game: str) -> None:
    prefix, last = RULES[game]
    text = (REFERENCE / f"{game}.md").read_text("utf-8")
    numbers = [f"{prefix}-{number:02}" for number in range(1, last + 1)]
    assert re.findall(r"^### (.+)$", text, re.MULTILINE) == numbers
    assert all(len(body.strip()) > 30 for body in rules_by_number(game).values())


@pytest.mark.parametrize("game", sorted(RULINGS))
def test_no_ruling_is_kept_from_players(game: str) -> None:
    rules = rules_by_number(game).items()
    assert {number for number, body in rules if "**Ruling.**" in body} == RULINGS[game].keys()


@pytest.mark.parametrize("game", sorted(RULINGS))
def test_a_ruling_that_an_option_changes_names_the_option(game: str) -> None:
    rules = rules_by_number(game)
    for number, option in RULINGS[game].items():
        assert option is None or f"`{option}`" in rules[number], number


@pytest.mark.parametrize("game", sorted(RULINGS))
def test_every_number_in_code_and_tests_is_in_the_reference_and_the_other_way_round(
    game: str,
) -> None:
    prefix, _ = RULES[game]
    files = [*(ROOT / "src" / "quartett").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    code = "".join(file.read_text("utf-8") for file in files)
    used = {f"{prefix}-{number}" for number in re.findall(rf"\b{prefix}-(\d\d)\b", code)}
    named = {
        f"{prefix}-{number}"
        for names in re.findall(r"def (test_\w+)", code)
        for number in re.findall(rf"(?:^|_){prefix}_(\d\d)(?=_|$)", names)
    }
    assert used | named == rules_by_number(game).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_speed_and_flow_says_that_its_name_is_ours(language: str) -> None:
    assert "Speed & Flow" in rulings_told("flow", language)[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(RULINGS))
def test_options_are_called_what_the_form_calls_them(game: str, language: str) -> None:
    (told,) = [each for each in sections(game, language) if each.startswith("Op")]
    named = re.findall(r"^(?:- |\| )\*\*([^*]+)\*\*", told, re.MULTILINE)
    assert sorted(named) == sorted(label(game, option, language) for option in options(game))
    assert [option for option in options(game) if f"**{option}**" in text(game, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(RULINGS))
def test_players_read_seconds_and_count_from_one(game: str, language: str) -> None:
    assert re.findall(r"\d\s*ms\b|_ms\b", text(game, language)) == []
    places = "seat|Platz|place|posto|plaats|asiento|column|Spalte|colonne|colonna|kolom|columna"
    lines = "row|Reihe|ligne|riga|rij|fila"
    assert re.findall(rf"(?i)\b(?:{places}|{lines}) [0-][^-]", text(game, language)) == []
