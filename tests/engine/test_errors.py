"""Errors are one line, in any language, and survive a journey between processes."""

from __future__ import annotations

import pickle

import pytest

import sprawdzam
from sprawdzam import IllegalAction, SprawdzamError, UnknownBot
from sprawdzam.engine.texts import texts


def test_an_error_keeps_its_template_and_fields() -> None:
    error = IllegalAction("{action} is not legal", action="bid 1x1")
    assert str(error) == "bid 1x1 is not legal" and error.fields == {"action": "bid 1x1"}
    assert error.told(texts("en")) == "bid 1x1 is not legal"


def test_an_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(UnknownBot("there is no bot {name}", name="deep blue")))
    assert (
        type(error) is UnknownBot and str(error) == "there is no bot deep blue" and error.fields["name"] == "deep blue"
    )


def test_braces_in_what_was_handed_in_are_left_alone() -> None:
    assert str(IllegalAction("{action} is not legal", action="{0} {x}")) == "{0} {x} is not legal"
    assert str(IllegalAction("no fields, {braces}")) == "no fields, {braces}"


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\u2028b", "a\x0bb", "\x1b[31mred", "a\x85b"])
def test_control_characters_do_not_reach_a_terminal(text: str) -> None:
    """An error may show what a stranger typed."""
    error = SprawdzamError("no {name}", name=text)
    for line in (str(error), error.told(texts("en"))):
        assert len(line.splitlines()) == 1 and line.isprintable()


@pytest.mark.parametrize("name", ["text", "texts", "n", "one", "many", "kind", "line"])
def test_a_field_may_have_any_name(name: str) -> None:
    """A line is told to people by a function that has names of its own."""
    error = SprawdzamError(f"no {{{name}}}", **{name: "three"})
    assert str(error) == error.told(texts("en")) == "no three"


def test_every_error_is_a_value_error_of_ours() -> None:
    kinds = [getattr(sprawdzam, name) for name in sprawdzam.__all__]
    errors = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(errors) >= 10
    assert all(issubclass(kind, SprawdzamError) and issubclass(kind, ValueError) and kind.__doc__ for kind in errors)
