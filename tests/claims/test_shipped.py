"""How claims run what ships: cases of symbols, positive parts of known sign, and rewritings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from chartered.proving import Rewrites, Said, accountant, registered
from chartered.proving.positive_parts import resolved
from chartered.proving.proof_parts import PARTS
from chartered.proving.steps import same
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted

X, Y = sympy.symbols("x y", positive=True)


@pytest.mark.parametrize(
    ("inner", "outcome"),
    [(X / (1 + X), X / (1 + X)), (-X * Y, 0), (1 - (1 + X) * (1 + Y), 0), (1 - (1 + X) / (1 + X + Y), Y / (1 + X + Y))],
)
def test_a_positive_part_of_known_sign_is_resolved(inner: Any, outcome: Any) -> None:
    """It becomes what is inside, or 0."""
    assert sympy.simplify(resolved(sympy.Max(0, inner)) - outcome) == 0


@pytest.mark.parametrize("inner", [X - Y, 1 - X, sympy.Symbol("z", real=True), sympy.exp(X) - 2])
def test_a_positive_part_of_unknown_sign_stays(inner: Any) -> None:
    """Nothing is assumed."""
    assert resolved(sympy.Max(0, inner)) == sympy.Max(0, inner)


def test_an_identity_that_needs_an_unknown_sign_is_not_proved() -> None:
    """(x - y)_+ = x - y where x > y is hunted, but not for all x, y > 0: a point elsewhere says so."""
    right = {"x": (5, 9), "y": (Fraction(1, 9), 2)}
    found = same(lambda xp, x, y: xp.positive(x - y), lambda xp, x, y: x - y, "x y", right, Effort(), rewrites=PARTS)
    assert isinstance(found, Refuted)


def test_a_case_of_symbols_is_read_as_a_case() -> None:
    """Settings, absent settings, and the sensitivity that replacing a record doubles."""
    said = Said({"sensitivity": X, "scale": Y}, span=2)
    assert (said["scale"], said.number("scale"), said.get("epsilon")) == (Y, Y, None)
    assert said.sensitivity == 2 * X
    assert registered("laplace.pure").bound(said).epsilon == 2 * X / Y


def test_what_ships_is_found_by_name() -> None:
    """The plugin's own theorem and accountant; an unknown name is an error, not another theorem."""
    assert registered("pure.gdp").name == "pure.gdp"
    assert accountant("gdp", "gdp").name == "gdp"
    with pytest.raises(KeyError):
        registered("pure.nobody")


def test_a_rewriting_is_run() -> None:
    """The right outcome is proved; another outcome, or a theorem that does not apply, is refuted."""

    def found(step: str, into: str) -> Any:
        return Rewrites("poisson.whole", step, into)(Effort())

    assert isinstance(found("poisson:rate=1/gaussian:sigma=2", "gaussian:sigma=2"), Proved)
    assert isinstance(found("poisson:rate=1/gaussian:sigma=2", "gaussian:sigma=3"), Refuted)
    assert isinstance(found("poisson:rate=1/2/gaussian:sigma=2", "gaussian:sigma=2"), Refuted)
