"""The two copies of each fast module: its source, and what was compiled from it.

`QUARTETT_FAST` chooses: `plain`, `compiled`, or `auto` (the default), which takes the compiled copy
if it was built from exactly these sources. Both can be loaded side by side by name.

mypyc projects usually compile in place: an extension beside each source, which Python prefers.
We decided against that for three reasons. A changed source would be silently shadowed by an older
compiled copy, which a stamp detects here. The tests compare both copies in one process, and
`QUARTETT_FAST` chooses when a program starts; of two files with one name only one can be imported.
And Photo Rummy's solver would also be compiled for the rules, which stay plain so that the fast
games are checked against independent code. The price is this file: imports are rewritten by
`compiled_text` and `_PlainLoader`, and `use` puts the compiled modules under the public names.
"""

import hashlib
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Literal

Copy = Literal["plain", "compiled"]

HERE = Path(__file__).parent
COMPILED = HERE / "_compiled"
SOLVER = "quartett.games.photo_rummy.solving"
SOLVING = HERE.parent / "games" / "photo_rummy" / "solving"
"""Photo Rummy's solver belongs to its rules, which are never compiled; playouts use a copy."""

VARIABLE = "QUARTETT_FAST"
_PACKAGE = __package__ or "quartett.fast"
PLAIN = f"{_PACKAGE}._plain"


def sources() -> dict[str, Path]:
    """The modules that have compiled copies, by the names of the copies."""
    solving = {f"solving_{name}": file for name, file in _modules(SOLVING).items()}
    return _modules(HERE) | solving


def _modules(folder: Path) -> dict[str, Path]:
    files = sorted(file for file in folder.glob("*.py") if not file.name.startswith("_"))
    return {file.stem: file for file in files}


def compiled_text(file: Path) -> str:
    """A source as it is compiled: its imports of the others name their compiled copies."""
    text = file.read_text(encoding="utf-8")
    text = text.replace("from quartett.fast.", "from quartett.fast._compiled.")
    return text.replace(f"from {SOLVER}.", "from quartett.fast._compiled.solving_")


def fingerprint() -> str:
    """What compiled copies depend on: the sources, and the interpreter's and machine's ABI."""
    digest = hashlib.sha256(str(sysconfig.get_config_var("EXT_SUFFIX")).encode())
    for name, file in sources().items():
        digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()


def is_compiled() -> bool:
    """Whether the compiled copies match the current sources."""
    stamp = COMPILED / "stamp"
    return stamp.is_file() and stamp.read_text() == fingerprint()


def chosen() -> Copy:
    """The copy that `QUARTETT_FAST` asks for."""
    wanted = os.environ.get(VARIABLE, "auto")
    if wanted == "plain":
        return "plain"
    if wanted not in ("auto", "compiled"):
        raise ImportError(f"{VARIABLE} is {wanted!r}; it may be auto, plain or compiled")
    if is_compiled():
        return "compiled"
    if wanted == "compiled":
        raise ImportError(f"{VARIABLE} is compiled, but nothing is; run scripts/setup")
    return "plain"


def load(name: str, copy: Copy) -> ModuleType:
    """One copy of a fast module, regardless of what the program uses."""
    package = f"{_PACKAGE}._{copy}"
    if package not in sys.modules:
        _open_package(package, copy)
    return import_module(f"{package}.{name}")


def _open_package(package: str, copy: Copy) -> None:
    module = ModuleType(package)
    module.__path__ = [str(HERE if copy == "plain" else COMPILED)]
    sys.modules[package] = module
    if copy == "plain":
        sys.meta_path.insert(0, _PlainFinder())
    else:
        # The modules are doors to one library, which they look for by its bare name.
        for file in COMPILED.glob("*__mypyc.*"):
            _load_library(file.name.partition(".")[0], file)


class _PlainFinder(MetaPathFinder):
    """Finds plain copies, even if the program itself uses compiled ones."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a plain copy, which imports plain copies of the others."""
        package, _, name = fullname.rpartition(".")
        file = HERE / f"{name}.py"
        if package != PLAIN or not file.is_file():
            return None
        loader = _PlainLoader(fullname, str(file))
        return importlib.util.spec_from_file_location(fullname, file, loader=loader)


class _PlainLoader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        text = Path(self.path).read_text(encoding="utf-8")
        text = text.replace(f"from {_PACKAGE}.", f"from {PLAIN}.")
        return compile(text, self.path, "exec", dont_inherit=True)


def _load_library(name: str, file: Path) -> None:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])


def use(copy: Copy) -> None:
    """Make this copy `quartett.fast.NAME` for the whole program."""
    if copy == "compiled":
        for name in _modules(HERE):
            module = load(name, copy)
            _name_publicly(module, f"{_PACKAGE}.{name}")
            sys.modules[f"{_PACKAGE}.{name}"] = module
            setattr(sys.modules[_PACKAGE], name, module)


def _name_publicly(module: ModuleType, name: str) -> None:
    """Give classes the public module name, so that either copy reads the pickles of the other."""
    for each in vars(module).values():
        if isinstance(each, type) and each.__module__ == module.__name__:
            each.__module__ = name
