"""How often each rule fires: the rules of a game with a counter at every place that cites one.

Comments that cite rules stand in the code already, beside what they are about. Here the source of a game's rules is
read again, a call is put in at every such place (``citations.py`` says which), and the copy is run, interpreted, in
step with a match. So no game knows that it is counted, and a sixth game is counted like the others.

A match goes in *steps*: the opening, one action of a seat or of the table, the final score. First of all it is
counted in how many steps a rule fires, however many lines cite it and however often they run: so what is counted is
the game, not the way it is written. Some steps settle things for several seats at once, such as the guesses of all.
So it is also told how many *times* a rule fired: in each step as often as the one of its places that ran most often,
where calls and loops count once, for those are a matter of style.

The list of legal actions is made once for each decision, and rules that fire there are counted apart: they shape
a choice, and nothing happens yet.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from types import FunctionType, ModuleType
from typing import Any

from sprawdzam.arena.citations import BODY, CALL, ELSE, STATEMENT, TRUTH, Citation, citations, mentions
from sprawdzam.engine.chance import Script
from sprawdzam.engine.contract import TABLE, State
from sprawdzam.engine.game import Game
from sprawdzam.engine.log import Log
from sprawdzam.engine.rulebook import rules_of
from sprawdzam.engine.view import View

VERBS = ("deal", "legal", "apply", "score")
FIRE, TRUE = "_fires_", "_fires_if_true_"  # the names that the copy calls its counters by


@dataclass(frozen=True)
class Place:
    """One place of the code that cites rules."""

    module: str
    line: int
    function: str
    kind: str
    ids: tuple[str, ...]
    once: bool
    """A call or a loop: how often it runs in a step says nothing."""


@dataclass
class Firings:
    """What fired in one match: in so many steps, so many times in them, and at so many decisions."""

    steps: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    choices: Counter[str] = field(default_factory=Counter)


class Watch:
    """The rules of one game with counters; follows one match at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = rules_of(game)
        self.places: list[Place] = []
        self.firings = Firings()
        self._hits: Counter[int] = Counter()
        self._copies: dict[str, ModuleType] = {}
        self._verbs = self._copy(game.rules_module.__name__)

    def deal(self, s: State, rng: Any) -> None:
        """The opening of a new match: counts from nothing."""
        self.firings = Firings()
        self._run(self._verbs.deal, s, rng)

    def legal(self, s: State, seat: int) -> list[int]:
        """The legal actions of a seat that has to decide."""
        out = [0] * self._verbs.ACTIONS
        self._hits.clear()
        n: int = self._verbs.legal(s, seat, out)
        self.firings.choices.update({name for hit in self._hits for name in self.places[hit].ids})
        return out[:n]

    def apply(self, s: State, seat: int, action: int, rng: Any) -> None:
        self._run(self._verbs.apply, s, seat, action, rng)

    def score(self, s: State) -> list[list[int]]:
        """Points and ranks at the end."""
        out = [[0, 0] for _ in range(s.seats)]
        self._run(self._verbs.score, s, out)
        return out

    def follow(self, log: Log) -> Firings:
        """What fired in a match that was played already."""
        before: State = None
        for match, step in log.replay():
            if step is None:
                self.firings = Firings()
                if log.position is None:
                    before = log.setup.blank()
                    self.deal(before, _laid(log.opening))
            else:
                if step.seat != TABLE:
                    self.legal(before, step.seat)
                action = View.of(self.game, before, step.seat).read(step.text)
                self.apply(before, step.seat, action, _laid(step.draws))
            before = match.state
        if log.over:
            self.score(before)
        return self.firings

    def counted(self, verbs: Sequence[str] = VERBS) -> set[str]:
        """The rules that can fire: those cited in what the verbs call."""
        return {name for place in self._reached(verbs) for name in place.ids}

    def cited(self, name: str) -> tuple[str, ...]:
        """The places of a rule that can fire, as ``module:line``."""
        found = (place for place in self._reached(VERBS) if name in place.ids)
        return tuple(f"{place.module.rpartition('.')[2]}.py:{place.line}" for place in found)

    def _reached(self, verbs: Sequence[str]) -> list[Place]:
        waiting: list[FunctionType] = [getattr(self._verbs, verb) for verb in verbs]
        seen: set[tuple[str, str]] = set()
        while waiting:
            function = waiting.pop()
            name = (function.__module__, function.__name__)
            if name not in seen and function.__module__ in self._copies:
                seen.add(name)
                called = (function.__globals__.get(other) for other in function.__code__.co_names)
                waiting += [other for other in called if isinstance(other, FunctionType)]
        return [place for place in self.places if (place.module, place.function) in seen]

    def uncounted(self) -> dict[str, tuple[str, ...]]:
        """The other rules, each with the modules that cite it: what is seen, told and laid ready has no step."""
        counted, cited = self.counted(), mentions(self.game, self.rules)
        return {name: tuple(cited.get(name, ())) for name in self.rules if name not in counted}

    def _run(self, verb: Callable[..., None], *args: object) -> None:
        """A step of the match."""
        self._hits.clear()
        verb(*args)
        most: dict[str, int] = {}
        for hit, times in self._hits.items():
            place = self.places[hit]
            for name in place.ids:
                most[name] = max(most.get(name, 0), 1 if place.once else times)
        self.firings.steps.update(most.keys())
        self.firings.times.update(most)

    def _copy(self, name: str) -> ModuleType:
        """A module of the game with counters in it; what it imports from its package is copied likewise."""
        if name not in self._copies:
            original = import_module(name)
            source = inspect.getsource(original)
            tree = ast.parse(source)
            counters = _Counters(tree, citations(source, tree, self.rules), len(self.places))
            self.places += [Place(name, c.line, c.function, c.kind, c.ids, _is_once(c)) for c in counters.found]
            copy = self._copies[name] = ModuleType(name)
            copy.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
            copy.__dict__[FIRE] = self._fire
            copy.__dict__[TRUE] = self._if_true
            copy.__dict__["__package__"] = self.game.package
            exec(compile(counters.tree, original.__file__ or name, "exec"), copy.__dict__)
        return self._copies[name]

    def _import(
        self, name: str, names: Any = None, local: Any = None, wanted: Sequence[str] = (), level: int = 0
    ) -> ModuleType:
        full = resolve_name("." * level + name, self.game.package) if level else name
        if full.startswith(f"{self.game.package}.") and wanted:
            return self._copy(full)
        return builtins.__import__(name, names, local, wanted, level)

    def _fire(self, place: int) -> None:
        self._hits[place] += 1

    def _if_true(self, place: int, value: Any) -> Any:
        if value:
            self._hits[place] += 1
        return value


