"""What a player can do in Photo Rummy."""

from typing import Literal

from quartett.core.forms import Form, Move

STACKS = 5
"""How many face-down stacks there are (PR-04)."""


class Draw(Move, frozen=True, tag="draw"):
    """Draw the top card of a stack (PR-06)."""

    stack: int


class Lay(Move, frozen=True, tag="lay"):
    """Lay cards and regroup the table: the complete new table (PR-09 to PR-13)."""

    table: tuple[tuple[str, ...], ...]


class Pass(Move, frozen=True, tag="pass"):
    """Lay nothing and keep the drawn card (PR-14)."""


Action = Draw | Lay | Pass

DRAWS = tuple(Draw(stack) for stack in range(STACKS))
PASS = Pass()
"""The actions without choice, made once: listing legal actions only looks them up."""


Size = Literal["full", "small"]
"""How large the game is: as in the box, or small enough to be worked out completely."""


class Options(Form, frozen=True):
    """The agreements before a match (PR-02, PR-05)."""

    rounds: int = 3
    starter: int = 0
    size: Size = "full"
