"""Networks that are not shipped, as bots for the arena; CANDIDATE names the file of weights.

    CANDIDATE=jericho-training/weights.npz quartett arena jericho \\
        --bots research/candidate.py:JerichoNetwork,hard --players 3 --games 300
"""

import os
from pathlib import Path

from quartett.bots.flow import master as flow
from quartett.bots.jericho import master as jericho
from quartett.bots.photo_rummy import master as photo_rummy
from quartett.bots.souvenirs import master as souvenirs

WEIGHTS = Path(os.environ["CANDIDATE"])


class JerichoNetwork(jericho.Network):
    """The network alone."""

    weights = WEIGHTS


class JerichoMaster(jericho.Master):
    """The network within its search."""

    weights = WEIGHTS


class SouvenirsNetwork(souvenirs.Network):
    """The network alone."""

    weights = WEIGHTS


class SouvenirsMaster(souvenirs.Master):
    """The network within its search."""

    weights = WEIGHTS


class PhotoRummyMaster(photo_rummy.Master):
    """The network, which is all there is."""

    weights = WEIGHTS


class FlowMaster(flow.Master):
    """The network at the pace of hard."""

    weights = WEIGHTS
