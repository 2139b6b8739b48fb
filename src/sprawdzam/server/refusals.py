"""How a refusal is told to programs: a code that never changes, and when it is worth trying again."""

from __future__ import annotations

import re

from sprawdzam.engine.errors import SprawdzamError


class TooFast(SprawdzamError):
    """Too many requests. ``wait`` seconds from now there is room again."""

    def __init__(self, template: str, *, wait: float, **fields: object) -> None:
        super().__init__(template, **fields)
        self.wait = wait

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.template, self.wait, self.fields)


def _again(template: str, wait: float, fields: dict[str, object]) -> TooFast:
    return TooFast(template, wait=wait, **fields)


def code_of(error: SprawdzamError) -> str:
    """``IllegalAction`` is ``illegal_action``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()


def retry_after(error: SprawdzamError) -> float:
    """Seconds after which the same request may succeed; 0: it will not by itself."""
    if isinstance(error, TooFast):
        return round(error.wait, 3)
    return 0.5 if type(error).__name__ in ("Busy", "StoreDown") else 0.0
