"""How fast the page is, in a real browser on a real server: `python -m bench.page`, a part of `make bench`.

Everything runs on one machine, so the network costs nothing and the browser shares its cores with the server. A missed
bar is an exit code of 1. `--small` measures little, with slack, for `make test`; `--lighthouse` asks Lighthouse too,
which npm fetches for the occasion: no page and no test depends on it.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any

from tests.web.browser import Visitor, alone, browsing, chrome, opened, play_on

from sprawdzam.bench.bars import Bar, judge
from sprawdzam.bench.load.line import Address
from sprawdzam.bench.load.rest import ready
from sprawdzam.bench.load.servers import HOST, free_port
from sprawdzam.bench.measure import Measurement
from sprawdzam.bench.report import table
from sprawdzam.games import all_games
from sprawdzam.server.page import FOLDER

LIGHTHOUSE = "lighthouse@13.5.0"
LOOKS = 3
TRIES = 3  # at a look: now and then Lighthouse loses the trace of a page
# Lighthouse means to show a phone of the middle class, and tells how many times slower that is than which machine.
SLOWER = ((1500, 4), (800, 2), (0, 1))
AUDITS = ("performance", "accessibility", "best-practices")
BARS = (
    Bar("page interactive after", "page_interactive", "", 1.0),
    Bar("JavaScript that a table loads, gzipped", "page_script", "", 120, unit="kB"),
    Bar("a move is shown on the other page within, p95", "page_move_p95", "", 0.1),
    *(Bar(f"longest task while cards move, {game.name}", f"page_task_{game.name}", "", 0.05) for game in all_games()),
)
SLACK = 10.0  # a small run shares its cores with other tests; sizes get none
PACE = 0.25  # of the time that people need, while tasks are looked for
PATIENCE = 60.0  # seconds until the server must be up
TASK = "ThreadControllerImpl::RunTask"  # as a browser's trace calls it
QUIET = 250  # milliseconds without anything, before a move is measured
# Moments are told by one clock for all pages of a browser.
MOMENTS = """
window.now = () => (performance.timeOrigin + performance.now()) / 1000;
addEventListener('click', () => (window.pressed = window.now()), true);
window.watch = () => {
    window.shown = 0;
    const watcher = new MutationObserver(() => {
        watcher.disconnect();
        requestAnimationFrame(() => (window.shown = window.now()));
    });
    watcher.observe(document.querySelector('.stage'), { subtree: true, childList: true, characterData: true });
};
"""
# By itself: whoever looks at every frame has every frame drawn.
FIRST = """
const first = () => {
    if (document.querySelector('.label button')) window.first = performance.now() / 1000;
    else requestAnimationFrame(first);
};
requestAnimationFrame(first);
"""


@contextmanager
def serving(tempo: float) -> Iterator[str]:
    """A server as an operator would start it, and its address."""
    address = Address(HOST, free_port())
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as nowhere:
        command = [
            sys.executable, "-m", "sprawdzam", "serve", "--cold", "--tempo", str(tempo), "--rate", "1000000",
            "--port", str(address.port), "--database", f"sqlite:///{folder}/page.db",
        ]  # fmt: skip
        env = os.environ | {"XDG_DATA_HOME": folder}
        with subprocess.Popen(command, stdout=nowhere, stderr=nowhere, env=env) as server:
            try:
                end = time.monotonic() + PATIENCE
                while not asyncio.run(ready(address)):
                    if server.poll() is not None or time.monotonic() > end:
                        raise RuntimeError("the server does not start")
                    time.sleep(0.1)
                yield f"http://{HOST}:{address.port}"
            finally:
                server.terminate()


def come(browser: Any, **how: Any) -> Visitor:
    visitor = Visitor(browser, **how)
    visitor.page.add_init_script(MOMENTS)
    return visitor


def interactive(browser: Any, site: str, times: int) -> Measurement:
    """Seconds until there is something to press on the first page, for somebody who has never been there."""
    samples = []
    for _ in range(times):
        visitor = Visitor(browser)
        visitor.page.add_init_script(FIRST)
        visitor.page.goto(site)
        while not (first := visitor.page.evaluate("window.first")):
            visitor.page.wait_for_timeout(20)
        samples.append(first)
        visitor.context.close()
    return Measurement("page_interactive", "s", tuple(samples))


def script(browser: Any, site: str) -> list[Measurement]:
    """What a table loads, and all that was built."""
    visitor = come(browser)
    alone(visitor, site, "blef")
    loaded = visitor.page.evaluate("performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)")
    visitor.context.close()
    names = {path.removeprefix("/") for path in loaded if path.endswith(".js")}
    found = {
        "page_script": sum(squeezed(FOLDER / name) for name in names),
        "page_build": sum(squeezed(file) for file in FOLDER.rglob("*.js")),
    }
    return [Measurement(name, "kB", (size,)) for name, size in found.items()]


def squeezed(file: Path) -> float:
    return len(gzip.compress(file.read_bytes(), 9)) / 1000


def moves(browser: Any, site: str, wanted: int) -> list[Measurement]:
    """Seconds from a click on one page to the frame that shows it on the other."""
    players = [come(browser), come(browser)]
    samples: list[float] = []
    while len(samples) < wanted:
        players[1].sits_down(opened(players[0], site))
        players[0].page.get_by_role("button", name="Start the match").click()
        players[0].page.locator(".playing .tray").wait_for()
        while len(samples) < wanted and not players[0].finished:
            samples += [took for pair in (players, players[::-1]) if (took := one_move(*pair))]
    for player in players:
        player.context.close()
    ranked = sorted(samples)
    return [
        Measurement("page_move", "s", tuple(samples)),
        Measurement("page_move_p95", "s", (ranked[ceil(0.95 * len(ranked)) - 1],), note=f"of {len(ranked)}"),
    ]


def one_move(actor: Visitor, other: Visitor) -> float:
    """0 if the actor is not the only one who is asked, or what was pressed was not the end of a question."""
    seen = actor.glance()
    if not seen["asked"]:
        actor.page.wait_for_timeout(20)
        return 0.0
    actor.page.wait_for_timeout(QUIET)
    idle = not other.asked
    ends = bool(seen["met"]["go"] or seen["met"]["call"])
    if idle and ends and other.page.locator(".stage").count():
        other.page.evaluate("window.watch()")
    actor.moves()
    actor.page.wait_for_timeout(QUIET)
    if not (idle and ends) or actor.page.locator(".actions .back").count():
        return 0.0
    shown, pressed = other.page.evaluate("window.shown"), actor.page.evaluate("window.pressed")
    return float(shown - pressed) if shown and pressed and shown > pressed else 0.0


def tasks(browser: Any, site: str, game: str, seats: int, seconds: float, looks: int) -> Measurement:
    """How long the page works at its longest task on a full table while cards fly.

    By the processor's time: by the clock a task also waits for its core, which the server, the bots and a browser that
    paints without a graphics card have as well. What it took by the clock is told beside it. Of several looks the one
    in the middle counts: the host of a virtual machine may take its core away in the middle of any task.
    """
    found = []
    for _ in range(looks):
        tried = [longest_task(browser, site, game, seats, seconds / 2, phone) for phone in (False, True)]
        found.append(tuple(map(max, zip(*tried, strict=True))))
    worked, took = zip(*found, strict=True)
    return Measurement(
        f"page_task_{game}", "s", worked, note=f"{seats} seats, desktop and phone; by the clock {median(took):.3f} s"
    )


def longest_task(browser: Any, site: str, game: str, seats: int, seconds: float, phone: bool) -> tuple[float, float]:
    visitor = come(browser, calm=False, phone=phone)
    alone(visitor, site, game, seats)
    visitor.page.wait_for_timeout(1000)
    browser.start_tracing(page=visitor.page, categories=["toplevel"])
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (seen := visitor.glance())["finished"]:
        if not (seen["asked"] and visitor.moves(seen)):
            visitor.page.wait_for_timeout(50)
    told = json.loads(browser.stop_tracing())["traceEvents"]
    visitor.context.close()
    return longest(told)


def longest(told: list[dict[str, Any]]) -> tuple[float, float]:
    """The seconds of the longest tasks of what draws pages, by the processor and by the clock, of a browser's trace."""
    threads = {
        (one["pid"], one["tid"])
        for one in told
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    # One that was under way when the trace began or ended has no end.
    runs = [one for one in told if one["name"] == TASK and (one["pid"], one["tid"]) in threads and "tdur" in one]
    return max(one["tdur"] for one in runs) / 1e6, max(one["dur"] for one in runs) / 1e6


def places(browser: Any, site: str) -> dict[str, str]:
    """One page of each kind; a match is played for the last of them."""
    visitor = come(browser)
    alone(visitor, site, "blef")
    found = {"lobby": site, "new table": f"{site}/new/rys", "rules": f"{site}/rules/nerwy", "table": visitor.page.url}
    alone(visitor, site, "blef")
    play_on(visitor, until=lambda: visitor.finished)
    found["replay"] = f"{visitor.page.url}/replay"
    visitor.context.close()
    return found


def lighthouse(pages: dict[str, str]) -> list[Measurement]:
    """How many points of 100 each audit takes away, on the page where it takes most; of several looks at a page the
    one in the middle, since they differ by what else the machine does."""
    report = audited(next(iter(pages.values())))
    if not report:
        return []
    index = float(report["environment"]["benchmarkIndex"])
    slower = next(times for least, times in SLOWER if index >= least)
    print(f"Lighthouse: a machine of index {index:.0f}, slowed down {slower} times", file=sys.stderr)
    lost: dict[str, dict[str, float]] = {}
    for page, address in pages.items():
        looks = [points(audited(address, slower)) for _ in range(LOOKS)]
        lost[page] = {name: median(look[name] for look in looks) for name in AUDITS}
        scores = ", ".join(f"{name} {100 - lost[page][name]:.0f}" for name in AUDITS)
        print(f"Lighthouse, {page}: {scores}", file=sys.stderr)
    worst = {name: max(lost, key=lambda page: lost[page][name]) for name in AUDITS}
    return [
        Measurement(
            f"page_{name}", "points lost", (lost[worst[name]][name],), note=f"{worst[name]}; slowed down {slower} times"
        )
        for name in AUDITS
    ]


def audited(address: str, slower: int = 4) -> dict[str, Any]:
    """What Lighthouse says of a page; nothing if it does not run."""
    flags = "--headless --no-sandbox --disable-dev-shm-usage"
    command = [
        "npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--only-categories={','.join(AUDITS)}",
        f"--throttling.cpuSlowdownMultiplier={slower}", f"--chrome-flags={flags}",
    ]  # fmt: skip
    env = os.environ | {"CHROME_PATH": chrome() or ""}
    for _ in range(TRIES):
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, check=False)
        if not done.returncode:
            break
    else:
        print(f"Lighthouse did not run: {done.stderr.strip()[-500:]}", file=sys.stderr)
        return {}
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def points(report: dict[str, Any]) -> dict[str, float]:
    """The points lost by audit; all of them if Lighthouse did not run this time."""
    found = report.get("categories", {})
    return {name: round(100 - 100 * found[name]["score"], 1) if name in found else 100.0 for name in AUDITS}


