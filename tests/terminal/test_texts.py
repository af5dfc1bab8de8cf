"""The terminal's texts: complete in six languages, and every word typed means one thing."""

import string

import pytest

from quartett.core.texts import LANGUAGES
from quartett.games import names
from quartett.terminal.ask import recognised
from quartett.terminal.commands import COMMON, common_command
from quartett.terminal.photo_rummy.draft import VERBS
from quartett.terminal.voice import Voice, texts, usual_language

WORDS = {
    "flow": ("draw", "stop"),
    "jericho": ("wall", "trumpet", "supply"),
    "photo_rummy": VERBS,
    "souvenirs": ("pass",),
}
"""The words of each game that are recognised beside each other."""


def fields(text: str) -> set[tuple[str | None, str | None]]:
    return {(name, kind) for _, name, kind, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [None, *names()])
def test_all_texts_are_there_with_the_same_fields(game: str | None, language: str) -> None:
    english, own = texts("en", game), texts(language, game)
    assert own
    assert list(own) == list(english)
    assert all(text.strip() for text in own.values())
    assert {key: fields(text) for key, text in own.items()} == {
        key: fields(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WORDS)
def test_every_word_means_one_thing(game: str, language: str) -> None:
    voice = Voice(game, language)
    words = {verb: voice.understood(f"{game}.word.{verb}") for verb in WORDS[game]}
    assert {word: recognised(word, words) for each in words.values() for word in each} == {
        word: verb for verb, each in words.items() for word in each
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WORDS)
def test_common_commands_hide_no_command_of_a_game(game: str, language: str) -> None:
    voice = Voice(game, language)
    for command in COMMON:
        assert {common_command(word, voice) for word in voice.understood(f"word.{command}")} == {
            command
        }
    typed = [
        word
        for key in texts(language, game)
        if key.startswith("word.")
        for word in voice.understood(f"{game}.{key}")
    ]
    assert typed
    assert {common_command(word, voice) for word in (*typed, *"0123456789abcdefghi")} == {None}


@pytest.mark.parametrize(
    ("variable", "language"), [("de_CH.UTF-8", "de"), ("nl", "nl"), ("pt_PT", "en"), ("C", "en")]
)
def test_the_language_follows_the_settings(
    monkeypatch: pytest.MonkeyPatch, variable: str, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", variable)
    assert usual_language() == language


def test_accents_and_case_do_not_matter() -> None:
    colours = {"green": ["grün"], "yellow": ["gelb"]}
    assert recognised("GRUN", colours) == "green"
    assert recognised("ge", colours) == "yellow"
    assert recognised("g", colours) is None
    assert recognised("", colours) is None
