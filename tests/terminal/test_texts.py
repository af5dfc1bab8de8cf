"""The terminal's texts: complete in six languages, and every word typed means one thing."""

import string

import pytest

from quartett.core.texts import LANGUAGES
from quartett.terminal.ask import recognised
from quartett.terminal.commands import COMMON, common_command
from quartett.terminal.draft_language import VERBS
from quartett.terminal.voice import Voice, texts, usual_language

GROUPS = [VERBS, ("wall", "trumpet", "supply"), ("draw", "stop", "wait")]


def fields(text: str) -> set[tuple[str | None, str | None]]:
    return {(name, kind) for _, name, kind, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_are_there_with_the_same_fields(language: str) -> None:
    english, own = texts("en"), texts(language)
    assert list(own) == list(english)
    assert all(text.strip() for text in own.values())
    assert {key: fields(text) for key, text in own.items()} == {
        key: fields(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verbs", GROUPS)
def test_every_word_means_one_thing(language: str, verbs: tuple[str, ...]) -> None:
    voice = Voice("photo_rummy", language)
    words = {verb: voice.understood(f"word.{verb}") for verb in verbs}
    assert {word: recognised(word, words) for each in words.values() for word in each} == {
        word: verb for verb, each in words.items() for word in each
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_common_commands_hide_no_command_of_a_game(language: str) -> None:
    voice = Voice("jericho", language)
    for command in COMMON:
        assert {common_command(word, voice) for word in voice.understood(f"word.{command}")} == {
            command
        }
    typed = [
        word for verbs in GROUPS for verb in verbs for word in voice.understood(f"word.{verb}")
    ]
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
