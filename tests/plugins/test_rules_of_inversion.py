"""The rules of an inversion declare their numbers once: what a witness states of them is read as they were."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered_plugins.characteristic_function import inversion_witness
from chartered_plugins.characteristic_function.formulas.banded_line import BandedLine
from chartered_plugins.characteristic_function.formulas.bound_by_moment import MomentBound
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition, Line
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion
from chartered_plugins.characteristic_function.formulas.lattice_inversion import LatticeLine
from chartered_plugins.characteristic_function.formulas.moments import Laplace
from chartered_plugins.characteristic_function.formulas.rule_numbers import Rule, RuleNumber
from chartered_plugins.characteristic_function.formulas.runs_in_two_halves import ListedLosses
from chartered_plugins.characteristic_function.formulas.series_below_largest_loss import BelowLargest
from chartered_plugins.characteristic_function.formulas.shown_samples import ShownSamples
from chartered_plugins.characteristic_function.formulas.smoothing import SmoothedLine
from chartered_plugins.characteristic_function.inversion_witness import RULES
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.laws.normal_window import Window

HALF = Fraction(1, 2)
LINE = Line(Contour(Fraction(3), HALF, 40), Fraction(5), (Fraction(1), Fraction(0)), 30, 128)
BANDS = Window(None, Fraction(3), HALF), Window(Fraction(-2), Fraction(2), HALF)
EACH: list[Rule] = [
    LINE,
    SmoothedLine(LINE, HALF),
    BandedLine(LINE, BANDS, Fraction(-1), None),
    LatticeLine(Fraction(2), Fraction(4), 30, 10, 64),
    Expansion(7, 128),
    BelowLargest(20, 128),
    MomentBound(HALF),
    ListedLosses(40, 128),
    ShownSamples(40, 128),
]
SAMPLES: Composition = ((GaussianSample(HALF, Fraction(3)).law, 1), (GaussianSample(HALF, Fraction(4)).law, 1))


@pytest.mark.parametrize("rule", EACH, ids=lambda rule: type(rule).__name__)
def test_what_a_witness_states_of_a_rule_is_read_as_that_rule(rule: Rule) -> None:
    """It has the rule's mark and no number that is not declared, all within their limits; and one that is not optional
    is missed."""
    stated = inversion_witness.stated("removal", rule)
    assert f"removal.{rule.mark}" in stated
    assert inversion_witness.rule_of("removal", 2, stated) == rule
    fields = {field.name: field for field in inversion_witness.fields([SAMPLES])}
    assert all(fields[name].admits(x) for name, x in stated.items())
    needed = {f"removal.{name}" for name, _, number in rule.named(2) if not number.optional}
    for name in needed - {f"removal.{kind.mark}" for kind in RULES}:
        with pytest.raises(ch.Unavailable, match=f"the witness states no {name}"):
            inversion_witness.rule_of("removal", 2, {key: x for key, x in stated.items() if key != name})


def test_each_kind_of_rule_is_among_the_rules_and_tried_here() -> None:
    """The kinds are all subclasses."""
    names = {rule.__name__ for rule in Rule.__subclasses__()}  # a class with slots is made twice
    assert {rule.__name__ for rule in RULES} == {type(rule).__name__ for rule in EACH} == names


def test_a_number_that_rules_share_has_the_same_limits_in_each() -> None:
    """One field of the witness serves all of them."""
    limits = dict[str, RuleNumber]()
    for rule in RULES:
        for name, _, number in rule.named(1):
            assert limits.setdefault(name, number)[2:6] == number[2:6]


def test_bands_are_fields_only_where_the_losses_have_windows() -> None:
    """Of normal noise on samples; and of the whole half-line of eps, not of its pieces."""
    shown = {field.name for field in inversion_witness.fields([SAMPLES])}
    others = {field.name for field in inversion_witness.fields([((Laplace(HALF), 2),)])}
    pieces = {field.name for field in inversion_witness.of_stretch([SAMPLES])}
    assert "removal.band.1.width" in shown
    assert not any("band" in name for name in others | pieces)
