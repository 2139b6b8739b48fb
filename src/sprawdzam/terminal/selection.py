"""What a person has picked so far, by keys or by mouse, on the way to one choice. Nothing here is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sprawdzam.engine.scene import Choice, Click, Picker, Scene, Zone

CALL = "call"  #: the group of the loud choice
BY_FACE = ("notes", "tokens")  #: kinds of zones whose pieces are picked by the number on them
Place = tuple[str, int]


@dataclass(frozen=True)
class Group:
    """Answers that the arrow keys go through: those to one question, or the pieces that can be clicked for it."""

    id: str
    kind: str  # buttons, range, pieces, call
    text: str = ""
    answers: tuple[Click, ...] = ()
    places: tuple[Place, ...] = ()
    span: int = 0


class Selection:
    """The picker of a scene, with a cursor."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.loud = next((choice for choice in scene.choices if choice.loud), None)
        self.picker = Picker([choice for choice in scene.choices if not choice.loud], scene.preset)
        self.only = len(self.picker.choices) == 1 and not self.picker.clicked
        """There is one choice, so nothing to ask."""
        if self.only:
            for click in _clicks(self.picker.choices[0]):
                self.picker.click(click)
        self.active = ""
        self.place: Place | None = None
        self.typed = ""
        self._zones = {zone.id: zone for zone in scene.zones}
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
        same = dict(zip(self._in_paths(), new._in_paths(), strict=True))
        new.picker.clicked = [same[click] for click in self.picker.clicked]
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
            if ask.where not in first:  # what other pieces would be asked is of no use now
                fitting = self.fitting(ask.where)
                answers = tuple(answer for answer in answers if answer in fitting) or answers
            if ask.kind != "pieces":
                groups.append(Group(ask.where, ask.kind, ask.text, answers, span=ask.span))
                continue
            places = self._on_screen(click.piece for click in answers if click.piece)
            zones = {zone for zone, _ in places}
            old = next((group for group in groups if zones & {zone for zone, _ in group.places}), None)
            if old is None:
                groups.append(
                    Group(f"pieces {ask.where}", "pieces", ask.text if len(places) > 1 else "", answers, places)
                )
            else:  # a question for each piece: no one text fits
                merged = self._on_screen((*old.places, *places))
                groups[groups.index(old)] = Group(old.id, "pieces", "", old.answers + answers, merged)
        if self.loud:
            groups.append(Group(CALL, CALL, self.loud.label))
        return tuple(groups)

    def _on_screen(self, places: Iterable[Place]) -> tuple[Place, ...]:
        """Places in the order in which they lie."""
        order = {zone.id: i for i, zone in enumerate(self.scene.zones)}
        return tuple(sorted(set(places), key=lambda place: (order.get(place[0], -1), place)))

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
        return self._on_pieces.get(self.meant(place), ())

    def meant(self, place: Place) -> Place:
        """The piece that a click on a piece means: of equal ones, and of those in one group, only one may be named."""
        if place in self._on_pieces:
            return place
        zone = self._zones.get(place[0])
        if zone is None or place[1] >= len(zone.pieces):
            return place
        piece = zone.pieces[place[1]]
        for id, i in self._on_pieces:
            if id == place[0] and i < len(zone.pieces):
                other = zone.pieces[i]
                if other == piece or (piece.group and other.group == piece.group):
                    return id, i
        return place

    def key_of(self, place: Place) -> str:
        """The number key of a piece: its place on the screen, counted in columns; none beyond the ninth."""
        meant = self.meant(place)
        group = next((group for group in self.groups if meant in group.places), None)
        if group is None:
            return ""
        keys = [key for key, id, column in self._keyed(group) if place[0] == id and place[1] in column]
        return keys[0] if keys and len(keys[0]) == 1 else ""

    def _keyed(self, group: Group) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        """The columns of a group's zones with their keys: numbered as they lie, or by the number that is on them."""
        number = 0
        for id in dict.fromkeys(zone for zone, _ in group.places):
            for column in columns(self._zones[id]) if id in self._zones else ():
                number += 1
                by_face = self._zones[id].kind in BY_FACE
                yield self._zones[id].pieces[column[0]].face if by_face else str(number), id, column

    def picked_on(self, place: Place) -> Click | None:
        return next((click for click in self.picker.clicked if click.piece == place), None)

    @property
    def preview(self) -> Choice | None:
        """What would be ready if the piece under the cursor were picked."""
        group = self.group
        if group is None or group.kind != "pieces" or self.place is None or self.turns(self.place):
            return None
        trial = Picker(self.picker.choices, self.picker.preset)
        trial.clicked = list(self.picker.clicked)
        clicks = self.clicks_on(self.place)
        going_on = [click for click in clicks if click in trial.open]
        return trial.ready if clicks and trial.click((going_on or clicks)[0]) else None

    def turns(self, place: Place) -> bool:
        """Whether the piece has several answers, one of which always stands: a card that is turned."""
        return any(click.piece == place for click in self.picker.preset)

    @property
    def ready(self) -> Choice | None:
        return self.picker.ready

    @property
    def changed(self) -> bool:
        return not self.only and self.picker.clicked != list(self.picker.preset)

    @property
    def missing(self) -> Group | None:
        """The next question without an answer; none once a choice is ready, whatever else could be answered."""
        if self.ready is not None:
            return None
        for group in self.groups:
            if group.kind == CALL:
                continue
            if group.kind == "pieces":
                if any(click in group.answers for click in self.picker.open):
                    return group
            elif self.picked(group.id) is None:
                return group
        return None

    @property
    def _assumed(self) -> Group | None:
        """The next question with an answer that stands only because it is usual."""
        if self.picker.usual is None:
            return None
        for group in self.groups:
            picked = self.picked(group.id)
            if picked is not None and picked not in self.picker.clicked and len(self.fitting(group.id)) > 1:
                return group
        return None

    # --- what a person does ---

    def pick(self, where: str, what: str) -> bool:
        """Answers a question, then goes on to the next open one."""
        found = [click for click in self.picker.answers(where) if click.what == what]
        fitting = self.fitting(where) if len(found) > 1 else set()  # the same answer in words of another piece
        click = next((click for click in found if click in fitting), found[0] if found else None)
        if click is None or not self.picker.click(click):
            return False
        self.active = where
        self._settle()
        return True

    def pick_piece(self, place: Place) -> bool:
        """Turns a card, picks a piece, or takes a picked one back."""
        place = self.meant(place)
        clicks = self.clicks_on(place)
        if not clicks:
            return False
        self.active = next((group.id for group in self.groups if place in group.places), self.active)
        self.place = place
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
            place = self._at_key(group, digit)
            return place is not None and self.pick_piece(place)
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

    def _at_key(self, group: Group, digit: str) -> Place | None:
        """The piece of a number key; an equal one is meant where it cannot be clicked itself."""
        for key, id, column in self._keyed(group):
            if key == digit:
                meant = self.meant((id, column[0]))
                return meant if meant in group.places else None
        return None

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
        if self.only or not self.picker.clicked or not self.picker.back():
            return False
        self.active = ""
        self._settle()
        return True

    def _settle(self) -> None:
        """Moves on to the next question that has no answer, or one that nobody gave."""
        self.typed = ""
        missing = self.missing or self._assumed
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
            self.place = next((place for place in group.places if not self._is_out(place)), group.places[0])

    def _is_out(self, place: Place) -> bool:
        """Whether a piece is marked as one that nobody would want."""
        zone = self._zones.get(place[0])
        return zone is not None and place[1] < len(zone.pieces) and "out" in zone.pieces[place[1]].look.split()

    def _in_paths(self) -> list[Click]:
        return [click for choice in self.scene.choices for click in _clicks(choice)]

    def _all(self) -> tuple[Click, ...]:
        return tuple(dict.fromkeys(click for choice in self.picker.choices for click in _clicks(choice)))


def columns(zone: Zone) -> list[tuple[int, ...]]:
    """The pieces of a zone as they lie on one another: those of a group in a column, others on their own."""
    found: dict[tuple[int, int], list[int]] = {}
    for i, piece in enumerate(zone.pieces):
        found.setdefault((piece.group, -1 if piece.group else i), []).append(i)
    return [tuple(column) for column in found.values()]


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
    """What the choices of a scene are and where they are picked, whatever the language."""
    return (
        [(choice.actions, [_at(click) for click in _clicks(choice)]) for choice in scene.choices],
        [_at(click) for click in scene.preset],
    )


def _at(click: Click) -> tuple[str, str, str]:
    return click.where, click.what, click.piece[0] if click.piece else ""
