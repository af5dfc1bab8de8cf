"""The arena: many matches between bots on duplicate deals, to measure strength."""

from quartett.arena.run import Executor, Processes, Serial, play_all
from quartett.arena.schedule import Setup, jobs
from quartett.arena.stats import Summary, summarize

__all__ = [
    "Executor",
    "Processes",
    "Serial",
    "Setup",
    "Summary",
    "jobs",
    "play_all",
    "summarize",
]
