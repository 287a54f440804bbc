"""No inequality that is made false where it is hard to see is proved, and none that is true is refuted."""

from __future__ import annotations

from collections import Counter

import pytest
from chartered.proving import Claim, Effort, attempt, verdict_name
from chartered_verify.boxes.region import Region
from chartered_verify.monotone.prove import positive_inside

from tests.nearly_true import Nearly, nearly_true

SEEDS, ALONE = range(6), range(100, 150)
"""Seeds for the whole prover, and for signs of derivatives alone."""
BOXES, LIMIT, SECONDS = 300, 20, 1


def by_derivatives(one: Nearly) -> bool:
    """Whether signs of derivatives alone prove it, inside its ranges."""
    region = Region.interior(list(one.over.values()))
    return positive_inside(one.formula, region, one.strict, SECONDS) is not None


def wrongly_proved(seed: int) -> list[str]:
    """The families in which what balls confirm to be false inside its ranges is proved by signs of derivatives."""
    inside = (one for one in nearly_true(seed) if not one.closed)
    return [one.family for one in inside if not one.true and by_derivatives(one) and one.fails()]


def test_what_is_nearly_true_is_not_proved_by_derivatives() -> None:
    """For one seed, in the families that take little."""
    assert not wrongly_proved(0)


@pytest.mark.full
@pytest.mark.parametrize("seed", ALONE)
def test_no_false_inequality_is_proved_by_derivatives(seed: int) -> None:
    """Far out, in a corner, in a dip, by a constant or an order of vanishing: fifteen false ones for each seed."""
    assert not wrongly_proved(seed)


@pytest.mark.full
@pytest.mark.parametrize("seed", SEEDS)
def test_no_verdict_on_what_is_nearly_true_is_wrong(seed: int, record_property: pytest.RecordProperty) -> None:
    """By the whole prover, on ranges with and without their ends."""
    shares, wrong = Counter[str](), []
    for one in nearly_true(seed):
        claim = Claim.of("nearly.true", "f", one.family, one.form(BOXES))
        word = verdict_name(attempt(claim, Effort(limit=LIMIT)).verdict)
        shares[f"{'true' if one.true else 'false'}: {word}"] += 1
        wrong += [one.family] if word == "refuted" and one.true else []
        wrong += [one.family] if word == "proved" and not one.true and one.fails() else []
    record_property("shares", dict(shares))
    assert not wrong
