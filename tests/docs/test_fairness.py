"""What docs/fairness.md tells other programs is true: its commands, its JavaScript and its table of values are run."""

from __future__ import annotations

import json
import shutil
import subprocess
from random import Random

import pytest

from sprawdzam.engine.chance import Keyed, Zone
from sprawdzam.engine.fairness import commitment, deal_secret, seal

from .pages import ROOT, blocks

PAGE = ROOT / "docs" / "fairness.md"
ROWS = [line.strip("|").replace("`", "").split("|") for line in PAGE.read_text("utf-8").splitlines()]
VECTORS = [[cell.strip() for cell in row] for row in ROWS if len(row) == 7 and row[1].strip().isdecimal()]
TAIL = """
const cases = JSON.parse(require("node:fs").readFileSync(0));
(async () => {
  const told = [];
  for (const [table, deal, secret, parts] of cases) {
    const key = await dealSecret(table, deal, secret, parts);
    const seals = await Promise.all(parts.map((part, seat) => part && seal(table, deal, seat, part)));
    told.push([await commitment(table, deal, secret), seals, key, await place(key, "deck", 17, 30)]);
  }
  console.log(JSON.stringify(told));
})();
"""


class Deck:
    name = "DECK"

    def __index__(self) -> int:
        return 0


DECK: Zone = Deck()


@pytest.mark.skipif(not shutil.which("openssl") or not shutil.which("sha256sum"), reason="needs openssl and sha256sum")
def test_the_commands_print_what_is_shown() -> None:
    (shown,) = blocks(PAGE, "sh")
    (printed,) = blocks(PAGE, "text")
    done = subprocess.run(["sh", "-eu"], input=shown.text, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == printed.text


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_javascript_computes_what_the_engine_does() -> None:
    (shown,) = blocks(PAGE, "js")
    luck = Random(1)
    deals = [
        (
            f"T-{seats}_x",
            seats * 10**6 + 1,
            luck.randbytes(32),
            [luck.choice((None, luck.randbytes(32))) for _ in range(seats)],
        )
        for seats in (1, 2, 3, 6)
    ]
    cases = [[t, d, s.hex(), [p and p.hex() for p in parts]] for t, d, s, parts in deals]
    done = subprocess.run(
        ["node", "-e", shown.text + TAIL],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    right = [
        [
            commitment(table, deal, secret),
            [part and seal(table, deal, seat, part) for seat, part in enumerate(parts)],
            (key := deal_secret(table, deal, secret, parts)).hex(),
            Keyed(key).roll(DECK, 17, 30),
        ]
        for table, deal, secret, parts in deals
    ]
    assert json.loads(done.stdout) == right


def test_the_values_for_other_programs_are_right() -> None:
    assert len(VECTORS) == 3
    for table, deal, secret, parts, told, key, place in VECTORS:
        row = [None if part == "-" else bytes.fromhex(part) for part in parts.split()]
        assert commitment(table, int(deal), bytes.fromhex(secret)) == told
        assert deal_secret(table, int(deal), bytes.fromhex(secret), row).hex() == key
        assert Keyed(bytes.fromhex(key)).roll(DECK, 0, 52) == int(place)
