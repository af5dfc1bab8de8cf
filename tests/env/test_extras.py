"""Without the packages of the extra `env`, its modules say what to install."""

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("package", ["itself", "numpy"])
@pytest.mark.parametrize(
    ("module", "itself"),
    [("gymnasium", "gymnasium"), ("open_spiel", "pyspiel"), ("pettingzoo", "pettingzoo")],
)
def test_a_missing_package_names_the_extra(
    module: str, itself: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = itself if package == "itself" else package
    monkeypatch.setitem(sys.modules, gone, None)
    monkeypatch.delitem(sys.modules, f"quartett.env.{module}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=rf"{gone}: pip install 'quartett\[env\]'"):
        import_module(f"quartett.env.{module}")
