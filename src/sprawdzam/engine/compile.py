"""``build``: rules and loops from plain Python to machine code.

Every function gets a twin: the same code object with its globals bound to the other twins, compiled by Numba with a
disk cache. Numba files a cached function under its module, name and line alone, so the twin's name carries a
digest of the source of all modules that take part and of the constants that were rebound: without it the cache
would run another game's rules, or stale ones after an edit in another file.

The cache lies in the user's cache folder, so that it works for a read-only installation and can be pruned.
"""

from __future__ import annotations

import atexit
import hashlib
import inspect
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

KEEP_DAYS = 30
ALL = "all-"  # begins the names of files that say that something is there as a whole
SHELVES = "sprawdzam.engine.shelf.Shelf,IPythonCacheLocator,ZipCacheLocator"  # those after the first are for sources
# that are no files
OPEN = ("sprawdzam.engine.contract", "sprawdzam.engine.chance")  # whose functions a game or a source stands in for


def cache_folder() -> Path:
    """Where machine code and other things that can be made again lie."""
    if own := os.environ.get("SPRAWDZAM_CACHE_DIR"):
        return Path(own)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "sprawdzam"


def build(
    *modules: ModuleType, label: str = "game", jit: bool = True, boundscheck: bool = False, **constants: object
) -> Any:
    """The functions of ``modules`` as one namespace, bound to one another.

    A function that a module imports from one of the others is bound to that function's twin. The verbs of
    ``contract`` and the draws of ``chance`` are open: they are bound to whatever earlier module provides that name.
    Modules of the same package that one of them imports functions from take part too, before it.
    ``constants`` rebinds module constants (a tiny deck) wherever they stand; it is an error if no module has them. With
    ``jit=False`` the twins stay interpreted.
    """
    modules = _with_siblings(modules)
    unknown = [name for name in constants if not any(hasattr(module, name) for module in modules)]
    if unknown:
        raise TypeError(f"no module has the constant {unknown[0]}")
    label = f"{label}_{digest(modules, boundscheck, constants)}"
    twins: dict[tuple[str, str], Any] = {}
    provided: dict[str, Any] = {}
    public: dict[str, Any] = {}
    for module in modules:
        names: dict[str, Any] = {**vars(module), **constants}
        options = {"boundscheck": boundscheck, "_nrt": _makes_arrays(module)}
        for name, value in vars(module).items():
            if not isinstance(value, FunctionType):
                continue
            origin = (value.__module__, value.__name__)
            if value.__module__ == module.__name__:
                names[name] = twins[origin] = _twin(value, names, f"{label}_{name}", jit, options)
            elif value.__module__ in OPEN:
                names[name] = provided.get(value.__name__, value)
            else:
                names[name] = twins.get(origin, value)
        own = {n: names[n] for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__}
        provided |= own
        public = {name: value for name, value in names.items() if not name.startswith("__")} | public | own
    return SimpleNamespace(**public)


def extend(function: Any, **compiled: Any) -> Any:
    """A loop whose rounds run side by side (``prange``), compiled, with these compiled functions in place of those that
    it names.

    It is built afterwards, so whoever does not need it does not wait for it, and what it calls is not compiled again.
    """
    module = sys.modules[function.__module__]
    told = repr((inspect.getsource(module), {name: each.__name__ for name, each in compiled.items()}))
    label = f"{function.__name__}_{hashlib.sha256(told.encode()).hexdigest()[:12]}"
    return _twin(function, {**vars(module), **compiled}, label, True, {"parallel": True})


def direct(function: Any, *arguments: object) -> Any:
    """The machine code of a compiled function for arguments of these types, to be called with no others: types are not
    looked at again. To do so at every call takes longer than many a step of a match.
    """
    from numba import typeof

    return function.compile(tuple(typeof(argument) for argument in arguments))


def _with_siblings(modules: tuple[ModuleType, ...]) -> tuple[ModuleType, ...]:
    """The modules, each after those of its own package that it has functions from: the rules of a game in parts."""
    found: dict[str, ModuleType] = {}

    def add(module: ModuleType) -> None:
        if module.__name__ in found:
            return
        package = module.__name__.rpartition(".")[0]
        for value in vars(module).values():
            origin = getattr(value, "__module__", "") if isinstance(value, FunctionType) else ""
            if package and origin.rpartition(".")[0] == package and origin not in (module.__name__, *OPEN):
                add(sys.modules[origin])
        found[module.__name__] = module

    for module in modules:
        add(module)
    return tuple(found.values())


def digest(modules: tuple[ModuleType, ...], boundscheck: bool, constants: dict[str, object]) -> str:
    """Tells apart what differs in source, in a constant (also one that is imported from elsewhere) or in an option."""
    told = hashlib.sha256(
        repr(
            (
                boundscheck,
                [_makes_arrays(module) for module in modules],
                [inspect.getsource(module) for module in modules],
            )
        ).encode()
    )
    for names in (*map(vars, modules), constants):
        for name, value in sorted(names.items()):
            if not name.startswith("__"):
                told.update(f"{name} = {_value(value)}".encode())
    return told.hexdigest()[:12]


def _value(value: object) -> str:
    """A constant as text; what is no constant is told by the source."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"  # repr cuts a long one
    if isinstance(value, type) and issubclass(value, Enum):
        return repr(list(value))
    if isinstance(value, (bool, int, float, str, bytes, tuple, np.generic, np.dtype)):
        return repr(value)
    return ""


def _makes_arrays(module: ModuleType) -> bool:
    """Whether functions of a module use NumPy. Where none does, as in rules and loops, nobody needs to count how many
    hold an array, which costs several calls for every array that a function is given.
    """
    functions = (value for value in vars(module).values() if isinstance(value, FunctionType))
    return any("np" in value.__code__.co_names for value in functions if value.__module__ == module.__name__)


def _twin(function: FunctionType, names: dict[str, Any], label: str, jit: bool, options: dict[str, bool]) -> Any:
    code = function.__code__.replace(co_name=label, co_qualname=label)
    twin = FunctionType(code, names, label, function.__defaults__)
    twin.__module__ = function.__module__
    if not jit:
        return twin
    import numba  # here: commands that need no compiled code start without it

    with _own_cache():
        return numba.njit(cache=True, nogil=True, **options)(twin)


@contextmanager
def _own_cache() -> Iterator[None]:
    """Numba chooses the folder of a function's cache when the function is decorated."""
    from numba import config

    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = str(_writable(cache_folder() / "compiled"))
    config.CACHE_LOCATOR_CLASSES = SHELVES
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def kept() -> bool:
    """Whether machine code outlasts this process: its folder can be written."""
    folder = cache_folder() / "compiled"
    return _writable(folder) == folder


def _writable(folder: Path) -> Path:
    """The folder, or one for this process where it cannot be written: else Numba would write into the package."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return _scratch()


@cache
def _scratch() -> Path:
    folder = tempfile.mkdtemp(prefix="sprawdzam-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def prune() -> int:
    """Removes machine code that was not used for a month; returns how many files went."""
    gone = 0
    oldest = time.time() - KEEP_DAYS * 86400
    for file in (cache_folder() / "compiled").rglob("*.nb[ic]"):
        used = file.stat()
        if max(used.st_atime, used.st_mtime) < oldest:
            file.unlink(missing_ok=True)
            gone += 1
    for mark in (cache_folder() / "compiled").glob(f"{ALL}*") if gone else ():
        mark.unlink(missing_ok=True)
    return gone