@cache
def watch(game: Game) -> Watch:
    """The one watch of a game in this process."""
    return Watch(game)


def _laid(draws: Sequence[Any]) -> Script:
    values: dict[str, list[int]] = {}
    for draw in draws:
        values.setdefault(draw.zone.name.lower(), []).append(draw.value)
    return Script(values)


def _is_once(citation: Citation) -> bool:
    return isinstance(citation.node, ast.FunctionDef | ast.For | ast.While)


class _Counters(ast.NodeTransformer):
    """Puts a call at every place that cites rules; ``found`` are the citations with the kinds that came out."""

    def __init__(self, tree: ast.Module, cited: Sequence[Citation], first: int) -> None:
        self.predicates = _predicates(tree)
        self.found = [self._settled(citation) for citation in cited]
        self.at: dict[tuple[str, ast.AST], list[int]] = {}
        for number, citation in enumerate(self.found, first):
            self.at.setdefault((citation.kind, citation.node), []).append(number)
        self.returns: list[int] = []
        self.tree = ast.fix_missing_locations(self.visit(tree))

    def _settled(self, citation: Citation) -> Citation:
        node = citation.node
        if citation.kind == STATEMENT and isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return):
            if node.value is not None and _is_condition(node.value, self.predicates):
                return citation._replace(kind=TRUTH)
        elif citation.kind == CALL and isinstance(node, ast.FunctionDef) and node.name in self.predicates:
            return citation._replace(kind=TRUTH)
        return citation

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.returns = self.at.get((TRUTH, node), [])
        self.generic_visit(node)
        node.body[:0] = self._calls(CALL, node)
        return node

    def visit(self, node: ast.AST) -> Any:
        visited = super().visit(node)
        if isinstance(node, ast.If | ast.For | ast.While):
            node.body[:0] = self._calls(BODY, node)
            node.orelse[:0] = self._calls(ELSE, node)
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return) and node.value is not None:
            of_function = self.returns if isinstance(node, ast.Return) else []
            for number in (*self.at.get((TRUTH, node), ()), *of_function):
                node.value = ast.Call(ast.Name(TRUE, ast.Load()), [ast.Constant(number), node.value], [])
        if isinstance(node, ast.stmt) and (calls := self._calls(STATEMENT, node)):
            return [*calls, visited]
        return visited

    def _calls(self, kind: str, node: ast.AST) -> list[ast.stmt]:
        return [
            ast.Expr(ast.Call(ast.Name(FIRE, ast.Load()), [ast.Constant(number)], []))
            for number in self.at.get((kind, node), ())
        ]


def _predicates(tree: ast.Module) -> set[str]:
    """The functions of a module that answer yes or no: all that they return are conditions."""
    returned = {
        function.name: [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
    }
    found: set[str] = set()
    while True:
        more = {
            name
            for name, values in returned.items()
            if values and all(value is not None and _is_condition(value, found) for value in values)
        }
        if more == found:
            return found
        found = more


def _is_condition(value: ast.expr, predicates: set[str]) -> bool:
    """Whether an expression is true or false by its form: a comparison, ``not``, or such joined by and, or."""
    if isinstance(value, ast.Compare) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)):
        return True
    if isinstance(value, ast.BoolOp):
        return any(_is_condition(part, predicates) for part in value.values)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitAnd | ast.BitOr):
        return _is_condition(value.left, predicates) and _is_condition(value.right, predicates)
    if isinstance(value, ast.IfExp):
        return _is_condition(value.body, predicates) and _is_condition(value.orelse, predicates)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in predicates
    return isinstance(value, ast.Constant) and isinstance(value.value, bool)
