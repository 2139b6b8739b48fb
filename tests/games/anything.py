"""Whatever is handed in as a position or as an action of any game: it loads, or an error of ours says why not."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

import sprawdzam
from sprawdzam import SPECTATOR, SprawdzamError


def values(words: Sequence[str], names: Sequence[str]) -> st.SearchStrategy[Any]:
    """Any JSON value, with words and field names of a game in it."""
    leaves = st.one_of(
        st.none(), st.booleans(), st.integers(-2, 40), st.integers(), st.floats(allow_nan=True), st.text(max_size=8),
        st.sampled_from(words),
    )  # fmt: skip
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=6), st.dictionaries(st.sampled_from(names), inner, max_size=4)
        ),
        max_leaves=8,
    )


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a JSON value."""
    found = [path]
    if isinstance(value, dict):
        found += [place for name in value for place in places(value[name], (*path, name))]
    elif isinstance(value, list):
        found += [place for i in range(len(value)) for place in places(value[i], (*path, i))]
    return found


@st.composite
def mutations(draw: st.DrawFn, good: Sequence[Any], names: Sequence[str], any_value: st.SearchStrategy[Any]) -> Any:
    """A good position in which a few places were replaced, removed, doubled or given something more."""
    position = copy.deepcopy(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(position)))
        if not path:
            continue
        parent = position
        for step in path[:-1]:
            parent = parent[step]
        kind = draw(st.sampled_from(["replace", "remove", "double", "add"]))
        if kind == "remove":
            del parent[path[-1]]
        elif kind == "double" and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[path[-1]]))
        elif kind == "add" and isinstance(parent, dict):
            parent[draw(st.sampled_from(names))] = draw(any_value)
        else:
            parent[path[-1]] = draw(any_value)
    return position


def loads_or_is_refused(position: Any) -> None:
    """Whole, as a seat's view and as a spectator's; what loads comes back as it was, and whoever must act can."""
    for seat in (None, 0, SPECTATOR):
        try:
            if seat is None:
                match = sprawdzam.position(position)
            else:
                view = sprawdzam.view(position, seat)
        except SprawdzamError as error:
            assert len(str(error).splitlines()) == 1
            continue
        if seat is None:
            assert sprawdzam.load(match.log.text).state == match.state
            assert all(match.view(p).choices for p in match.actors)
        else:
            assert sprawdzam.view(view.position, seat).record == view.record
            assert isinstance(view.choices, tuple)


def is_refused(value: Any) -> None:
    for text in (value, json.dumps(value)):
        with pytest.raises(SprawdzamError):
            sprawdzam.position(text)


def is_an_action_or_is_refused(position: Any, seat: int, text: str) -> None:
    match = sprawdzam.position(position)
    before = match.state.tobytes()
    try:
        match.play(seat, text)
    except SprawdzamError as error:
        assert len(str(error).splitlines()) == 1 and match.state.tobytes() == before
    else:
        assert text.strip() in sprawdzam.position(position).view(seat).choices
