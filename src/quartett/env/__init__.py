"""The four games as environments for learning: PettingZoo, Gymnasium and OpenSpiel."""

from quartett.env._fields import Field, observation_fields
from quartett.env._names import action_names

__all__ = ["Field", "action_names", "missing", "observation_fields"]


def missing(error: ImportError) -> ImportError:
    """The same error, naming the extra that brings what is not installed."""
    text = f"quartett.env needs {error.name}: pip install 'quartett[env]'"
    return type(error)(text, name=error.name)
