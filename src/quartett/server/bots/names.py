"""What bots are called: names of their own in each game, no two alike at a table."""

from collections.abc import Iterable

NAMES = {
    "photo_rummy": ("Ada", "Bruno", "Clara", "Diego", "Elin", "Fritz", "Greta", "Hugo"),
    "jericho": ("Noa", "Ruben", "Tamar", "Silas", "Mira", "Joel", "Lea", "Ezra"),
    "souvenirs": ("Paola", "Marco", "Ines", "Jonas", "Lou", "Sanne", "Theo", "Yara"),
    "flow": ("Zoe", "Kim", "Max", "Pia", "Finn", "Ida", "Leo", "Uma"),
}
OTHERS = ("Alma", "Boris", "Cora", "Dario", "Emil", "Fleur", "Gino", "Hanna")
"""For a game that has no names yet."""


def free_name(game: str, taken: Iterable[str]) -> str:
    """A name that nobody at the table has."""
    used = set(taken)
    names = NAMES.get(game, OTHERS)
    return next((name for name in names if name not in used), names[0])
