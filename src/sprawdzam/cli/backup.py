"""``sprawdzam backup`` and ``sprawdzam restore``: a server's database in one file, and back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sprawdzam.cli.progress import SlowProgress
from sprawdzam.cli.serve import missing

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="As for serve: sqlite:///FILE or postgresql://...", show_default="in your data folder"
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")], *, database: Database = None
) -> None:
    """Copy a server's database into one file, while it runs.

    The key is not in that file, and a backup without its key is of no use: keep both, and not in the same place.
    """
    try:
        from sprawdzam.server import backups, folder, vault
    except ImportError as error:
        raise missing(error) from None
    home = folder.data_folder()
    with _progress("copying") as told:
        backups.backup(database or folder.default_database(home), file, told)
    key = vault.VARIABLE if os.environ.get(vault.VARIABLE) else str(home / vault.FILE)
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    print(f"The key is not in it. Keep {key} too, in another place: without it nothing can be restored.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What backup has written.")], *, database: Database = None
) -> None:
    """Put a backup where no database is yet.

    That is a new file, or an empty database of PostgreSQL.

    On a new machine two things are needed: the file, and the key of the server that it was made from, as the file
    "key" in your data folder or in SPRAWDZAM_KEY. What the backup was made from does not matter.
    """
    try:
        from sprawdzam.server import backups, folder, vault
    except ImportError as error:
        raise missing(error) from None
    home = folder.data_folder()
    url = database or folder.default_database(home)
    key = vault.find_key(home, make=False)
    if database is None:
        folder.make_folder(home)
    with _progress("copying") as told:
        backups.restore(file, url, key, told)
    shown = backups.without_password(url)
    print(f"restored: {shown}")
    print(f"Start the server: sprawdzam serve{f' --database {shown}' if database else ''}")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[float], None]]:
    """A bar in hundredths, told by the part that is done."""
    with SlowProgress(what, 100) as bar:
        shown = 0

        def told(part: float) -> None:
            nonlocal shown
            done = int(100 * part)
            bar.advance(done - shown)
            shown = done

        yield told
