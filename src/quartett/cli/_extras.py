"""Which extra brings a package that a command misses, as quartett's own metadata says."""

import re
from importlib.metadata import requires

from quartett.core.errors import QuartettError

EXTRA = re.compile(r"""^(?P<package>[\w.-]+).*\bextra == ['"](?P<extra>[\w-]+)['"]""")

PACKAGES = {"pyspiel": "open_spiel"}
"""The packages of modules that are not called like theirs."""

PREFERRED = {"load": "client"}
"""What a command is for, where several extras bring the same package and none has its name."""


class MissingExtraError(QuartettError):
    """A command needs packages that are not installed."""

    def __init__(self, command: str, extra: str) -> None:
        super().__init__(f"`{command}` needs more packages: pip install 'quartett[{extra}]'")


def missing_extra(command: str, error: ModuleNotFoundError) -> MissingExtraError | None:
    """What to install for a module that was not found; None where none of our extras has it."""
    module = (error.name or "").partition(".")[0]
    extras = _extras_with(PACKAGES.get(module, module))
    wanted = PREFERRED.get(command, command)
    extra = wanted if wanted in extras else next(iter(extras), None)
    return None if extra is None else MissingExtraError(f"quartett {command}", extra)


def _extras_with(package: str) -> list[str]:
    """The extras that bring a package, in the order in which they are declared."""
    found = (EXTRA.match(line) for line in requires("quartett") or [])
    return [
        each["extra"] for each in found if each and _folded(each["package"]) == _folded(package)
    ]


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
