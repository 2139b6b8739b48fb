"""Whatever is handed in as a position or as an action of rys: it loads, or an error of ours says why not."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam
from sprawdzam import SPECTATOR, SprawdzamError

from .tables import DUEL, GOOD, PLAYING

LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 40), st.integers(), st.floats(allow_nan=True), st.text(max_size=8),
    st.sampled_from(["?", "? ?", "7 7", "J", "13 J", "5x2", "7x3 +2J", "Jx5", "draw", "over", "refill"]),
)  # fmt: skip
NAMES = st.sampled_from([*DUEL, "hand", "known", "table", "mode", "max_turns", "self", "deck", ""])
JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(NAMES, inner, max_size=4)),
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
def mutations(draw: st.DrawFn) -> Any:
    """A good position in which a few places were replaced, removed, doubled or swapped with another's value."""
    position = copy.deepcopy(draw(st.sampled_from([*GOOD.values()])))
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
            parent[draw(NAMES)] = draw(JSON)
        else:
            parent[path[-1]] = draw(JSON)
    return position


@settings(max_examples=200, deadline=None)
@given(position=mutations())
def test_any_mutation_of_a_position_loads_or_is_refused(position: Any) -> None:
    for seat in (None, 0, SPECTATOR):
        try:
            if seat is None:
                match = sprawdzam.position(position)
                assert sprawdzam.load(match.log.text).state == match.state
            else:
                view = sprawdzam.view(position, seat)
                assert sprawdzam.view(view.position, seat).record == view.record
                assert isinstance(view.choices, tuple)
        except SprawdzamError as error:
            assert len(str(error).splitlines()) == 1


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_any_json_is_refused(value: Any) -> None:
    for text in (value, json.dumps(value)):
        with pytest.raises(SprawdzamError):
            sprawdzam.position(text)


@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(max_size=40), st.from_regex(r"(play |draw pool |rob |draw )?[0-9xJ +?]{0,7}")))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    match = sprawdzam.position(PLAYING)
    before = match.state.tobytes()
    try:
        match.play(1, text)
    except SprawdzamError as error:
        assert len(str(error).splitlines()) == 1 and match.state.tobytes() == before
    else:
        assert text.strip() in sprawdzam.position(PLAYING).view(1).choices
