"""Small changes of a position, to see what is said about each."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, BadPosition

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


def is_refused_with(position: dict[str, Any], edit: Edit, line: str) -> None:
    """As a view and as a whole, with one line that begins so."""
    with pytest.raises(BadPosition) as caught:
        sprawdzam.view(edited(position, edit), SPECTATOR)
    assert str(caught.value).startswith(line) and len(str(caught.value).splitlines()) == 1
    with pytest.raises(BadPosition):
        sprawdzam.position(edited(position, edit))
