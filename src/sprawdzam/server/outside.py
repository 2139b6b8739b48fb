"""``Outside``: what a node takes from the world, so that tests can put their own in place."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from sprawdzam.server.table import Chance, keyed


class Outside(NamedTuple):
    """Everything that does not follow from events: the time, ids, secrets and luck. Tests put their own in place."""

    now: Callable[[], int]
    token: Callable[[], str]
    secret: Callable[[], bytes]
    luck: Callable[[], Random]
    chance: Chance = keyed
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """So many unguessable bytes: ids and sessions of people."""
