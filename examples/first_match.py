"""A whole match of Souvenirs between two bots, told step by step."""

import quartett
from quartett import bots


def main() -> None:
    """Play and tell."""
    match = quartett.start("souvenirs", players=2, seed=5)
    players = [bots.get("souvenirs", "easy"), bots.get("souvenirs", "random")]
    while match.outcome is None:
        seat = min(match.to_act)
        rng = quartett.Rng("example", len(match.log))
        action = players[seat].choose(match.view(seat), match.legal(seat), rng)
        match.play(seat, action)
        print(f"seat {seat}: {action}")
    print("scores:", match.outcome.scores, "won by seat", match.outcome.winners[0])


if __name__ == "__main__":
    main()
