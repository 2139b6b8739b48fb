"""The page for browsers, as `web/` builds it: files with a fingerprint in their name for ever, the rest always fresh.

All of it is read once, when the server starts, and kept together with a compressed copy: it is small.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
AHEAD = "ahead.json"
TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

NO_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sprawdzam!</title>
<h1>Sprawdzam!</h1>
<p>The server runs, and programs can play; but its page for browsers has not been built.
<p>To build it, install Node.js 20 or later and call <code>make page</code>, then start the server again.
<p>The table in the terminal needs no page: <code>sprawdzam play blef</code>.
<p lang="pl">Serwer działa i programy mogą grać, ale strona dla przeglądarek nie została zbudowana.
Zainstaluj Node.js 20 lub nowszy i wywołaj <code>make page</code>, a potem uruchom serwer od nowa.
W terminalu można grać bez niej: <code>sprawdzam play blef</code>.
"""


class File(NamedTuple):
    body: bytes
    packed: bytes | None
    kind: str
    cache: str

    def answer(self, request: Request, ahead: str = "") -> Response:
        headers = {"cache-control": self.cache} | ({"link": ahead} if ahead else {})
        body = self.body
        if self.packed is not None:
            headers["vary"] = "accept-encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                headers["content-encoding"], body = "gzip", self.packed
        return Response(body, headers=headers, media_type=self.kind)


class Page:
    """What browsers get: the files of the bundle, and its index for every address of the page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: Mapping[str, File] = _read(folder)
        self.ahead: Mapping[str, str] = _ahead(self.files)

    def routes(self) -> list[Route]:
        """To be mounted last: whatever nobody else answers is an address of the page."""
        return [Route("/{path:path}", self._answer)]

    async def _answer(self, request: Request) -> Response:
        path = request.url.path.removeprefix("/")
        if found := self.files.get(path):
            return found.answer(request)
        if path.startswith("assets/"):  # of an older page: better none than another one under its name
            return Response("not found\n", 404, media_type="text/plain")
        if index := self.files.get("index.html"):
            names = "/".join(path.split("/")[::2])  # t/abc/replay: the replay of a table
            return index.answer(request, self.ahead.get(names, ""))
        return Response(NO_PAGE, 503, {"cache-control": "no-store"}, media_type="text/html")


def _read(folder: Path) -> dict[str, File]:
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name, body = path.relative_to(folder).as_posix(), path.read_bytes()
            kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
            packed = gzip.compress(body, mtime=0) if kind.startswith(TEXTS) else None
            files[name] = File(body, packed, kind, FOR_EVER if name.startswith("assets/") else ASK_AGAIN)
    return files


def _ahead(files: Mapping[str, File]) -> dict[str, str]:
    """What a browser is told together with the index that it will need: on a slow line that saves a way there and back.

    By the names in an address; `web/vite.config.ts` lists it."""
    if AHEAD not in files:
        return {}
    wanted: dict[str, list[str]] = json.loads(files[AHEAD].body)
    return {names: ", ".join(map(_hint, paths)) for names, paths in wanted.items()}


def _hint(path: str) -> str:
    how = "modulepreload" if path.endswith(".js") else "preload; as=style"
    return f"</{path}>; rel={how}; crossorigin; fetchpriority=low"  # after what the index itself asks for
