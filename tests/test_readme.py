"""The examples in README and docs are true, and an editor finds nothing wrong with them."""

import doctest
import re
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]


def test_the_examples_of_the_readme_run_as_shown() -> None:
    outcome = doctest.testfile(str(README), module_relative=False)
    assert outcome.attempted > 10
    assert outcome.failed == 0


def test_every_example_passes_strict_checking(tmp_path: Path) -> None:
    """Blocks of one page are one program, as a reader would type them."""
    programs = []
    for page in PAGES:
        blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        if blocks:
            programs.append(tmp_path / f"example_{page.stem}.py")
            programs[-1].write_text("\n".join(map(program, blocks)), encoding="utf-8")
    assert len(programs) >= 2
    config = f"--config-file={ROOT / 'pyproject.toml'}"
    said, errors, status = api.run(["--strict", config, *map(str, programs)])
    assert status == 0, said + errors


def program(block: str) -> str:
    """A block as a program: of a session at the prompt only what was typed."""
    if ">>>" not in block:
        return block
    examples = doctest.DocTestParser().get_examples(block)
    return "".join(example.source for example in examples if not example.exc_msg)
