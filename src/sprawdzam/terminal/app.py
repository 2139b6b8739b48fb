"""The application: the table on the screen, and what keys and clicks do there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.worker import Worker

from sprawdzam.bots import Bot
from sprawdzam.bots.reason import hint
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.game import Setup
from sprawdzam.engine.match import Match
from sprawdzam.engine.scene import Choice
from sprawdzam.engine.texts import LANGUAGES, Texts, mark, texts
from sprawdzam.engine.view import names_of
from sprawdzam.terminal.block import Drawn, Target
from sprawdzam.terminal.palette import DAY, NIGHT, PALETTES
from sprawdzam.terminal.pencil import Pencil, pages
from sprawdzam.terminal.places import Bar, Cloth, Diary, Record
from sprawdzam.terminal.plates import Place, Rivals, measured
from sprawdzam.terminal.selection import CALL, Selection
from sprawdzam.terminal.session import Session, in_thread
from sprawdzam.terminal.sheets import DiarySheet, HintSheet, QuitSheet, TextSheet, beginning, key_list
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.story import counting, partly, turned
from sprawdzam.terminal.tray import Keys, Tray

WIDE = 100  # columns from which the diary stands beside the table
SIDE = 36  # columns of the diary
CARE = 0.4  # seconds in which an Enter too many confirms nothing
GUESTS = ("Ola", "Kuba", "Iga", "Staś", "Ela", "Michał")


class TableApp(App[None]):
    """One person at a table with bots."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Sprawdzam!"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)]

    def __init__(
        self,
        setup: Setup,
        *,
        language: str,
        bots: Sequence[Bot],
        names: Sequence[str] | None = None,
        seed: int | None = None,
        seat: int = 0,
        speed: float = 1.0,
        log_file: Path | None = None,
    ) -> None:
        super().__init__()
        self.setup = setup
        self.language = language
        self.bots = list(bots)
        self.given = list(names) if names else None
        self.seed = seed
        self.seat = seat
        self.speed = speed
        self.first_log = log_file
        self.played = 0
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self.theme = NIGHT.name
        self.session = self._session()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return NIGHT.variables

    def _session(self) -> Session:
        self.played += 1
        log_file = self.first_log
        if log_file is not None and self.played > 1:  # each match keeps its log
            log_file = log_file.with_stem(f"{log_file.stem}-{self.played}")
        return Session(
            self.setup,
            self.bots,
            seat=self.seat,
            seed=None if self.seed is None else self.seed + self.played - 1,
            speed=self.speed,
            log_file=log_file,
            on_change=self._changed,
        )

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def texts(self) -> Texts:
        return texts(self.language)

    @property
    def names(self) -> list[str]:
        if self.given is not None:
            return names_of(self.given, self.setup.seats)
        guests = list(GUESTS)
        return [self.texts("You") if p == self.seat else guests.pop(0) for p in range(self.setup.seats)]

    def on_mount(self) -> None:
        self.push_screen(TableScreen())

    def begin(self) -> Worker[None]:
        return self.run_worker(self._drive(self.session), name="match", exclusive=True)

    async def _drive(self, session: Session) -> None:
        try:
            await session.run()
        except Exception as error:  # people see a line, not a traceback; the log is on disk
            session.problem = SprawdzamError(mark("The match cannot go on: {error}"), error=repr(error))
            self._changed()

    def again(self) -> None:
        self.session.on_change = lambda: None
        changed = dict(self.match.view(self.seat).scene().again)  # a campaign goes on
        options = dict(self.setup.options) | changed
        self.setup = self.setup.game.setup(self.setup.seats, **options)
        self.session = self._session()
        self.begin()

    def _changed(self) -> None:
        for screen in self.screen_stack if self.is_running else ():
            if isinstance(screen, TableScreen):
                screen.update_soon()

    async def action_leave(self) -> None:
        if isinstance(self.screen, QuitSheet):
            self.exit()
        elif isinstance(self.screen, TableScreen):
            self.screen.leave()
        else:
            self.screen.dismiss(None)


