"""The rules that players read: six languages, the same sections, every rule number, real cards."""

import re

import pytest

from quartett.core.texts import LANGUAGES, handbook
from quartett.games import names

TOLD = names()

RULES = {
    "photo_rummy": ("PR", 19),
    "jericho": ("JE", 23),
    "souvenirs": ("SO", 17),
    "flow": ("FL", 18),
}
"""The prefix of each game's rule numbers and the last of them."""

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
