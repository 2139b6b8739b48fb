"""What a person has picked so far, by keys or by mouse, on the way to one choice. Nothing here is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from sprawdzam.engine.scene import Choice, Click, Picker, Scene

CALL = "call"  #: the group of the loud choice
Place = tuple[str, int]


@dataclass(frozen=True)
class Group:
    """Answers that the arrow keys go through: those to one question, or the pieces of one zone that can be clicked."""

    id: str
    kind: str  # buttons, range, pieces, call
    text: str = ""
    answers: tuple[Click, ...] = ()
    places: tuple[Place, ...] = ()


class Selection:
    """The picker of a scene, with a cursor."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.loud = next((choice for choice in scene.choices if choice.loud), None)
        self.picker = Picker([choice for choice in scene.choices if not choice.loud], scene.preset)
        if len(self.picker.choices) == 1 and not self.picker.clicked:  # nothing to ask
            for click in _clicks(self.picker.choices[0]):
                self.picker.click(click)
        self.active = ""
        self.place: Place | None = None
        self.typed = ""
        self._on_pieces: dict[Place, tuple[Click, ...]] = {}
        for click in self._all():
            if click.piece:
                self._on_pieces[click.piece] = (*self._on_pieces.get(click.piece, ()), click)
        self._groups: tuple[list[Click], tuple[Group, ...]] | None = None
        self._settle()

    def follow(self, scene: Scene) -> Selection:
        """The same picks in a new scene that offers the same choices, else a new start."""
        new = Selection(scene)
        if _shape(scene) != _shape(self.scene):
            return new
        answers = {(click.where, click.what): click for click in new._all()}
        new.picker.clicked = [answers[click.where, click.what] for click in self.picker.clicked]
        new.active, new.place, new.typed = self.active, self.place, self.typed
        return new

    # --- what can be answered ---

    @property
    def groups(self) -> tuple[Group, ...]:
        """The questions that are open or answered, in the order of the scene."""
        if self._groups is None or self._groups[0] != self.picker.clicked:
            self._groups = (list(self.picker.clicked), self._find_groups())
        return self._groups[1]

    def _find_groups(self) -> tuple[Group, ...]:
        first = {click.where for choice in self.picker.choices for click in choice.path[0]}
        shown = first | {click.where for click in (*self.picker.open, *self.picker.settled)}
        groups: list[Group] = []
        for ask in self.scene.asks:
            answers = _in_order(self.picker.answers(ask.where))
            if not answers or ask.where not in shown:
                continue
            if ask.kind != "pieces":
                groups.append(Group(ask.where, ask.kind, ask.text, answers))
                continue
            for zone in dict.fromkeys(click.piece[0] for click in answers if click.piece):
                id = f"pieces {zone}"
                places = tuple(dict.fromkeys(c.piece for c in answers if c.piece and c.piece[0] == zone))
                old = next((group for group in groups if group.id == id), None)
                if old is None:
                    groups.append(Group(id, "pieces", ask.text if len(places) > 1 else "", answers, places))
                else:  # a question for each piece: no one text fits
                    merged = tuple(sorted({*old.places, *places}))
                    groups[groups.index(old)] = Group(id, "pieces", "", old.answers + answers, merged)
        if self.loud:
            groups.append(Group(CALL, CALL, self.loud.label))
        return tuple(groups)

    @property
    def group(self) -> Group | None:
        return next((group for group in self.groups if group.id == self.active), None)

    def picked(self, where: str) -> Click | None:
        """The answer to a question, clicked or the only one left."""
        return next((click for click in self.picker.settled if click.where == where), None)

    def fitting(self, where: str) -> set[Click]:
        """The answers to a question that leave the other answers standing."""
        others = Picker(self.picker.choices)
        others.clicked = [click for click in self.picker.clicked if click.where != where]
        return {click for choice in others.possible for click in _clicks(choice) if click.where == where}

    def clicks_on(self, place: Place) -> tuple[Click, ...]:
        return self._on_pieces.get(place, ())

    def picked_on(self, place: Place) -> Click | None:
        return next((click for click in self.picker.clicked if click.piece == place), None)

    def turns(self, place: Place) -> bool:
        """Whether the piece has several answers, one of which always stands: a card that is turned."""
        return any(click.piece == place for click in self.picker.preset)

    @property
    def ready(self) -> Choice | None:
        return self.picker.ready

    @property
    def changed(self) -> bool:
        return self.picker.clicked != list(self.picker.preset)

    @property
    def missing(self) -> Group | None:
        """The next question without an answer."""
        for group in self.groups:
            if group.kind == CALL:
                continue
            if group.kind == "pieces":
                if any(click in group.answers for click in self.picker.open):
                    return group
            elif self.picked(group.id) is None:
                return group
        return None

    # --- what a person does ---

    def pick(self, where: str, what: str) -> bool:
        """Answers a question, then goes on to the next open one."""
        click = next((c for c in self.picker.answers(where) if c.what == what), None)
        if click is None or not self.picker.click(click):
            return False
        self.active = where
        self._settle()
        return True

    def pick_piece(self, place: Place) -> bool:
        """Turns a card, picks a piece, or takes a picked one back."""
        clicks = self.clicks_on(place)
        if not clicks:
            return False
        self.active, self.place = f"pieces {place[0]}", place
        now = self.picked_on(place)
        if now is None:
            going_on = [click for click in clicks if click in self.picker.open]
            done = self.picker.click((going_on or clicks)[0])
        else:
            same = [click for click in clicks if click.where == now.where]
            if len(same) > 1:
                done = self.picker.click(same[(same.index(now) + 1) % len(same)])
            else:
                self.picker.clicked.remove(now)
                done = True
        if not self.turns(place):
            self._settle()
        return done

    def digit(self, digit: str) -> bool:
        """A number key: the answer of that number, the piece at that place, or the next figure of a number."""
        group = self.group
        if group is None or group.kind == CALL:
            group = self.missing or next(iter(self.groups), None)
        if group is None or group.kind == CALL:
            return False
        self.active = group.id
        if group.kind == "pieces":
            number = int(digit) - 1
            zone = group.places[0][0]
            return (zone, number) in group.places and self.pick_piece((zone, number))
        answers = numbered(group)
        typed = next((t for t in (self.typed + digit, digit) if any(a.startswith(t) for a in answers)), "")
        if typed and typed not in answers:  # the first figure of a larger number
            self.typed = typed
            return True
        if not typed or not self.picker.click(answers[typed]):
            return False
        self.typed = typed
        if not any(other != typed and other.startswith(typed) for other in answers):
            self._settle()
        return True

    def sideways(self, step: int) -> bool:
        """The next answer or the next piece, one way or the other."""
        group = self.group
        if group is None or group.kind == CALL:
            return False
        if group.kind == "pieces":
            here = group.places.index(self.place) if self.place in group.places else -1
            self.place = group.places[(here + step) % len(group.places) if here >= 0 else 0]
            return True
        fitting = self.fitting(group.id)
        answers = [a for a in group.answers if a in fitting or group.kind != "range"] or list(group.answers)
        now = self.picked(group.id)
        if now in answers:
            place = min(max(answers.index(now) + step, 0), len(answers) - 1)
        else:
            place = 0 if step > 0 else len(answers) - 1
        return self.picker.click(answers[place])

    def other_group(self, step: int) -> bool:
        ids = [group.id for group in self.groups]
        if not ids:
            return False
        here = ids.index(self.active) if self.active in ids else -step
        self.active = ids[(here + step) % len(ids)]
        self._place_cursor()
        return True

    def press(self) -> bool:
        """Picks what the cursor is on; without an answer yet, the first that fits."""
        group = self.group
        if group is None or group.kind == CALL:
            return False
        if group.kind == "pieces":
            return self.place is not None and self.pick_piece(self.place)
        if self.picked(group.id) is None:
            return self.sideways(1)
        missing = self.missing
        if missing is None:
            return False
        self.active = missing.id
        self._place_cursor()
        return True

    def back(self) -> bool:
        """One step back."""
        if not self.picker.clicked or not self.picker.back():
            return False
        self.active = ""
        self._settle()
        return True

    def _settle(self) -> None:
        """Moves on to the next question that has no answer."""
        self.typed = ""
        missing = self.missing
        if missing is not None:
            self.active = missing.id
        elif self.group is None:
            groups = self.groups
            self.active = groups[0].id if groups else ""
        self._place_cursor()

    def _place_cursor(self) -> None:
        self.typed = ""
        group = self.group
        if group is not None and group.kind == "pieces" and self.place not in group.places:
            self.place = group.places[0]

    def _all(self) -> tuple[Click, ...]:
        return tuple(dict.fromkeys(click for choice in self.picker.choices for click in _clicks(choice)))


def numbered(group: Group) -> dict[str, Click]:
    """The number keys of a group's answers: their own numbers where they are numbers, else their order."""
    if all(click.what.isdecimal() for click in group.answers):
        return {click.what: click for click in group.answers}
    return {str(i): click for i, click in enumerate(group.answers, 1)}


def _in_order(answers: tuple[Click, ...]) -> tuple[Click, ...]:
    """Numbers go up, whatever the order in which the choices name them."""
    if all(click.what.isdecimal() for click in answers):
        return tuple(sorted(answers, key=lambda click: int(click.what)))
    return answers


def _clicks(choice: Choice) -> tuple[Click, ...]:
    return tuple(click for group in choice.path for click in group)


def _shape(scene: Scene) -> object:
    """What the choices of a scene are, whatever the language."""
    return (
        [(choice.actions, [(click.where, click.what) for click in _clicks(choice)]) for choice in scene.choices],
        [(click.where, click.what) for click in scene.preset],
    )
