"""The characters of Souvenirs: one books early, one collects and waits."""

from quartett.bots.characters import Character
from quartett.bots.souvenirs.players import Sound


class EarlyBird(Sound):
    """Books lines that have hardly begun, before somebody else does."""

    level = "early_bird"
    doubt = 0.4
    patience = -0.9


class Collector(Sound):
    """Waits for lines that are worth a lot, and books late."""

    level = "collector"
    doubt = 0.7
    patience = 2.2


CHARACTERS = (Character(EarlyBird, 5, "Emma"), Character(Collector, 5, "Felix"))
