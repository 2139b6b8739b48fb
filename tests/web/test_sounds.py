"""Every sound of the page, played into a file instead of a loudspeaker, by a real browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "web"
BUNDLER = WEB / "node_modules" / ".bin" / "rolldown"
# Peak; loudness (decibels of the loudest 50 ms); when the last is heard; the largest sample of the last millisecond.
HEAR = """async (cues) => {
    const rate = 44100;
    const file = new OfflineAudioContext(1, rate, rate);
    file.resume = async () => {};  // one like this is started once it has all its sounds
    const hands = new EventTarget();
    const synth = new sounds.Synth(() => file);
    synth.volume = 1;
    synth.waitForHands(hands);
    hands.dispatchEvent(new Event('keydown'));
    synth.play(cues.map((sound) => ({ sound, at: 0 })));
    const heard = (await file.startRendering()).getChannelData(0);
    const largest = (some) => some.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const window = Math.round(rate / 20);
    let [sum, most] = [0, 0];
    heard.forEach((one, i) => {
        sum += one ** 2 - (heard[i - window] ?? 0) ** 2;
        most = Math.max(most, sum);
    });
    const end = heard.findLastIndex((one) => one !== 0);
    return {
        peak: largest(heard),
        loud: 10 * Math.log10(most / window),
        end: heard.findLastIndex((one) => one > 0.002) / rate,
        tail: largest(heard.slice(end - rate / 1000, end + 1)),
    };
}"""
USUAL = {"card", "slide", "flip", "deal", "dice", "token", "turn", "right", "wrong", "last", "win"}


@pytest.fixture(scope="module")
def listener(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A page that has nothing but the sounds."""
    if not BUNDLER.exists() or not shutil.which("node"):
        pytest.skip("the sounds are bundled with what `make page` installs")
    folder = tmp_path_factory.mktemp("sounds")
    command = [str(BUNDLER), "src/sound/synth.ts", "--format", "iife", "--name", "sounds", "--dir", str(folder)]
    subprocess.run(command, cwd=WEB, check=True, capture_output=True)
    page = browser.new_page()
    page.add_script_tag(path=folder / "synth.js")
    yield page
    page.close()


def test_every_sound_is_heard_is_short_and_ends_without_a_click(listener: Any) -> None:
    names = set(listener.evaluate("Object.keys(sounds.SOUNDS)"))
    assert names == USUAL | {"lift", "call"}
    heard = {name: listener.evaluate(HEAR, [name]) for name in sorted(names)}
    for name, one in heard.items():
        assert 0.1 < one["peak"] < 0.75, name
        assert 0.02 < one["end"] < 0.41, name
        assert one["tail"] < 0.001, name
    loud = {name: one["loud"] for name, one in heard.items()}
    assert all(-29 < loud[name] < -18 for name in USUAL), loud
    assert loud["call"] > max(loud[name] for name in USUAL)  # the loudest thing on the table
    assert -36 < loud["lift"] < min(loud[name] for name in USUAL)


def test_sounds_that_come_together_are_not_cut_off(listener: Any) -> None:
    for together in (["call", "card"], ["card", "token", "turn"], ["dice", "token"], ["win", "turn"]):
        assert listener.evaluate(HEAR, together)["peak"] < 1, together
