"""Notation: a text reads the same in every arithmetic, runs what ships as it is now, and says what it does not know."""

from __future__ import annotations

import pickle
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import chartered as ch
import pytest
from chartered.proving import Certain, Covered, Positive, Proof, Proofs, Rounds, Same, Slope, Tends, Touches, lemma
from chartered.proving.formula_reader import Reader
from chartered.proving.notation import Notation
from chartered.proving.registered_in_texts import Composed, Shipped
from chartered_verify.arithmetic import balls, floats
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Undecided

LINE = {"x": (Fraction(1, 9), 9), "y": (Fraction(1, 9), 9)}


def read(text: str, *definitions: str, **known: Any) -> float:
    """The text at x = 2, y = 3, in doubles and in balls alike."""
    reader = Reader(Notation(*definitions, ranges=LINE, **known))
    with balls(128) as xp:
        exact = xp.number(reader.formula(text, reader.notation.ranges)(xp, xp.number(2), xp.number(3)))
        found = float(reader.formula(text, reader.notation.ranges)(floats, 2.0, 3.0))
        assert abs(float(exact) - found) < 1e-12
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x^2 + y/2", 5.5),
        ("1/3*3 - 1", 0),
        ("-x^2", -4),
        ("2^-x", 0.25),
        ("max(x, y) - min(x, y)", 1),
        ("positive(x - y)", 0),
        ("log(exp(x)) + Phi(0)", 2.5),
        ("d/dx x^3*y", 36),
        ("d2/dx2 x^3*y", 36),
    ],
)
def test_a_text_is_read_in_every_arithmetic(text: str, value: float) -> None:
    """Whole numbers and quotients are exact, ^ is a power, derivatives are SymPy's."""
    assert read(text) == pytest.approx(value, abs=1e-12)


def test_definitions_take_arguments_or_the_letters_at_hand() -> None:
    """One without arguments is read where it stands, one with arguments knows those alone."""
    assert read("twice(y) + half", "twice(x) = 2*x", "half = x/2") == 7
    with pytest.raises(ValueError, match="no meaning is given for 'y'"):
        read("twice(x)", "twice(x) = 2*y")


def test_known_functions_modules_and_notations_are_called_by_name() -> None:
    """With the arithmetic where they take it, as they are when the text is read."""
    module = SimpleNamespace(rise=lambda xp, x: xp.exp(x) - xp.exp(x) + x, plain=lambda x, y: x * y)
    other = Notation("square(x) = x^2")
    assert read("m.rise(x) + m.plain(x, y) + o.square(y)", m=module, o=other) == 17
    module.plain = lambda x, y: x + y
    assert read("m.plain(x, y)", m=module) == 5


def test_theorems_and_accountants_are_run() -> None:
    """By their settings, or of a guarantee; a replaced record has twice the sensitivity."""
    stated, replaced = Shipped("laplace.pure"), Shipped("laplace.pure", span=2)
    assert read("s(sensitivity=x, scale=y).epsilon", s=stated) == pytest.approx(2 / 3)
    assert read("s(sensitivity=x, scale=y).epsilon", s=replaced) == pytest.approx(4 / 3)
    assert read("p(epsilon=y).delta(x)", p=Shipped("pure.profile", ch.Pure)) > 0
    window = Shipped("checkin.zcdp", inner=ch.Pure)
    assert read("2*w(m=x, p=1, epsilon=log(2)).rho - 2/x", w=window) == pytest.approx(0)
    assert (
        read("c(x, y) + t(x)", c=Composed("pure", ch.Pure, "epsilon"), t=Composed("pure", ch.Pure, "epsilon", 3)) == 11
    )


@pytest.mark.parametrize("text", ["unknown(x)", "x + nothing", "x if y else x", "x.real()", "lambda: x"])
def test_what_a_text_does_not_know_is_an_error(text: str) -> None:
    """It names what it does not know."""
    with pytest.raises(ValueError, match=r"no meaning|no function|no formula"):
        read(text)


def test_a_name_is_defined_once() -> None:
    """A second meaning would hide the first."""
    with pytest.raises(ValueError, match="before"):
        Notation("p = 1", "p = 2")


def proved(*parts: Any, so: str = "So it is.") -> Any:
    """What becomes of a proof of these parts."""
    return Proof(Notation("square(z) = z^2", ranges=LINE), parts, so)(Effort())


def test_each_part_of_a_proof_is_proved_where_it_is_true() -> None:
    """Letters are hunted where the notation says."""
    found = proved(
        Same("both", "square(x + y)", "square(x) + 2*x*y + square(y)"),
        Same("no letters", "square(2)", "4"),
        Positive("its sign", "x + y"),
        Slope("its slope", "square(x)", "x", "2*x"),
        Tends("its limit", "1/x + y", "x", "inf", "y"),
        Touches("square(x - y)", "x", "y"),
        Certain("a number", "square(2) - z", {"z": 3}),
        Rounds("pi", "pi", "3.14"),
        lemma(Notation("one = 1"), Same("by its own notation", "one", "1")),
    )
    assert isinstance(found, Proved), found


