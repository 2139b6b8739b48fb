"""The spaces of Gymnasium, for every surface that speaks in them."""

from __future__ import annotations

from contextlib import suppress
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces

from sprawdzam.engine.errors import IllegalAction
from sprawdzam.envs.observation import DTYPE, Layout

Seen = dict[str, Any]  #: an observation with a mask
Actions = spaces.Discrete[Any]


def observation_space(layout: Layout, actions: int) -> spaces.Dict:
    """Observations with a mask of so many actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=DTYPE.type),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def action_space(actions: int) -> Actions:
    return spaces.Discrete(actions)


def whole(action: Any) -> int:
    """An action as the engine takes it; a whole number of NumPy or PyTorch is welcome, a fraction is not."""
    if not isinstance(action, bool):
        with suppress(TypeError):
            return index(action)
    raise IllegalAction("{action} is no action: a whole number is needed", action=repr(action)[:60])
