"""Where Numba keeps machine code. Only Numba imports this module, when it compiles."""

from __future__ import annotations

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator


class Shelf(UserProvidedCacheLocator):  # type: ignore[misc]
    """Told by what a function is made of, not by the folder in which its source lies.

    The name of a twin says what it is made of, so a second checkout or an update finds what has not changed.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name
