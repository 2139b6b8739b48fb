"""Passwords are kept as argon2id hashes. Hashing is slow on purpose, so it runs beside the event loop."""

from __future__ import annotations

import asyncio
import unicodedata
from base64 import b64encode

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2  # each takes 64 MB, and everybody may ask for one


class Passwords:
    """Makes and checks hashes, a few at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobodys = _nobodys(self._hasher)

    async def hash(self, password: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, _plain(password))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether the password is that of the hash. Where there is no hash the same work is done for nothing, so that
        the time of the answer does not tell who exists."""
        async with self._turns:
            fits = await asyncio.to_thread(self._verify, hashed or self._nobodys, _plain(password))
        return fits and hashed is not None

    def outdated(self, hashed: str) -> bool:
        """Whether the hash was made with weaker settings than today's."""
        return self._hasher.check_needs_rehash(hashed)

    def _verify(self, hashed: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def _nobodys(hasher: PasswordHasher) -> str:
    """A hash that no password has, and that takes as long to check as any other. It is written, not made: a server
    that starts again keeps people waiting."""
    salt, digest = (b64encode(bytes(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len))
    return f"$argon2id$v=19$m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}${salt}${digest}"


def _plain(password: str) -> bytes:
    """The same bytes whatever keyboard composed the letters."""
    return unicodedata.normalize("NFKC", password).encode()
