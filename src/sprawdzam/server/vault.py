"""Sealing what the database must not show: secrets of deals, and snapshots, which have hidden cards in them.

AES-256-GCM under a key that lies outside the database. A seal names the place that it was made for (table and slot),
so that whoever can write to the database cannot put one in the place of another.
"""

from __future__ import annotations

import hmac
import os
import secrets
from base64 import b32encode
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.folder import make_folder

VARIABLE = "SPRAWDZAM_KEY"
FILE = "key"
SIZE = 32  # bytes of a key
NONCE = 12  # bytes
ALIAS = 10  # bytes: as many as ids of people have
RECENT = 4096  # tables whose ciphers are kept: making one takes longer than using it


class BadKey(SprawdzamError):
    """No usable key, or not the one that the database was written with."""


class NoKey(BadKey):
    """There is no key where one is looked for."""


class Vault:
    """Seals and unseals bytes. ``draw`` is the source of nonces; tests that compare bytes hand in their own."""

    def __init__(self, key: bytes, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        if len(key) != SIZE:
            raise BadKey("a key has {size} bytes, but this one has {found}", size=SIZE, found=len(key))
        self._key = key
        self._draw = draw
        self._cipher = lru_cache(RECENT)(self._make_cipher)

    def seal(self, body: bytes, owner: str, place: str) -> bytes:
        nonce = self._draw(NONCE)
        return nonce + self._cipher(owner).encrypt(nonce, body, place.encode())

    def unseal(self, sealed: bytes, owner: str, place: str) -> bytes:
        try:
            return self._cipher(owner).decrypt(sealed[:NONCE], sealed[NONCE:], place.encode())
        except (InvalidTag, ValueError):  # a ValueError: not even as long as a nonce
            raise BadKey(
                "{place} of {owner}: it cannot be read with this key; give the key that the database was written with",
                place=place, owner=owner,
            ) from None  # fmt: skip

    def alias(self, table: str, who: str) -> str:
        """What somebody who has left for ever is called at a table: another name at each, always the same there, which
        nobody without the key can lead back."""
        told = hmac.digest(self._key, f"forgotten {table} {who}".encode(), "sha256")
        return b32encode(told[:ALIAS]).decode().lower()

    def _make_cipher(self, owner: str) -> AESGCM:
        # A key for each table: random nonces are safe for 2**32 seals under one key, which a busy server would
        # reach within months, and no table ever does.
        return AESGCM(hmac.digest(self._key, owner.encode(), "sha256"))


def find_key(folder: Path, environment: Mapping[str, str] = os.environ, *, make: bool = True) -> bytes:
    """The key from the environment, else the one in the folder, which is made if there is none (unless ``make`` says
    that it has to be there).

    Two who start at the same moment get the same one.
    """
    if given := environment.get(VARIABLE):
        return _read(given, VARIABLE)
    file = folder / FILE
    if not file.exists():
        if not make:
            raise NoKey(
                "the key of the server is needed: put the file {file} there, or set {variable}",
                file=str(file), variable=VARIABLE,
            )  # fmt: skip
        make_folder(folder)
        fresh = folder / f".{FILE}-{secrets.token_hex(8)}"
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_hex(SIZE) + "\n")
                out.flush()
                os.fsync(out.fileno())
            os.link(fresh, file)  # whole or not at all, and never over one that is there
        except FileExistsError:
            pass
        finally:
            fresh.unlink(missing_ok=True)
    if os.name == "posix" and file.stat().st_mode & 0o077:
        raise BadKey("{file}: others may read the key; run: chmod 600 {file}", file=str(file))
    return _read(file.read_text("ascii", errors="replace"), str(file))


def _read(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise BadKey("{where}: a key is {digits} hexadecimal digits", where=where, digits=2 * SIZE)
    return key