class TableScreen(Screen[None]):
    """The table itself."""

    notice = ""
    selection: Selection | None = None
    sight: Sight | None = None
    pencil: Pencil
    stale = False
    asked = 0.0

    @property
    def table(self) -> TableApp:
        assert isinstance(self.app, TableApp)
        return self.app

    def compose(self) -> ComposeResult:
        yield Bar(id="bar")
        with Horizontal(id="all"):
            with Vertical(id="table"):
                with VerticalScroll(id="middle", can_focus=False):
                    yield Rivals(id="rivals")
                    yield Cloth(id="cloth")
                yield Tray(id="tray")
            with Vertical(id="side"):
                yield Record(id="record")
                with VerticalScroll(id="pages", can_focus=False):
                    yield Diary(id="diary")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        self.pencil = Pencil()
        self.update()
        self.table.begin()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "wide")
        self.update()

    def on_screen_suspend(self) -> None:
        self.table.session.held = True

    def on_screen_resume(self) -> None:
        self.table.session.held = False

    # --- what is seen ---

    def update_soon(self) -> None:
        """Before the next key or click; many steps at once are drawn once."""
        if not self.stale:
            self.stale = True
            self.call_later(self.update)

    def update(self) -> None:
        """Draws everything anew from the person's view."""
        self.stale = False
        was_mine = self.sight is not None and self.sight.mine
        sight = self.sight = self._look()
        if sight.mine != was_mine:
            self.asked = monotonic()
        for place in self.query(Place):
            place.show(sight)
        self.call_after_refresh(self.query_one(Cloth).redraw)  # it takes what the others leave
        side = self.query_one("#pages", VerticalScroll)
        self.call_after_refresh(side.scroll_end, animate=False)

    def _look(self) -> Sight:
        table, session = self.table, self.table.session
        told, names = table.texts, table.names
        views = session.story.views
        scene = views[-1].scene(table.language, names)
        waiting = session.waiting
        stamp, counted = "", None
        if waiting:
            before = views[-2].scene(table.language, names)
            counted = counting(scene, [turn for turn in turned(before, scene) if turn not in waiting])
            stamp = session.story.last_words(told, names)
            scene = partly(before, scene, waiting)
        if self.selection is None or self.selection.scene.seat != scene.seat:
            self.selection = Selection(scene)
        else:
            self.selection = self.selection.follow(scene)
        self.pencil.follow(scene)
        beside = SIDE if self.has_class("wide") and not self.has_class("closed") else 0
        roomy, tray = measured(scene, self.size.width - beside, self.size.height)
        self.set_class(roomy, "roomy")
        notice = self.notice or (session.problem.told(told) if session.problem else "")
        return Sight(
            scene=scene,
            selection=self.selection,
            palette=PALETTES[table.theme],
            texts=told,
            names=names,
            title=told(table.setup.game.title),
            diary=session.story.told(told, names, hold=bool(waiting)),
            roomy=roomy,
            tray=tray,
            turning=bool(waiting),
            stamp=stamp,
            counted=counted,
            left=session.left,
            notice=notice,
            lines=self.size.height,
            pencil=self.pencil,
        )

    # --- what is done ---

    def on_key(self, event: events.Key) -> None:
        key = {"return": "enter"}.get(event.key, event.key)
        if self.press(key if event.character is None or len(key) > 1 else event.character):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        """What a key does; False if nothing."""
        selection = self.selection
        if self.sight is None or selection is None:
            return False
        scene = self.sight.scene
        general: dict[str, Callable[[], object]] = {
            "q": self.leave, "question_mark": self.show_help, "?": self.show_help, "r": self.show_rules,
            "l": self.change_language, "t": self.change_theme, "h": self.show_diary, "n": self.again,
            "i": self.show_hint,
            "enter": self.enter, "s": self.call, "x": lambda: self.pencil.take(scene),
            "pageup": self.query_one("#middle").scroll_page_up, "pagedown": self.query_one("#middle").scroll_page_down,
        }  # fmt: skip
        picks: dict[str, Callable[[], bool]] = {
            "left": lambda: selection.sideways(-1), "right": lambda: selection.sideways(1),
            "tab": lambda: selection.other_group(1), "shift+tab": lambda: selection.other_group(-1),
            "down": lambda: selection.other_group(1), "up": lambda: selection.other_group(-1),
            "escape": selection.back, "backspace": selection.back,
        }  # fmt: skip
        if self.pencil.press(scene, key):
            pass
        elif key in general:
            general[key]()
        elif self.sight.turning or self.sight.over:
            if key != "space":
                return False
            self.enter()
        elif key == "space":
            if not selection.press():
                self.enter()
        elif key in picks:
            picks[key]()
        elif len(key) == 1 and key.isdecimal():
            selection.digit(key)
        else:
            return False
        self.notice = self.notice if key in ("enter", "s", "space", "i") else ""
        self.update()
        return True

    def enter(self) -> None:
        """Confirms what is picked, picks what is not, or goes on."""
        selection, sight, session = self.selection, self.sight, self.table.session
        assert selection is not None and sight is not None
        if sight.over:
            return
        if sight.turning or sight.left or not (sight.mine or selection.changed):
            if not (sight.scene.window or sight.turning) or not self._just_asked():
                session.go_on()
        elif choice := selection.loud if selection.active == CALL else selection.ready:
            if not self._just_asked():
                self.play(choice)
        else:
            selection.press()

    def _just_asked(self) -> bool:
        """Whether Enter was meant for what was on the screen a moment ago."""
        return monotonic() - self.asked < CARE * self.table.speed

    def call(self) -> None:
        """The loud choice, at once."""
        if self.selection and self.selection.loud and not (self.sight and self.sight.turning):
            self.play(self.selection.loud)

    def play(self, choice: Choice) -> None:
        self.notice = ""
        try:
            self.table.session.play(choice)
        except SprawdzamError as error:
            self.notice = error.told(self.table.texts)
            self.update()

    def on_drawn_pressed(self, message: Drawn.Pressed) -> None:
        self.clicked(message.target)

    def clicked(self, target: Target) -> None:
        selection = self.selection
        assert selection is not None
        kind, *rest = target
        keys = {"⏎": "enter", "⇥": "tab", "⌫": "escape", "␣": "space"}
        buttons = {"again": "n", "quit": "q", "go on": "enter", "confirm": "enter", "loud": "s"}
        if kind == "key":
            self.press(keys.get(rest[0], rest[0]))
            return
        if kind == "confirm":
            if selection.ready:
                self.play(selection.ready)
        elif kind in buttons:
            self.press(buttons[kind])
            return
        else:
            self.notice = ""
            if kind == "answer":
                selection.pick(rest[0], rest[1])
            elif kind == "piece":
                selection.pick_piece((rest[0], int(rest[1])))
            elif kind == "cross" and self.sight:
                self.pencil.cross(self.sight.scene, (rest[0], int(rest[1])))
        self.update()

    def again(self) -> None:
        if self.table.match.over:
            self.notice = ""
            self.selection = None
            self.pencil = Pencil()
            self.table.again()

    def leave(self) -> None:
        if self.table.match.over:
            self.table.exit()
            return

        def decided(quits: bool | None) -> None:
            if quits:
                self.table.exit()

        self.table.push_screen(QuitSheet(self.table.texts), decided)

    def show_help(self) -> None:
        rulebook = self.table.setup.game.rulebook(self.table.language)
        notebook = self.sight is not None and bool(pages(self.sight.scene))
        self.table.push_screen(TextSheet(beginning(rulebook), key_list(self.table.texts, notebook=notebook)))

    def show_rules(self) -> None:
        self.table.push_screen(TextSheet(self.table.setup.game.rulebook(self.table.language)))

    def show_hint(self) -> None:
        if self.sight is None or not self.sight.mine or self.sight.turning:
            self.notice = self.table.texts("A hint is there for you when it is your turn.")
            return
        self.run_worker(self._hint(), exclusive=True, group="hint")

    async def _hint(self) -> None:
        table, view = self.table, self.table.session.story.view
        try:
            found = await in_thread(partial(hint, view, Random(), table.language, table.names))
        except Exception as error:
            self.notice = table.texts("There is no hint: {error}", error=str(error))
            self.update()
            return
        if table.session.story.view is view:  # else the moment has passed
            table.push_screen(HintSheet(table.texts("A Master would do this"), found))

    def show_diary(self) -> None:
        if self.has_class("wide"):
            self.toggle_class("closed")
        elif self.sight is not None:
            self.table.push_screen(DiarySheet(self.sight))

    def change_language(self) -> None:
        language = LANGUAGES[(LANGUAGES.index(self.table.language) + 1) % len(LANGUAGES)]
        try:
            texts(language)
        except OSError:  # not installed with its catalogue
            self.notice = self.table.texts("This language is not installed: {language}", language=language)
            return
        self.table.language = language

    def change_theme(self) -> None:
        self.table.theme = DAY.name if self.table.theme == NIGHT.name else NIGHT.name
