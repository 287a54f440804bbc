"""Arguments of the wrong kind in Python are refused in our words, with what would be right."""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.errors import BadLedger, BadValue


@pytest.mark.parametrize(
    ("asked", "kind", "says"),
    [
        (lambda: round(LEDGER.epsilon("1e-5"), "x"), BadValue, "it must be a whole number"),
        (lambda: ch.verify("zcdp.renyi", limit="x"), BadValue, "the time limit is 'x' seconds; it must be above 0"),
        (lambda: ch.verify("zcdp.renyi", jobs="x"), BadValue, "jobs is 'x'; it must be a number of processes"),
        (lambda: ch.verify("zcdp.renyi", jobs=0), BadValue, "jobs is 0; it must be a number of processes"),
        (lambda: ch.Book(None), BadLedger, "the place of the book is None; name a file"),
        (lambda: ch.Book(Path("none.book")), BadLedger, "there is no book at"),  # named by a path, as any other file
        (lambda: ch.Onstep, AttributeError, "no attribute 'Onstep'; is it OnStep"),  # as Python does for its own names
    ],
)
def test_an_argument_of_the_wrong_kind_is_told(asked: Callable[[], Any], kind: type[Exception], says: str) -> None:
    """And what it must be."""
    with pytest.raises(kind, match=says):
        asked()


@pytest.mark.parametrize(
    ("name", "call"), [("epsilon", "epsilon(delta)"), ("delta", "delta(epsilon)"), ("risk", "risk()")]
)
def test_a_question_that_the_library_lacks_is_asked_of_a_ledger(name: str, call: str) -> None:
    """What is similar, such as EpsilonAt, is not meant."""
    with pytest.raises(AttributeError, match=re.escape(f"it is asked of a ledger: ch.Ledger(...).{call}")):
        getattr(ch, name)


def test_the_class_that_was_called_is_named() -> None:
    """And none of its bases, which no page knows."""
    for called, named in (
        (ch.Book, "Book.__init__()"),
        (LEDGER.epsilon, "Ledger.epsilon()"),
        (ch.Ledger.read, "Ledger.read()"),
    ):
        with pytest.raises(TypeError, match=f"^{re.escape(named)} got an unexpected keyword argument 'a'"):
            called(a=1)  # type: ignore[operator]


LEDGER = ch.Ledger("gaussian:sigma=20")


@pytest.mark.parametrize(
    ("asked", "given", "says"),
    [
        (ch.dpsgd, {"n": 9, "sigma": 1}, "sigma: did you mean noise? it takes n, batch, sample_rate, "),
        (ch.dpsgd, {"dataset_size": 9}, "dataset_size: did you mean n? "),
        (ch.dpsgd, {"num_steps": 9}, "num_steps: did you mean steps? "),
        (ch.dpsgd, {"loader": "shuffled"}, 'other batches are a step: ch.Ledger("dpsgd:...,loader=shuffled"); it'),
        (ch.calibrate, {"eps": 1}, "eps: did you mean epsilon? it takes step, solve, "),
        (ch.Ledger, {"relation": "replace-one"}, "relation: did you mean neighbours? "),
        (ch.Ledger.read, {"pth": 1}, "pth: did you mean path? "),
        (
            ch.Filter,
            {"eps": 1},
            "eps: an eps at a delta is no budget: `chartered calibrate filter:fail=1e-7 --solve gdp",
        ),
        (LEDGER.epsilon, {"detla": 1}, "detla: did you mean delta? it takes delta, accountant, "),
        (LEDGER.epsilon, {"target_delta": 1}, "target_delta: did you mean delta? "),
        (LEDGER.compare, {"dleta": 1}, "did you mean delta?"),
        (ch.Question.epsilon, {"detla": 1}, "detla: did you mean delta? it takes delta, digits, within"),
        (ch.Question.delta, {"eps": 1}, "eps: did you mean epsilon? "),
        (ch.Question.mu, {"tolernce": 1}, "tolernce: did you mean tolerance? "),
        (ch.Book.create, {"url": "x", "lable": 1}, "lable: did you mean label? it takes url, "),
    ],
)
def test_an_argument_by_another_name_is_answered_by_ours(
    asked: Callable[..., object], given: dict[str, object], says: str
) -> None:
    """In a note on Python's own error."""
    with pytest.raises(TypeError, match="unexpected keyword argument") as refused:
        asked(**given)
    (note,) = refused.value.__notes__
    assert says in note


