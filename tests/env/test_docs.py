"""What docs/bots.md shows runs as it stands, and its tiny agent learns."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_page_runs_and_its_agent_learns_to_win() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 5
    program: dict[str, Any] = {}
    exec(compile("\n".join(blocks), str(PAGE), "exec"), program)
    assert program["game"].is_over()
    assert sum(program["state"].returns()) > 0.99
    assert program["after"] > program["before"] + 0.1