def measured(small: bool, audits: bool) -> list[Measurement]:
    with serving(0.0) as site, serving(PACE) as slow, browsing() as browser:  # a browser's loop lets no other one start
        found = [interactive(browser, site, 2 if small else 7), *script(browser, site)]
        found += moves(browser, site, 5 if small else 100)
        found += lighthouse(places(browser, site)) if audits else []
        for game in all_games()[:1] if small else all_games():
            found.append(tasks(browser, slow, game.name, max(game.seats), 5 if small else 30, 1 if small else LOOKS))
    return found


def main(words: list[str]) -> int:
    small, audits = "--small" in words, "--lighthouse" in words
    if not (FOLDER / "index.html").exists() or chrome() is None:
        print("The page was not measured: it needs `make page`, and a Chromium (CHROME names one).", file=sys.stderr)
        return 1
    found = measured(small, audits)
    bars = list(BARS)
    bars += [Bar(f"Lighthouse, {name}: points lost", f"page_{name}", "", 5, unit="") for name in AUDITS if audits]
    if small:
        bars = [replace(bar, factor=bar.factor * (SLACK if bar.unit == "s" else 1)) for bar in bars]
    verdicts = [judge(bar, found) for bar in bars if not small or any(m.name == bar.ours for m in found)]
    if "--json" in words:
        print(
            json.dumps({"measurements": [m.fields() for m in found], "bars": [v.fields() for v in verdicts]}, indent=1)
        )
    else:
        print(table(found, verdicts))
    return int(any(verdict.met is not True for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
