"""Entries: whatever can be done can be typed, and a hint says how, as the screen counts."""

import io
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from rich.console import Console

from playing import random_match, short
from quartett import bots
from quartett.bots import Hint
from quartett.core.seeds import Rng
from quartett.core.texts import LANGUAGES
from quartett.games.flow.actions import Play, Set, Steal
from quartett.games.jericho.actions import First, Trumpet, Wall
from quartett.games.photo_rummy.actions import Draw, Lay, Pass
from quartett.games.photo_rummy.lay import same_table
from quartett.games.photo_rummy.view import PlayerView
from quartett.games.souvenirs.actions import Book, Place
from quartett.terminal.commands import common_command
from quartett.terminal.face import PERSON, AnyFace, AnySight, Sight, face_of
from quartett.terminal.pages import show_hint
from quartett.terminal.paint import marked
from quartett.terminal.photo_rummy.draft import Draft, obeyed, steps
from quartett.terminal.voice import Voice

LISTED = ("flow", "jericho", "souvenirs")


def sights(name: str, seed: int, players: int | None = None, **options: Any) -> Iterator[AnySight]:
    """What the person sees and may do in a random match, whenever there is something to do."""
    for match, _ in random_match(name, seed, players, **options):
        if legal := match.legal(PERSON):
            yield Sight(match.view(PERSON), legal)


def typed(face: AnyFace, action: Any, sight: AnySight) -> Any:
    """What comes of typing the entries of an action; only the last one may act."""
    *before, last = face.entries(action, sight)
    assert not any(common_command(each, face.voice) for each in (*before, last))
    assert [face.read(each, sight) for each in before] == [None] * len(before)
    return face.read(last, sight)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LISTED)
def test_reading_the_entry_of_a_legal_action_gives_it_back(name: str, language: str) -> None:
    face = face_of(name, language)
    for sight in sights(name, seed=LANGUAGES.index(language), **short(name)):
        for action in sight.legal:
            read = typed(face, action, sight)
            if isinstance(action, Set) and len(sight.legal) > 1 and read != action:
                # Two free places are one to whoever lays a card: the key takes the first.
                assert read == Set(0)
                assert Set(0) in sight.legal
            else:
                assert read == action


@pytest.mark.parametrize("language", LANGUAGES)
def test_typing_the_entries_of_a_photo_rummy_action_gives_it_back(language: str) -> None:
    face = face_of("photo_rummy", language)
    kinds = set()
    for sight in sights("photo_rummy", seed=LANGUAGES.index(language), rounds=2):
        for action in sight.legal:
            kinds.add(type(action))
            read = typed(face, action, sight)
            if isinstance(action, Lay):
                assert isinstance(read, Lay)
                assert same_table(read.table, action.table)
            else:
                assert read == action
    assert kinds == {Draw, Lay, Pass}


def test_the_entries_of_a_lay_hold_in_the_middle_of_another_draft() -> None:
    face = face_of("photo_rummy", "en")
    for sight in sights("photo_rummy", seed=8, players=3, rounds=1):
        lays = [action for action in sight.legal if isinstance(action, Lay)]
        for lay in lays:
            face.read("new 1 2", sight)
            assert face.entries(lay, sight)[0] == "reset"
            assert same_table(typed(face, lay, sight).table, lay.table)
        if lays:
            return
    pytest.fail("nobody could lay anything")


def test_the_steps_of_a_lay_split_join_and_free_a_joker() -> None:
    table = (
        ("oslo-palace", "oslo-church", "oslo-sight", "oslo-symbol", "oslo-delicacy"),
        ("rome-church", "rome-sight", "joker-1"),
    )
    draft = Draft(table, ("rome-palace", "paris-palace", "bern-palace"))
    wanted = (
        ("oslo-church", "oslo-sight", "oslo-symbol", "oslo-delicacy"),
        ("rome-church", "rome-sight", "rome-palace"),
        ("oslo-palace", "paris-palace", "bern-palace", "joker-1"),
    )
    told = list(steps(draft, wanted))
    assert same_table(draft.result(), wanted)
    assert told == [("add", "2 B"), ("new", "A1 1 3 B4")]


def hinted(
    name: str, language: str, kind: type, seed: int = 1
) -> tuple[str, AnyFace, Hint, AnySight]:
    """The page of the first hint in random matches that suggests this kind of action."""
    face = face_of(name, language)
    matches = (sights(name, each, players=3, **short(name)) for each in range(seed, seed + 5))
    for sight in chain.from_iterable(matches):
        if any(isinstance(action, kind) for action in sight.legal):
            hint = bots.hint(name, sight.view, sight.legal, Rng(seed, "hint"))
            if hint is not None and isinstance(hint.action, kind):
                console = Console(file=io.StringIO(), width=100, record=True)
                show_hint(console, face, hint, sight)
                return " ".join(console.export_text().split()), face, hint, sight
    pytest.fail(f"no hint ever suggested {kind}")


@pytest.mark.parametrize(
    ("name", "language", "kind", "shown"),
    [
        ("jericho", "de", First, r"\d: "),
        ("jericho", "de", Wall, r"m \d: "),
        ("jericho", "de", Trumpet, r"t (rot|gelb|grün|blau|weiß): "),
        ("souvenirs", "de", Place, r"\d [a-i][1-9]: .*(Spalte|Reihe|Dort hilft)"),
        ("souvenirs", "de", Book, r"([a-i]: .*Spalte|[1-9]: .*Reihe)"),
        ("flow", "fr", Play, r"[1-4]: "),
        ("flow", "fr", Steal, r"[a-f]: "),
        ("flow", "fr", Set, r"0: "),
        ("photo_rummy", "en", Draw, r"[1-5]: "),
        ("photo_rummy", "de", Pass, r"passen?: "),
        ("photo_rummy", "en", Lay, r"((new|add|take) [A-Z\d ]+ › )+lay: "),
    ],
)
def test_a_hint_shows_what_the_person_would_type(
    name: str, language: str, kind: type, shown: str
) -> None:
    page, face, hint, sight = hinted(name, language, kind)
    assert re.match(shown, page), page
    read = typed(face, hint.action, sight)
    if isinstance(hint.action, Lay):
        assert same_table(read.table, hint.action.table)
    else:
        assert read == hint.action


def test_a_hint_to_lay_says_which_cards_make_which_combination() -> None:
    page, face, hint, sight = hinted("photo_rummy", "en", Lay)
    assert isinstance(hint.action, Lay)
    assert "(" not in page.split("lay: ")[0]
    lines = [marked(line).plain for line in face.spelled_out(hint.action, sight)]
    assert lines
    assert all(" ".join(line.split()) in page for line in lines)
    assert all(re.match(r"(row \w+|set “.+”): ", line) for line in lines)
    assert any("+" in line for line in lines)


def test_a_letter_of_a_combination_never_means_a_new_one() -> None:
    cities = ("oslo", "paris", "rome", "bern", "berlin", "madrid", "lisbon")
    halves = (("palace", "church", "sight"), ("symbol", "delicacy", "letterbox"))
    table = [tuple(f"{city}-{each}" for each in half) for city in cities for half in halves]
    draft = Draft(table, ("vienna-palace",))
    me = PlayerView(1, ("vienna-palace",), True, 0)
    obeyed("add 1 N", draft, me, Voice("photo_rummy", "en"))
    assert "vienna-palace" in draft.now.groups[13]
