"""A bot for Jericho that likes long walls, and how it fares in the arena.

Also from the command line: quartett arena jericho --bots examples/own_bot.py:Builder,easy
"""

from collections.abc import Sequence

from quartett import Rng
from quartett.arena import Processes, Setup, jobs, play_all, summarize
from quartett.bots import Bot
from quartett.games.jericho import Action, View, Wall


class Builder(Bot[View, Action]):
    """Builds whenever it can, with the most valuable card; else does anything."""

    games = ("jericho",)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The highest wall card, if there is one."""
        walls = [action for action in legal if isinstance(action, Wall)]
        if not walls:
            return rng.choice(legal)
        return max(walls, key=lambda wall: int(wall.card.rpartition("-")[2]))


def main() -> None:
    """Ten deals, each in every seat rotation, against two easy bots."""
    setup = Setup("jericho", ((f"{__file__}:Builder", "easy", "easy"),), seed=1)
    summary = summarize(setup, play_all(setup, list(jobs(setup, 30)), Processes(2)))
    for bot in summary.tables[0].bots:
        name = bot.bot.rpartition(":")[2]
        print(
            f"{name}: {bot.share.mean:.0%} of the wins ({bot.share.low:.0%}–{bot.share.high:.0%})"
        )


if __name__ == "__main__":
    main()
