"""What the literature proves is proved, and what is subtly false is not."""

from __future__ import annotations

import pytest
from chartered.proving import Effort, Expansion, Inequality, Proved, Refuted, Undecided
from chartered_verify.boxes.region import Region
from chartered_verify.monotone.prove import positive_inside

from tests.well_known import FALSE, TRUE

EFFORT = Effort()
OPEN: set[str] = set()
"""True statements that are undecided."""
AT_ONCE = ["Euler from below", "Wendel", "Gordon", "Bernstein from Bennett", "Gibbs", "arithmetic and geometric mean"]
"""One for each way of proof: logarithms, steps to infinity, a tail, an order of vanishing, a curve, roots."""


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(TRUE.keys() - AT_ONCE))
def test_a_known_inequality_is_proved(name: str) -> None:
    """On its natural domain, as a user would state it; where it is not, it is left open."""
    found = TRUE[name].form(EFFORT)
    assert isinstance(found, Undecided if name in OPEN else Proved), found


@pytest.mark.slower
@pytest.mark.parametrize("name", AT_ONCE)
def test_each_way_of_proof(name: str) -> None:
    """Of those that take some seconds."""
    assert isinstance(TRUE[name].form(EFFORT), Proved)


@pytest.mark.full
@pytest.mark.parametrize("form", FALSE.values(), ids=FALSE)
def test_a_subtly_false_inequality_is_not_proved(form: Inequality | Expansion) -> None:
    """A constant too good, a domain too wide, an order off by one."""
    assert isinstance(form(EFFORT), Refuted | Undecided)


@pytest.mark.full
@pytest.mark.parametrize("form", [form for form in FALSE.values() if isinstance(form, Inequality)])
def test_signs_of_derivatives_alone_prove_no_false_one(form: Inequality) -> None:
    """Without the hunt for counterexamples, which would hide a wrong proof."""
    region = Region.interior(list(form.over.values()))
    assert positive_inside(form.formula, region, form.strict, seconds=10) is None
