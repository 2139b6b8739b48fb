"""A match of one person against bots, at a pace that people can follow."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import TypeVar

from sprawdzam.bots import Bot
from sprawdzam.bots.pace import thinking_time
from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.game import Setup
from sprawdzam.engine.log import Step
from sprawdzam.engine.match import Match
from sprawdzam.engine.scene import Choice
from sprawdzam.engine.texts import mark
from sprawdzam.engine.view import View
from sprawdzam.terminal.story import WHOLE, Story, Turn, turned

T = TypeVar("T")

TURN = 0.7  # seconds between one hand and the next at a reveal
PIECE = 0.4  # seconds between one piece and the next
WINDOW = (2.5, 4.5)  # seconds that a bot leaves a person who is asked whether to call
ANSWER = 0.3  # seconds that it takes when the person has answered
TICK = 0.1
LONG = 2.0  # a pause of the table that a person may want to cut short


class Session:
    """Drives one match. ``on_change`` is called whenever there is something new to show."""

    def __init__(
        self,
        setup: Setup,
        bots: Sequence[Bot],
        *,
        seat: int = 0,
        seed: int | None = None,
        speed: float = 1.0,
        log_file: Path | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        chance = Keyed.fresh() if seed is None else Keyed.from_seed(seed)
        self.match = Match.begin(setup, chance, "" if seed is None else f"seed {seed}", auto=False)
        self.seat = seat
        self.speed = speed
        self.log_file = log_file
        self.saved = False
        self.on_change = on_change
        self.story = Story(self.match.view(seat))
        self.problem: SprawdzamError | None = None
        self.waiting: tuple[Turn, ...] = ()
        """What is still to be turned over at a reveal."""
        self.left = 0.0
        """Seconds until the table goes on by itself, while a person may go on earlier."""
        self.held = False
        """Time stands still while a person reads something else."""
        others = [p for p in range(setup.seats) if p != seat]
        self._bots = dict(zip(others, bots, strict=True))
        self._seed = seed
        self._pace = Random()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._stepped = asyncio.Event()
        self._hurry = asyncio.Event()
        self._thinking = asyncio.Lock()
        self.match.listen(self._on_step)
        self._save()

    # --- what a person does ---

    def play(self, choice: Choice) -> None:
        """Plays a choice of the person; raises if the match refuses it."""
        self.match.play_all(self.seat, choice.actions)

    def go_on(self) -> None:
        """Cuts short whatever time is running now."""
        hurry, self._hurry = self._hurry, asyncio.Event()
        hurry.set()

    # --- the loop ---

    async def run(self) -> None:
        """Until the match is over."""
        try:
            while not self.match.over:
                self._stepped.clear()
                if self.match.actors == (TABLE,):
                    await self._table_step()
                    continue
                for p in self.match.actors:
                    if p != self.seat and (p not in self._tasks or self._tasks[p].done()):
                        self._tasks[p] = asyncio.create_task(self._bot_step(p))
                await self._stepped.wait()
        finally:
            for task in self._tasks.values():
                task.cancel()

    async def _table_step(self) -> None:
        scene = self.story.view.scene()
        while self.waiting:
            time = TURN if self.waiting[0][1] == WHOLE else PIECE
            self.waiting = () if await self._wait(time) else self.waiting[1:]
            self.on_change()
        self.left = scene.pause * self.speed if scene.pause >= LONG else 0.0
        self.on_change()
        await self._wait(scene.pause)
        self.left = 0.0
        self.match.go_on()

    async def _bot_step(self, p: int) -> None:
        started = monotonic()
        steps = self.match.log.steps
        time = thinking_time(self._pace, fresh=not steps or steps[-1].seat == TABLE)
        while p in self.match.actors:
            view, known = self.match.view(p), len(self.match.log.steps)
            action = await self._decision(p, view)
            if self.speed:
                await self._wait(time - (monotonic() - started) / self.speed)
                await self._leave_time()
            if self._still_asked(p, view, known):
                try:
                    self.match.play(p, action)
                except SprawdzamError as error:
                    self._failed(p, error)
                    self.match.play(p, view.silence)
                return
            # somebody else has acted meanwhile: think again

    async def _leave_time(self) -> None:
        """Where anybody may call, a person must have a chance to; once the person has answered, nobody dawdles."""
        left = self._pace.uniform(*WINDOW)
        while left > 0 and self.seat in self.match.actors and self.story.view.scene().window:
            if await self._wait(min(ANSWER, left)):
                return
            left -= ANSWER

    def _still_asked(self, p: int, view: View, known: int) -> bool:
        """Whether a decision still answers what was asked: only others who were asked with it have acted since."""
        since = self.match.log.steps[known:]
        return p in self.match.actors and all(step.seat != p and step.seat in view.actors for step in since)

    async def _decision(self, p: int, view: View) -> int:
        """What a bot does; one that fails must not end the match."""
        try:
            async with self._thinking:
                return await in_thread(partial(self._bots[p].decide, view, self._luck(p)))
        except Exception as error:
            self._failed(p, error)
            return view.silence

    def _luck(self, p: int) -> Random:
        """A bot's luck at its next decision; with a seed the same however often it thinks about it."""
        if self._seed is None:
            return Random()
        return Random(f"{self._seed} {p} {sum(step.seat == p for step in self.match.log.steps)}")

    def _failed(self, p: int, error: Exception) -> None:
        self.problem = SprawdzamError(mark("The bot at seat {seat} cannot decide: {error}"), seat=p, error=str(error))

    async def _wait(self, seconds: float) -> bool:
        """Lets time pass, unless it is held; True if a person cut it short."""
        hurry = self._hurry
        left = seconds * self.speed
        if left <= 0:
            await asyncio.sleep(0)
        while left > 0 and not hurry.is_set():
            tick = min(TICK, left)
            try:
                await asyncio.wait_for(hurry.wait(), tick)
            except TimeoutError:
                if not self.held:
                    left -= tick
                    if self.left:
                        before, self.left = self.left, left
                        if int(before) != int(left):
                            self.on_change()
        return hurry.is_set()

    def _on_step(self, match: Match, step: Step) -> None:
        if step.seat == self.seat:
            self.problem = None
        self.story.add(match.view(self.seat))
        if self.speed and match.actors == (TABLE,):
            before, after = self.story.views[-2:]
            self.waiting = turned(before.scene(), after.scene())
        self._save()
        self._stepped.set()
        self.on_change()

    def _save(self) -> None:
        """Writes the log beside its place and moves it there, so that it is whole at any moment."""
        if self.log_file is None:
            return
        part = self.log_file.with_name(self.log_file.name + ".part")
        self.saved = False
        try:
            part.write_text(self.match.log.text, "utf-8")
            os.replace(part, self.log_file)
            self.saved = True
        except OSError as error:
            self.problem = SprawdzamError(
                mark("The log cannot be written to {path}: {error}"), path=str(self.log_file), error=error.strerror
            )


async def in_thread(work: Callable[[], T]) -> T:
    """The result of work that goes on in a thread of its own, which does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def finish(result: T | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as caught:
            error = caught
        if not loop.is_closed():
            loop.call_soon_threadsafe(finish, result, error)

    threading.Thread(target=run, daemon=True).start()
    return await done
