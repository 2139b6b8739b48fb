"""Small changes of a position, to see what is said about each."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Edit = Callable[[dict[str, Any]], object]


def edited(position: dict[str, Any], edit: Edit) -> dict[str, Any]:
    changed = copy.deepcopy(position)
    edit(changed)
    return changed


def put(**fields: Any) -> Edit:
    return lambda position: position.update(fields)


def drop(name: str) -> Edit:
    return lambda position: position.pop(name)


def player(seat: int, **fields: Any) -> Edit:
    return lambda position: position["players"][seat].update(fields)
