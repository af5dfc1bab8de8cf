"""The four games as environments for learning: PettingZoo, Gymnasium and OpenSpiel."""

from quartett.env._names import action_names

__all__ = ["action_names", "missing"]


def missing(error: ImportError) -> ImportError:
    """The same error, naming the extra that brings what is not installed."""
    text = f"quartett.env needs {error.name}: pip install 'quartett[env]'"
    return type(error)(text, name=error.name)
