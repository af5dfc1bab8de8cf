"""The four games as environments for learning: PettingZoo, Gymnasium and OpenSpiel."""


def missing(error: ImportError) -> ImportError:
    """The same error, naming the extra that brings what is not installed."""
    text = f"quartett.env needs {error.name}: pip install 'quartett[env]'"
    return type(error)(text, name=error.name)
