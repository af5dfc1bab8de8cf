"""What all tables of a server share."""

from quartett.server.bots.policy import BotPolicy
from quartett.server.bots.timeouts import BotFailed
from quartett.server.logging import Log
from quartett.server.metrics import Metrics
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.parts.memberships import Memberships
from quartett.server.parts.ownership import Ownership
from quartett.server.settings import Settings
from quartett.server.store.secrets import Keyring
from quartett.server.store.store import Store
from quartett.server.tokens import Tokens


class Services:
    """Settings, storage, bots, tokens and figures: one of each for a server."""

    ownership: Ownership
    """Which tables are ours; there once they have been opened."""

    store: Store
    """Where the tables are stored; there once they have been opened."""

    tokens: Tokens
    """Who is who; there once the tables have been opened, since its key is stored with them."""

    keys: Keyring
    """What signs tokens and deals the day's cards; there once the tables have been opened."""

    def __init__(self, settings: Settings, time: Time = PROCESS_TIME) -> None:
        self.settings = settings
        self.time = time
        """The time by which tables wait."""
        self.log = Log(settings.log_level)
        self.metrics = Metrics()
        self.memberships = Memberships()
        self.bots = BotPolicy(settings.bots, settings.bot_seconds, self._bot_failed)

    def _bot_failed(self, game: str, bot: str, error: BotFailed) -> None:
        # Not `level`: that is what the log calls how grave a line is. Only the kind of the
        # failure and the lines of code are logged: what an exception says may be a hidden card.
        self.metrics.bot_failures += 1
        why = str(error).partition(":")[0]
        self.log.warning("bot_failed", game=game, bot=bot, why=why, where="; ".join(error.where))
