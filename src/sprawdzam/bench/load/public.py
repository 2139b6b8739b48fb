"""What anybody may see of a table, and whether a stranger was told more than that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Sequence
from itertools import product

from sprawdzam.bench.load.line import Address, Line
from sprawdzam.engine.texts import LANGUAGES

STYLES = ("scene", "view")
PATIENCE = 10.0  # seconds for an answer
TABLES = (b'{"is":"frame"', b'{"is":"whole"')


async def shown(addresses: Sequence[Address], tables: Sequence[str]) -> frozenset[bytes]:
    """Every ``whole`` and ``frame`` that an honest spectator is sent of these tables: in every style and language, now
    and from the beginning on. As long as nothing happens there, nobody without a seat may be sent any other one."""
    asked = [_asked(address, table) for address in addresses for table in tables]
    return frozenset(body for bodies in await asyncio.gather(*asked) for body in bodies if body.startswith(TABLES))


async def _asked(address: Address, table: str) -> list[bytes]:
    heard: list[bytes] = []
    for style, language, since in product(STYLES, LANGUAGES, (None, 1)):
        line = await Line.dial(address, "", heard.append, lambda: None)  # over the same one nothing is told twice
        try:
            id = f"{style}.{language}.{since}"
            join = {"do": "join", "id": id, "table": table, "style": style, "language": language}
            line.send(json.dumps(join if since is None else join | {"since": since}).encode())
            await _answer(heard, f'{{"is":"done","id":"{id}"'.encode())
        finally:
            line.close()
    return heard


async def _answer(heard: list[bytes], start: bytes) -> None:
    async with asyncio.timeout(PATIENCE):
        while not any(body.startswith(start) for body in heard):
            await asyncio.sleep(0.005)


def leaks(body: bytes, public: Collection[bytes]) -> bool:
    """Whether something that a stranger was sent tells more than spectators see: a table otherwise than they are shown
    it, or a result, which only those with a seat can ask for."""
    if body.startswith(TABLES):
        return body not in public
    return body.startswith(b'{"is":"done"') and b'"result":' in body