@pytest.mark.parametrize(
    "false",
    [
        Same("s", "square(x)", "x + 1"),
        Positive("p", "x - y"),
        Slope("d", "square(x)", "x", "3*x"),
        Certain("c", "1 - 2"),
        Rounds("r", "pi", "3.15"),
        Touches("x - y", "x", "y"),
    ],
)
def test_a_false_part_refutes_the_proof(false: Any) -> None:
    """Whatever else is true."""
    assert isinstance(proved(Same("true", "x", "x"), false), Refuted)


@pytest.mark.parametrize("of", ["max(x - y, y - x)", "positive(x - y)**2"])
def test_a_slope_that_jumps_has_no_curvature(of: str) -> None:
    """As that of a maximum does: it is said, and what touches elsewhere is refuted all the same."""
    found = proved(Touches(of, "x", "y"))
    assert isinstance(found, Undecided)
    assert "slope jumps nowhere" in found.how
    assert isinstance(proved(Touches(f"{of} + x", "x", "y")), Refuted)


def test_a_box_has_its_letters_in_any_order() -> None:
    """It need not have that of the notation; but a letter that it does not have would be anything."""
    box = {"y": (Fraction(1), Fraction(2)), "x": (Fraction(3), Fraction(4))}
    for sloped in (False, True):
        assert isinstance(proved(Covered("above", "x - y", box, log="y", sloped=sloped)), Proved)
        refuted = proved(Covered("below", "y - x", box, log="y", sloped=sloped))
        assert isinstance(refuted, Refuted)
        assert set(refuted.witness["point"]) == {"x", "y"}
    with pytest.raises(ValueError, match="no side for x"):
        proved(Covered("above", "x + y", {"y": (Fraction(1), Fraction(2))}))


def test_several_parts_want_a_conclusion() -> None:
    """A reader must see why they suffice; a single one is the claim itself."""
    book = Proofs("a", "b", notation=Notation(ranges=LINE))
    with pytest.raises(ValueError, match="say why"):
        book.identity("c", "d", "e", "f", Same("", "x", "x"), Same("", "y", "y"))
    with pytest.raises(ValueError, match="has a label"):
        book.identity("c", "d", "e", "f", Same("", "x", "x"), lambda effort: None, so="One step is no part.")
    with pytest.raises(ValueError, match="lost: it is said why its parts suffice, and there are none"):
        book.inequality("lost", "d", "e", "f", so="Nothing would ever try it.")
    book.identity("one", "d", "e", "f", Same("", "x", "x"))
    assert isinstance(book.verdict("one", Effort()), Proved)


def test_a_claim_stands_at_the_place_of_its_book() -> None:
    """Unless it names its own, or none by an empty text; the domain is the last text, or that of its ranges."""
    book, holds = Proofs("a", "b", at="Theorem 1", notation=Notation(ranges=LINE)), Same("", "x", "x")
    book.identity("one", "d", "f", holds)
    book.identity("two", "d", "Lemma 2", "f", holds)
    book.identity("three", "d", "", "f", holds)
    book.identity("four", "d", holds, over={"x": (1, 2)})
    assert [claim.source for claim in book.claims()] == ["b, Theorem 1", "b, Lemma 2", "b", "b, Theorem 1"]
    assert [claim.domain for claim in book.claims()][:3] == ["f"] * 3
    assert "x" in book.claims()[3].domain
    for said in ((), ("e", "f", "g"), ("e", "")):
        with pytest.raises(ValueError, match="five: say on which domain"):
            book.identity("five", "d", *said, holds)


def test_a_box_has_its_own_order_of_letters() -> None:
    """Whatever the order in which the notation has them: the sides belong to the letters."""
    notation = Notation(ranges={"x": (5, 6), "y": (0, 1)})
    box = {"y": (5, 6), "x": (Fraction(1, 9), 1)}
    for sloped in (False, True):
        assert isinstance(Proof(notation, [Covered("", "y - x", box, sloped=sloped)])(Effort()), Proved)
        assert isinstance(Proof(notation, [Covered("", "x - y", box, sloped=sloped)])(Effort()), Refuted)


def test_a_registered_claim_travels_by_its_name_and_others_as_they_are() -> None:
    """Whatever functions it is made of; between processes its check is the one that is registered there."""
    claims = ch.registry().claims()
    for name in ("laplace.pure.ratio", "sample.renyi.coarse", "checkin.T32.exact"):
        assert pickle.loads(pickle.dumps(claims[name])).check is claims[name].check
    book = Proofs("a", "b", notation=Notation(ranges=LINE))
    book.identity("one", "d", "e", "f", Same("", "x", "x"))
    assert isinstance(pickle.loads(pickle.dumps(book.claims()[0])).check(Effort()), Proved)


def test_no_function_or_letter_takes_a_name_that_has_a_meaning() -> None:
    """log(x) = x was proved of another log, and inf > 0 of a letter."""
    for make in (
        lambda: Notation(log=lambda xp, x: x),
        lambda: Notation(pi=3),
        lambda: Notation(ranges={"inf x": (0, 9)}),
        lambda: Notation().extended(over={"exp": (0, 9)}),
        lambda: Notation().ranges_of({"pi": (4, 9)}, "pi - 3"),
    ):
        with pytest.raises(ValueError, match="has a meaning of its own; choose another name"):
            make()
