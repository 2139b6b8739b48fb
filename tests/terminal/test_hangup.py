"""Closing the terminal ends the table, also where the hangup itself reaches somebody else."""

import os
import pty
import signal
import subprocess
import sys
import time

WATCH = """
import signal, time
from sprawdzam.terminal import hangup
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it, as nohup does
hangup.EVERY = 0.05
hangup.end_with_the_terminal(0)
print("watching", flush=True)
time.sleep(60)
"""


def test_a_table_ends_with_its_terminal():
    """The terminal is not the program's controlling one here, so the system sends no signal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", WATCH], stdin=theirs, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        os.close(theirs)
        assert process.stdout is not None and process.stdout.readline() == b"watching\n"
        time.sleep(0.5)
        assert process.poll() is None, "the terminal is still there"
        os.close(ours)
        assert process.wait(timeout=30) == -signal.SIGHUP
    finally:
        process.kill()
        process.stdout.close()


def test_what_is_no_terminal_is_not_watched():
    done = subprocess.run(
        [sys.executable, "-c", WATCH.replace("time.sleep(60)", "time.sleep(0.5)")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
