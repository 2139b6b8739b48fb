"""Bots of one's own: ``path/to/file.py:Name`` or ``package.module:Name``; other languages have ``program.py``.

``Name`` is a class, or any function, that can be called without arguments and gives something with a ``name`` and
``decide(view, rng)``.
"""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from sprawdzam.bots import program
from sprawdzam.engine.errors import UnknownBot

if TYPE_CHECKING:
    from sprawdzam.bots import Bot


def is_own(name: str) -> bool:
    """Whether a name has the form of somebody's own bot; ``search:5000`` has not."""
    place, _, attribute = name.rpartition(":")
    known = _is_file(place) or all(part.isidentifier() for part in place.split("."))
    return known and attribute.isidentifier()


def load(name: str) -> Bot:
    """A new bot of that kind; says what is missing if there is none."""
    place, _, attribute = name.rpartition(":")
    module = _from_file(name, place) if _is_file(place) else _from_package(name, place)
    maker = getattr(module, attribute, None)
    if maker is None:
        there = [key for key, value in vars(module).items() if isinstance(value, type) and hasattr(value, "decide")]
        raise UnknownBot("bot {name}: {place} has no {attribute}; bots there: {there}",
                         name=name, place=place, attribute=attribute, there=", ".join(there) or "-")  # fmt: skip
    try:
        bot = maker()
    except Exception as error:
        raise UnknownBot("bot {name}: {attribute}() must give a bot, but fails: {problem}",
                         name=name, attribute=attribute, problem=_told(error)) from error  # fmt: skip
    if not isinstance(getattr(bot, "name", None), str):
        raise UnknownBot("bot {name}: it has no name; a bot needs name (a text) and decide(view, rng)", name=name)
    if not callable(getattr(bot, "decide", None)):
        raise UnknownBot("bot {name}: it has no decide; a bot needs name (a text) and decide(view, rng)", name=name)
    return cast("Bot", bot)


def absolute(name: str) -> str:
    """The same bot named so that a process in another folder finds it."""
    if program.is_program(name):
        return program.absolute(name)
    place, colon, attribute = name.rpartition(":")
    return f"{Path(place).resolve()}{colon}{attribute}" if is_own(name) and _is_file(place) else name


def digest(name: str) -> str | None:
    """A digest of the files that a bot comes from, to tell whether it was changed; None if it is not in a file."""
    place, _, _ = name.rpartition(":")
    if program.is_program(name):
        files = program.files(name)
    else:
        files = [Path(place)] if is_own(name) and _is_file(place) else []
    if not files:
        return None
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _is_file(place: str) -> bool:
    return place.endswith(".py") or "/" in place or "\\" in place


def _from_file(name: str, place: str) -> ModuleType:
    file = Path(place).resolve()
    called = f"sprawdzam_own_bot_{hashlib.sha256(str(file).encode()).hexdigest()[:16]}"
    if called in sys.modules:
        return sys.modules[called]
    if not file.is_file():
        raise UnknownBot("bot {name}: there is no file {file}", name=name, file=place)
    spec = spec_from_file_location(called, file)
    if spec is None or spec.loader is None:
        raise UnknownBot("bot {name}: {file} is no file of Python, whose name ends in .py", name=name, file=place)
    module = module_from_spec(spec)
    sys.modules[called] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[called]
        if not isinstance(error, Exception | SystemExit):
            raise
        raise UnknownBot("bot {name}: {file} cannot be loaded: {problem}",
                         name=name, file=place, problem=_told(error)) from error  # fmt: skip
    return module


def _from_package(name: str, place: str) -> ModuleType:
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{place}.".startswith(f"{error.name}."):
            raise UnknownBot("bot {name}: {file} cannot be loaded: {problem}",
                             name=name, file=place, problem=_told(error)) from error  # fmt: skip
        raise UnknownBot(
            "bot {name}: there is no module {module} (is its folder in PYTHONPATH?); a bot of your own is "
            "path/to/file.py:Name or package.module:Name",
            name=name, module=place,
        ) from None  # fmt: skip
    except (Exception, SystemExit) as error:
        raise UnknownBot("bot {name}: {file} cannot be loaded: {problem}",
                         name=name, file=place, problem=_told(error)) from error  # fmt: skip


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
