"""Sheets that lie over the table for a while: help, the rulebook, the diary, and the question before leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from sprawdzam.bots.reason import Hint
from sprawdzam.engine.texts import Texts
from sprawdzam.terminal.places import Diary, Record
from sprawdzam.terminal.plates import Place
from sprawdzam.terminal.sight import Sight


class TextSheet(ModalScreen[None]):
    """A text to read; almost any key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,r,question_mark,backspace", "dismiss(None)", show=False)
    ]

    def __init__(self, text: str, keys: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.text = text
        self.keys = keys

    def compose(self) -> ComposeResult:
        column = max((cell_len(key) for key, _ in self.keys), default=0) + 3
        with VerticalScroll(classes="sheet"):
            if self.keys:
                rows = [Content.assemble((key.ljust(column), "bold $cloth-pick"), told) for key, told in self.keys]
                yield Static(Content("\n").join(rows), id="keylist")
            yield Static("…", id="wait")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self.call_after_refresh(self._fill)  # a long text takes a while to lay out: the sheet is there before

    async def _fill(self) -> None:
        from textual.widgets import Markdown  # nobody needs it for the first prompt

        await self.query_one(VerticalScroll).mount(Markdown(self.text, open_links=False))
        await self.query_one("#wait").remove()


class DiarySheet(ModalScreen[None]):
    """What happened so far, where there is no room beside the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,space,h,backspace", "dismiss(None)", show=False)]

    def __init__(self, sight: Sight) -> None:
        super().__init__()
        self.sight = sight

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Diary()
            yield Record()

    def on_mount(self) -> None:
        for place in self.query(Place):
            place.show(self.sight)
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        self.call_after_refresh(scroll.scroll_end, animate=False)


class HintSheet(ModalScreen[None]):
    """What a Master would do, on a small sheet that leaves the table in sight; almost any key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,space,i,backspace", "dismiss(None)", show=False)]

    def __init__(self, title: str, hint: Hint) -> None:
        super().__init__()
        self.titled = title
        self.hint = hint

    def compose(self) -> ComposeResult:
        told = Content.assemble((f"{self.titled}\n", "$cloth-second"), (f"{self.hint.label}\n\n", "bold $cloth-pick"),
                                self.hint.why)  # fmt: skip
        with Vertical(id="hint", classes="sheet"):
            yield Static(told)

    def on_click(self) -> None:
        self.dismiss(None)


class QuitSheet(ModalScreen[bool]):
    """Whether to leave a match that still runs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n,backspace", "dismiss(False)", show=False),
        Binding("y,t,q", "dismiss(True)", show=False),
        Binding("left,right", "app.focus_next", show=False),
    ]

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self.texts = texts

    def compose(self) -> ComposeResult:
        with Vertical(id="question", classes="sheet"):
            yield Static(self.texts("The match is not over. Leave the table?"))
            with Horizontal():
                yield Button(self.texts("Leave (q)"), id="quit")
                yield Button(self.texts("Stay (Esc)"), id="stay")

    def on_mount(self) -> None:
        self.query_one("#stay").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "quit")


def key_list(texts: Texts, *, notebook: bool) -> list[tuple[str, str]]:
    """What every key does."""
    pencil = [("x", texts("the pencil, which crosses out numbers of the notebook"))] if notebook else []
    return [
        ("1 2 3 …", texts("the answer or the card of that number")),
        ("← →", texts("the next answer or card")),
        ("Tab ↑ ↓", texts("the next question")),
        (texts("Space"), texts("turn or pick the card")),
        ("Enter", texts("confirm; go on; do not wait for the bots")),
        ("Esc, Backspace", texts("one step back")),
        ("s", texts("the loud call, such as Check!, at once")),
        *pencil,
        ("i", texts("a hint: what a Master would do, and why")),
        ("h", texts("the log of what happened")),
        ("r", texts("the rulebook")),
        ("l, t", texts("Polish or English; day or night")),
        ("n", texts("play again, when the match is over")),
        ("q", texts("quit")),
        ("", texts("You can also click on everything.")),
    ]


def beginning(rulebook: str) -> str:
    """The title of a rulebook, and everything up to its second section."""
    return "\n## ".join(rulebook.split("\n## ")[:2])
