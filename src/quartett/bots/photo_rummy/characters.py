"""The characters of Photo Rummy: one hoards jokers, one lays whatever can go."""

from quartett.bots.characters import Character
from quartett.bots.photo_rummy.candidates import most
from quartett.bots.photo_rummy.players import Medium
from quartett.games.photo_rummy.cards import is_joker
from quartett.games.photo_rummy.solver import Solution
from quartett.games.photo_rummy.state import Combinations


class Hoarder(Medium):
    """Keeps jokers for the lay that ends the round."""

    level = "hoarder"
    behind = 6
    unnoticed = unnoticed_at_last = 48

    def found(self, seen: Combinations, rack: tuple[str, ...], opened: bool) -> Solution:
        """Everything, or the most without jokers."""
        whole = most(seen, rack, opened)
        if whole.goes_out:
            return whole
        photos = tuple(card for card in rack if not is_joker(card))
        return most(seen, photos, opened)


class Spender(Medium):
    """Lays whatever can go, and helps the others with it."""

    level = "spender"
    behind = 14
    unnoticed = unnoticed_at_last = 40


CHARACTERS = (Character(Hoarder, 5, "Moritz"), Character(Spender, 5, "Lotte"))
