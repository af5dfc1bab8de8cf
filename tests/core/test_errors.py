"""Errors travel between processes and are told in whatever language somebody asks for."""

import copy
import pickle

import pytest

from quartett.core.errors import FormatError, QuartettError, RuleError
from quartett.games.photo_rummy.lay import LayError


@pytest.mark.parametrize(
    "error",
    [
        RuleError("JE-01", "jericho.no_such_card", card="pink-9"),
        RuleError(None, "core.no_such_seat", seat=7, last=2),
        LayError("PR-07", "photo_rummy.empty_list", list=1, possible=True),
        FormatError("options: not JSON"),
    ],
)
def test_an_error_comes_out_of_another_process_as_it_was(error: QuartettError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


@pytest.mark.parametrize("language", ["pt", "DE", "", "../en"])
def test_in_a_language_that_there_is_not_english_is_spoken(language: str) -> None:
    error = RuleError("JE-01", "jericho.no_such_card", card="pink-9")
    assert error.text(language) == error.text("en")
