"""Why claims are compared case by case and not proved, and a check that something is refused."""

from collections.abc import Callable
from typing import Any

from chartered_verify.catching import ours

PLACE = "for the rule"
POINTS = "what ships runs in balls alone, so that its formula is compared at points"
INTEGRALS = "M of a sampled Gaussian has no closed form: it is enclosed by an integrator, case by case"
MEASURED = "how good a choice is was measured: no number rests on it but its cost"


def refused(made: Callable[[], Any]) -> bool:
    """Whether the function reports that it has no bound."""
    try:
        made()
    except ours(ArithmeticError):
        return True
    return False
