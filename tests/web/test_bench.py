"""The page's own bench, small and with slack."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import why_not

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_page_is_light_and_quick() -> None:
    if reason := why_not():
        pytest.skip(reason)
    done = subprocess.run([sys.executable, "-m", "bench.page", "--small"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "page_script" in done.stdout and "page_move_p95" in done.stdout
