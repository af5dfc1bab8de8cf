"""What all tables of a server share."""

import sys
from functools import cached_property
from typing import Any

from quartett.server.bots.policy import BotPolicy
from quartett.server.metrics import Metrics
from quartett.server.settings import Settings, signing_key
from quartett.server.store.store import Store
from quartett.server.tokens import Tokens


class Services:
    """Settings, storage, bots, tokens and figures: one of each for a server."""

    store: Store
    """Where the tables are stored; there once they have been opened."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.bots = BotPolicy(settings.bots, settings.bot_seconds, self._bot_failed)
        self.tokens = Tokens(signing_key(settings.data_dir))

    def _bot_failed(self, game: str, bot: str, why: str) -> None:
        # Not `level`: that is how the log calls how grave an entry is.
        self.metrics.bot_failures += 1
        self.log.warning("bot_failed", game=game, bot=bot, why=why)

    @cached_property
    def log(self) -> Any:
        """Where the server says what went wrong; set up when first needed, to start quickly."""
        import structlog

        # Tracebacks without the values of variables: among those are tokens and secrets.
        return structlog.wrap_logger(
            structlog.PrintLogger(sys.stderr),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso"),
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
        )
