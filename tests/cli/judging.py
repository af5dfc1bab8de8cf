"""The judge as its command is run, here or as a process with pipes, and a small request for it."""

import io
import json
import subprocess
import sys
from typing import Any
from unittest.mock import patch

from quartett.cli import main

EXAMPLE: dict[str, Any] = {
    "game": "jericho",
    "state": {
        "seats": [
            {"hand": ["trumpet", "red-1"], "walls": {"green": ["green-1"]}},
            {"hand": ["blue-3"], "walls": {"green": ["green-1", "green-1", "trumpet"]}},
            {"hand": ["blue-4"]},
        ],
        "phase": "play",
    },
    "moves": [{"seat": 0, "action": {"type": "trumpet", "colour": "green"}}],
}


def judge(*requests: Any, options: tuple[str, ...] = ()) -> tuple[list[dict[str, Any]], int]:
    """The answers to these requests (text as it is, anything else as JSON) and the exit status."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    given, written = io.BytesIO("\n".join(lines).encode()), io.BytesIO()
    with (
        patch("sys.stdin", io.TextIOWrapper(given)),
        patch("sys.stdout", io.TextIOWrapper(written)) as out,
    ):
        status = main(["judge", *options])
        out.detach()
    return [json.loads(line) for line in written.getvalue().splitlines()], status


def judge_bytes(given: bytes, *options: str) -> tuple[list[dict[str, Any]], int]:
    """The answers of a process to these bytes, and its exit status."""
    command = [sys.executable, "-m", "quartett", "judge", *options]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode
