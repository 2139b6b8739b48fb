"""Whatever JSON is handed in as a position of nerwy, it loads or an error of ours says why not."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam
from sprawdzam import SPECTATOR, SprawdzamError

from .tables import standing

TURN = standing(
    ["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"], "0:S5v 1:PL2^ 2:D3", turn=0, discard="BIN S4 D5", binned="1:REV"
)
OPEN = standing(["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"])  # a round begins
SECOND = standing(["S1 D2", "S2 S3 D4"], "1:PL2^ 0:S5v", must=2, placed=1)
WINDOW = standing(["S1 D2 TRAP", "S2 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="window", turn=1)
COMMIT = WINDOW | {"options": {"call_window": "commit"}}
DRAW = WINDOW | {"phase": "draw", "caller": 0}
DRAW.pop("waiting")
REVEAL = standing(["S1 D2 TRAP", "S2 D4 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="reveal", turn=1, caller=0)
ENDED = standing(["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"], phase="over", tokens=["3C1N", "2C0N", "0C1N"], number=9)
DEAL = sprawdzam.game("nerwy", 3).start(seed=1, auto=False).position
GOOD = [DEAL, TURN, OPEN, SECOND, WINDOW, COMMIT, DRAW, REVEAL, ENDED]

LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 40), st.integers(), st.floats(allow_nan=True), st.text(max_size=8),
    st.sampled_from(["?", "0 ?v", "0 S3v", "1 D4", "0 S3", "S1", "D5", "BIN", "heart", "none", "2C1N", "3C0N", "cw",
                     "ccw", "turn", "window", "draw", "reveal", "over", "pass", "call"]),
)  # fmt: skip
NAMES = st.sampled_from([*WINDOW, "drawn", "tokens", "hand", "answer", "call_window", "max_placements", "pile", ""])
JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)),
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
    """A good position in which a few places were replaced, removed, doubled or given something more."""
    position = copy.deepcopy(draw(st.sampled_from(GOOD)))
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


@settings(max_examples=400, deadline=None)
@given(position=mutations())
def test_any_mutation_of_a_position_loads_or_is_refused(position: Any) -> None:
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


@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(max_size=40), st.from_regex(r"(place )?[SDBRTP?]{0,2}[0-9]?[v^]?")))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    match = sprawdzam.position(TURN)
    before = match.state.tobytes()
    try:
        match.play(0, text)
    except SprawdzamError as error:
        assert len(str(error).splitlines()) == 1 and match.state.tobytes() == before
    else:
        assert text.strip() in sprawdzam.position(TURN).view(0).choices
