"""What is the best lay in Photo Rummy? Every rack of a dealt match, solved."""

import quartett
from quartett.games.photo_rummy.solver import can_go_out, solve


def main() -> None:
    """Deal, draw a few cards for everybody, and ask the solver."""
    match = quartett.start("photo_rummy", players=4, seed=12)
    for _ in range(8):
        seat = min(match.to_act)
        match.play(seat, {"type": "draw", "stack": 0})
        match.play(seat, {"type": "pass"})
    state = match.state
    for seat, player in enumerate(state.seats):
        found = solve(state.table, player.rack, player.opened)
        out = can_go_out(state.table, player.rack, player.opened)
        laid = ", ".join(found.laid) or "nothing"
        print(f"seat {seat} holds {len(player.rack)} cards, can lay {laid}; out: {out}")


if __name__ == "__main__":
    main()
