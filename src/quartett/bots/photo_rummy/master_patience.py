"""How a learned player chooses: there is no way back from a lay, so it has to be clearly better.

Every turn brings another look at much the same choices, each judged a little wrong. Whoever takes
what looks best at once gives up sooner or later for no other reason than a wrong judgement.
"""

from collections.abc import Sequence
from typing import Final

from quartett.bots.photo_rummy.master_seen import After

PATIENCE: Final = 0.06
"""By so much of a victory a lay must be better than to wait."""


def favourite(options: Sequence[After], shares: Sequence[float]) -> int:
    """The place of the choice to make, by the share of the victory that each is worth."""
    best = max(range(len(options)), key=shares.__getitem__)
    out = next((at for at, each in enumerate(options) if not each.rack), None)
    if out is not None:
        return out if _pays(options[out]) else best
    return best if shares[best] >= shares[0] + PATIENCE else 0


def _pays(out: After) -> bool:
    """Whether to go out wins the match for sure, or leaves rounds to come."""
    known = out.situation
    if known.round < known.rounds:
        return True
    own = known.scores[0] + sum(known.sizes[1:])
    pairs = zip(known.scores[1:], known.sizes[1:], strict=True)
    return all(own > score - size for score, size in pairs)
