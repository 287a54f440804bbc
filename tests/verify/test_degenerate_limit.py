"""Limits that are others where a coefficient vanishes, of which SymPy thinks that it does not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.boxes.random_points import Domain
from chartered_verify.forms.algebraic import limit_is
from chartered_verify.forms.expansion import Expansion
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Undecided

Limit = tuple[Callable[..., Any], int | str, Callable[..., Any]]
ELSEWHERE: dict[str, Limit] = {
    "a quotient": (lambda xp, x, a: (a - 1) * x / (1 + (a - 1) * x), "inf", lambda xp, a: xp.number(1)),
    "a denominator": (lambda xp, x, a: 1 / (1 + (a - 1) ** 2 * x), "inf", lambda xp, a: xp.number(0)),
    "next to 0": (lambda xp, x, a: x / (x + (a - 1) ** 2), 0, lambda xp, a: xp.number(0)),
    "a logarithm": (lambda xp, x, a: xp.log1p((a - 1) ** 2 * x) / xp.log(x), "inf", lambda xp, a: xp.number(1)),
    "terms that cancel": (lambda xp, x, a: x / (1 + x * (a * x + 1) - x * x), "inf", lambda xp, a: xp.number(0)),
}
"""Limits that are others at a = 1."""


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_limit_that_is_another_where_a_coefficient_vanishes_is_not_proved(name: str) -> None:
    """SymPy takes it for one that does not; where it never does, or the limit goes on there, it is proved."""
    formula, at, value = ELSEWHERE[name]
    for low, verdict in ((Fraction(1, 2), Undecided), (2, Proved)):
        found = limit_is(formula, 0, at, value, "x a", {"x": (2, 9), "a": (low, 9)})
        assert isinstance(found, verdict), found
    assert "it may be another one where" in limit_is(formula, 0, at, value, "x a", {"x": (2, 9), "a": (0, 9)}).how


def test_a_limit_that_goes_on_where_a_coefficient_vanishes_is_proved() -> None:
    """At a = 2 both sides are 0; and at b = 1, where log b is, nothing else is larger."""
    domain: Domain = {"x": (2, 9), "a": (Fraction(1, 2), 9)}

    def ratio(xp: Any, x: Any, a: Any) -> Any:
        return (x**2 + (a - 2) * x**3) / (x**3 + x)

    assert isinstance(limit_is(ratio, 0, "inf", lambda xp, a: a - 2, "x a", domain), Proved)
    assert isinstance(
        limit_is(lambda xp, x, b: x / (x + xp.log(b)), 0, "inf", lambda xp, b: xp.number(1), "x b", domain), Proved
    )


def test_an_expansion_in_a_logarithm_is_not_proved_where_a_coefficient_vanishes() -> None:
    """log(1 + (a - 1)^2 x) grows as log x but at a = 1, where it is 0."""
    over = {"x": (0, None), "a": (0, None)}
    found = Expansion(lambda xp, x, a: xp.log1p((a - 1) ** 2 * x), [lambda xp, x, a: xp.log(x)], "inf", over)
    assert not isinstance(found(Effort()), Proved)
