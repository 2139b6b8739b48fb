"""A program that plays blef for any host that speaks docs/engine-protocol.md; nothing of ours is imported.

sprawdzam arena blef --bots "program:python examples/engine_bot.py,instinct"
"""

import json
import sys

for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "sprawdzam":
        print("name prudent", "games blef", "ready", sep="\n", flush=True)
    elif line.startswith("new match"):
        seat = json.loads(rest.removeprefix("match "))["seat"]
    elif word == "view":
        view = json.loads(rest)
    elif line.startswith("legal\t"):
        legal = line.rstrip("\n").split("\t")[1:]
    elif word == "go":  # it believes a bid of which it holds a part, and checks any other
        bid = view["bids"][-1].split("x")[1] if view["bids"] else ""
        mine = [card.split("/")[0] for card in view["players"][seat]["cards"]]
        print("play", "check" if "check" in legal and bid not in mine else legal[0], flush=True)
    elif word == "quit":
        break
