"""Plays at random: python bot.py http://127.0.0.1:8317 TABLE [TOKEN]; for the name of a game it opens a table."""

import asyncio
import json
import secrets
import sys
from hashlib import sha256
from pathlib import Path
from urllib.request import Request, urlopen

from websockets import WebSocketException, connect


async def main(site, table, token=""):
    me = {"Authorization": f"Bearer {token}"} if token else {"Origin": site}

    def post(path, body):
        return urlopen(Request(site + path, json.dumps(body).encode(), {**me, "Content-Type": "application/json"}))

    me |= {} if token else {"Cookie": post("/api/guests", {"name": "Robot"}).headers["Set-Cookie"].partition(";")[0]}
    if opens := len(table) < 10:
        table = json.load(post("/api/tables", {"game": table, "seats": 2, "bots": ["novice"]}))["id"]
    async with connect(site.replace("http", "ws", 1) + "/api/socket", additional_headers=me) as socket:

        async def ask(do, **fields):
            await socket.send(json.dumps({"do": do, "id": secrets.token_hex(8), "table": table, **fields}))

        await ask("join", style="view")
        await ask("start" if opens else "sit")
        seat, handed, answered = None, (0, ""), 0
        async for text in socket:
            seat, desk = (told := json.loads(text)).get("you", seat), told.get("desk", {})
            phase, kept = desk.get("phase"), Path(f"{int(desk.get('commitment', '0'), 16):x}.{seat}.part")
            if phase in ("sealing", "showing") and handed < (handed := (desk["deal"], phase)):  # my part of chance
                kept.write_text(part := kept.read_text() if kept.exists() else secrets.token_hex(32))
                lines = f"sprawdzam seal 1\ntable {table}\ndeal {desk['deal']}\nseat {seat}\npart {part}\n".encode()
                await (ask("seal", seal=sha256(lines).hexdigest()) if phase == "sealing" else ask("show", part=part))
            elif phase in ("over", "aborted"):
                kept.unlink(missing_ok=True)
                return print(f"{table} is {phase}; my seat: {seat}, ranks: {desk.get('ranks')}")
            if told.get("actions") and told["asked"] > answered:  # each question is answered once
                await ask("play", actions=[secrets.choice(told["actions"])], asked=(answered := told["asked"]))
            elif told["is"] == "refused":
                print(told["text"], file=sys.stderr) if seat is not None else sys.exit(told["text"])


try:
    asyncio.run(main(*sys.argv[1:])) if len(sys.argv) in (3, 4) else sys.exit(__doc__)
except (OSError, ValueError, WebSocketException) as fault:  # nobody is there, or no such game, or a wrong token
    sys.exit(json.load(fault)["text"] if "/json" in str(getattr(fault, "headers", "")) else f"{sys.argv[1]}: {fault}")