def test_an_argument_in_a_wrong_place_is_answered_by_ours() -> None:
    """What goes without a name, and what by name; a step beside a step is the first thing that users try."""
    with pytest.raises(TypeError, match="takes 1 positional argument") as refused:
        LEDGER.compare("1e-5")  # type: ignore[misc]
    assert refused.value.__notes__[0].startswith("without a name it takes nothing, and by name delta, epsilon, ")
    with pytest.raises(TypeError, match="multiple values") as refused:
        ch.Ledger("gaussian:sigma=2", "laplace:scale=2", neighbours="replace-one")  # type: ignore[misc]
    assert refused.value.__notes__ == ["without a name it takes steps, neighbours, and by name neighbors"]


@pytest.mark.parametrize("given", [[LEDGER], {"design A": LEDGER}])
def test_a_ledger_is_no_step_of_another(given: Any) -> None:
    """Nor the value of a key: what takes a ledger is said."""
    with pytest.raises(ch.BadLedger, match="a ledger is given alone"):
        ch.Ledger(given)


def test_what_other_packages_hold_is_read_by_bridges() -> None:
    """A value of a class that is none of Python's own."""
    with pytest.raises(ch.BadLedger, match=r"chartered\.bridges reads"):
        ch.Ledger([ch.HALF])  # type: ignore[list-item]


def test_two_designs_are_compared_by_the_ends_of_their_answers() -> None:
    """`a.compare(b)` and `<` of two answers stay Python's TypeError, and say what compares designs."""
    ledger = ch.Ledger("gaussian:sigma=20")
    with pytest.raises(TypeError) as refused:
        ledger.compare(ledger)  # type: ignore[call-arg,misc]
    assert "of two, compare their answers, a.epsilon(delta).upper < b." in refused.value.__notes__[1]
    answer = ledger.epsilon("1e-5")
    of_parts = ch.PartedLedger({"a": "laplace:scale=2"}).epsilon(0)
    for one, other in ((answer, answer), (answer, 3), (3, answer), (of_parts, answer)):
        with pytest.raises(TypeError, match=r"compare ends, .* a\.upper < b\.lower"):
            one < other  # type: ignore[operator]  # noqa: B015


def test_an_error_of_a_call_that_began_has_no_note() -> None:
    """It is the caller's, whatever it says."""

    def names() -> Iterator[str]:
        yield from iter("a")
        raise TypeError("names() got an unexpected keyword argument 'detla'")

    with pytest.raises(TypeError, match="detla") as raised:
        LEDGER.epsilon("1e-5", accountant=names())
    assert not hasattr(raised.value, "__notes__")
    with pytest.raises(TypeError, match="missing 1 required") as missing:
        LEDGER.epsilon()  # type: ignore[call-arg]
    assert not hasattr(missing.value, "__notes__")


def test_functions_that_tell_are_what_they_were() -> None:
    """Their signatures, names and documentation; and they are pickled by name."""
    for function in (ch.calibrate, ch.dpsgd, ch.Ledger.epsilon, ch.Ledger.read):
        assert "kwargs" not in inspect.signature(function).parameters
        assert function.__doc__
    assert pickle.loads(pickle.dumps(ch.calibrate)) is ch.calibrate
    assert inspect.isfunction(ch.Ledger.epsilon)
    assert not hasattr(inspect.unwrap(ch.Ledger.epsilon), "__wrapped__")
