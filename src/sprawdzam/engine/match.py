"""``Match``: the only loop that applies actions. Terminal, server, arena, replay and tests all drive this class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sprawdzam.engine.chance import Keyed, Recorder, Source
from sprawdzam.engine.contract import SPECTATOR, TABLE, State, foremost
from sprawdzam.engine.errors import BadPosition
from sprawdzam.engine.game import Setup
from sprawdzam.engine.log import Log, Step
from sprawdzam.engine.notation import is_view, position_text, write_position
from sprawdzam.engine.view import View, seats_of

Listener = Callable[["Match", Step], None]


class Match:
    """A running game: validates, applies, appends to the log, tells listeners.

    With ``auto`` (the default) the table's own steps are played as soon as they are due; without it whoever drives
    the match calls ``go_on``, at a pace that people can follow. Listeners hear of every step either way.
    """

    def __init__(self, log: Log, state: State, chance: Source, *, auto: bool = True) -> None:
        self.setup = log.setup
        self.game = log.setup.game
        self.log = log
        self.auto = auto
        self._state = state
        self._actors: tuple[int, ...] | None = None
        """Of the state as it is, once somebody has asked."""
        self._chance = chance
        self._listeners: list[Listener] = []
        log.over = self.over

    @classmethod
    def begin(cls, setup: Setup, chance: Source, origin: str = "", *, auto: bool = True) -> Match:
        """A new match; ``origin`` says in the log where its chance comes from."""
        state = setup.blank()
        recorder = Recorder(chance)
        setup.game.rules.deal(state, recorder)
        match = cls(Log(setup, origin, opening=tuple(recorder.draws)), state, chance, auto=auto)
        match._table()
        return match

    @classmethod
    def from_position(cls, setup: Setup, state: State, chance: Source, *, auto: bool = True) -> Match:
        """A match that goes on from a full position."""
        if is_view(state):
            raise BadPosition("position: a full position is needed, this one has ? in it")
        log = Log(setup, position=write_position(setup.game, state))
        match = cls(log, state.copy(), chance, auto=auto)
        match._table()
        return match

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that the match waits for; ``(TABLE,)`` when ``go_on`` is due; empty at the end."""
        if self._actors is None:
            self._actors = seats_of(self.game.rules.actors(self._state))
        return self._actors

    @property
    def over(self) -> bool:
        return not self.actors

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Final points by seat, or None while the match runs."""
        return self._result(0)

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """Final places by seat, 1 is best, or None while the match runs."""
        return self._result(1)

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks or ()) if rank == 1)

    def _result(self, column: int) -> tuple[int, ...] | None:
        if not self.over:
            return None
        out = [[0, 0] for _ in range(self.setup.seats)]
        self.game.rules.score(self._state, out)
        return tuple(row[column] for row in out)

    @property
    def position(self) -> dict[str, Any]:
        """The whole truth, as a JSON object."""
        return write_position(self.game, self._state, self.setup)

    @property
    def state(self) -> State:
        """A copy of the state, for tests and analysis; bots and people get views."""
        return self._state.copy()

    def view(self, seat: int) -> View:
        """What a seat (or ``SPECTATOR``) may know now; whoever gets it may do with it what they like."""
        return View.of(self.game, self._state, seat)

    def play(self, seat: int, action: str | int, view: View | None = None) -> None:
        """Plays an action given as text or number; ``view`` as in ``play_all``.

        Raises ``NotYourTurn``, ``UnknownAction`` or ``IllegalAction``; then nothing has changed. Chance that was laid
        ready and does not fit a step of the table raises ``BadChance``; then the match waits before that step.
        """
        view = view or self.view(seat)
        self._apply(seat, view.read(action) if isinstance(action, str) else view.check(action), view)
        self._table()

    def play_all(self, seat: int, actions: Sequence[str | int], view: View | None = None) -> None:
        """Plays several actions of one seat, all or none: a payment of many steps. ``view`` is what the seat sees now,
        from whoever has it already.

        Raises as ``play`` does, before anything is played; what chance brings between them cannot matter.
        """
        if len(actions) == 1:
            self.play(seat, actions[0], view)
            return
        trial, wanted = self._state.copy(), []
        for action in actions:
            view = View.of(self.game, trial, seat)
            wanted.append(view.read(action) if isinstance(action, str) else view.check(action))
            self.game.rules.apply(trial, seat, wanted[-1], Keyed.fresh())
        for number in wanted:
            self._apply(seat, number, self.view(seat))
        self._table()

    def play_together(self, actions: Mapping[int, str | int]) -> None:
        """Plays what several seats did at the same moment, in the order that the rules give (``foremost``).

        Whoever is no longer asked when the turn comes was too late: that is no error. Everything else is checked
        before anything is played.
        """
        views = {seat: self.view(seat) for seat in actions}
        wanted = {
            seat: views[seat].read(a) if isinstance(a, str) else views[seat].check(a) for seat, a in actions.items()
        }
        first = getattr(self.game.rules, "foremost", foremost)
        while wanted:
            seat = first(self._state, sum(1 << p for p in wanted))
            action, view = wanted.pop(seat), self.view(seat)
            if seat in view.actors and action in view.actions:
                self._apply(seat, action, view)
        self._table()

    def go_on(self) -> None:
        """Plays the table's next step."""
        view = self.view(TABLE)
        self._apply(TABLE, view.read("go on"), view)

    def listen(self, listener: Listener) -> None:
        """Calls ``listener(match, step)`` after every step from now on."""
        self._listeners.append(listener)

    def story(self, seat: int) -> list[View | str]:
        """What a seat has lived through: its successive views and own actions, from the first view to now."""
        story: list[View | str] = []
        last: View | None = None
        for match, step in self.log.replay():
            view = match.view(seat)
            if step is not None and step.seat == seat:
                story.append(step.text)
            elif last is not None and view.record == last.record:
                continue  # a rival has chosen again (R8): nothing that this seat can see
            story.append(view)
            last = view
        return story

    def _table(self) -> None:
        while self.auto and self.actors == (TABLE,):
            self.go_on()

    def _apply(self, seat: int, action: int, view: View) -> None:
        text = view.write(action)
        before = self._state.copy()
        recorder = Recorder(self._chance)
        try:
            self.game.rules.apply(self._state, seat, action, recorder)
        except BaseException:
            self._state = before  # chance that was laid ready may not fit
            raise
        self._actors = None
        step = Step(seat, text, tuple(recorder.draws))
        self.log.steps.append(step)
        self.log.over = self.over
        for listener in self._listeners:
            listener(self, step)

    def _repr_svg_(self) -> str:
        """What everybody may see, where a notebook shows pictures; ``match.view(seat)`` shows what one seat sees."""
        return self.view(SPECTATOR)._repr_svg_()

    def __repr__(self) -> str:
        return f"sprawdzam.load({self.log.text!r})"

    def __str__(self) -> str:
        return position_text(self.position)
