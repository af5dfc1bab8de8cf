"""Handbooks to be read as text: the cards of their examples by name, where a browser draws them."""

import re

from quartett.core.texts import Words, handbook

_BLOCK = re.compile(r"(?<=^```cards\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_MARKS = ("+", "-", ">")


def readable(game: str, language: str) -> str:
    """The handbook of a game, the cards of its examples named as the language calls them."""
    words = Words(game, language)
    return _BLOCK.sub(lambda block: _in_words(block[0], words), handbook(game, language))


def _in_words(block: str, words: Words) -> str:
    return "".join(f"{_named(line, words)}\n" for line in block.splitlines())


def _named(line: str, words: Words) -> str:
    """A label and its cards; a mark stands for all cards after it, so it takes a comma's place."""
    label, _, cards = line.partition(": ")
    said, between = f"{label}: ", ""
    for word in cards.split():
        if word in _MARKS:
            between = f" {word} " if between else f"{word} "
        else:
            said += between + words.name("card", word)
            between = ", "
    return said
