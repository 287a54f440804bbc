"""Every part of a remainder is needed: with it the truth is inside, and with that part alone weakened it is outside.

The parts of an inversion, of smoothing and of sums on a lattice that are kept as fields are weakened beside their own
tests; here are those that stand within a formula."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.basics.formulas import gaussian_profile
from chartered_plugins.basics.formulas.geometric_series import geometric
from chartered_plugins.characteristic_function.formulas import contour
from chartered_plugins.characteristic_function.formulas.composed_moments import Line
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.lattice_inversion import (
    LatticeLine,
    _inverted as lattice_inversions,
)
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, RandomizedResponse
from chartered_plugins.loss_distribution import convolved_profile, from_profiles as pld
from chartered_plugins.loss_distribution.formulas import convolution, tangents_below
from chartered_plugins.loss_distribution.formulas.grid_loss import GridLoss
from chartered_verify.arithmetic import balls
from flint import arb
from mpmath import mp
from msgspec.structs import replace

from tests import exact_losses as exact

X = Fraction(1, 4)


def test_copies_on_the_left_are_not_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """delta is below 1 there: without what is taken off, the upper end is below the truth."""
    normal = ((Gaussian(Fraction(1, 4)), 1),)
    line = Line(Contour(Fraction(2), Fraction(2), 30), Fraction(5), (Fraction(0),), 30, 128)
    whole = line.inverse(normal)
    with balls(128) as xp:
        truth = gaussian_profile.delta_mu(xp, xp.number(Fraction(1, 2)), xp.number(X))
        taken_off = -2 * xp.pi  # -c W, of the series that is e^x times smaller
    assert whole.delta(X).upper() >= truth.lower()
    monkeypatch.setattr(contour, "geometric", lambda xp, r: arb(0) if r.overlaps(taken_off) else geometric(xp, r))
    assert whole.delta(X).upper() < truth.lower()


def test_terms_on_a_lattice_that_rise_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a loss with another spacing |M| comes back to M(c): as if it fell, the truth is outside."""
    tenth, fortieth = Fraction(1, 10), Fraction(1, 40)
    parts = ((RandomizedResponse(tenth), 10), (RandomizedResponse(fortieth), 1))
    line, x = LatticeLine(Fraction(3, 2), Fraction(11, 2), 40, 5, 128), Fraction(1, 7)
    with mp.workdps(40):
        atoms = exact.added(exact.runs(exact.response(tenth), 10), exact.response(fortieth))
        truth = arb(mp.nstr(exact.delta(atoms, exact.number(x)), 35))
    assert line.inverse(parts).delta(x).overlaps(truth)
    monkeypatch.setattr(RandomizedResponse, "falls_along", lambda *_: True)
    lattice_inversions.cache_clear()
    assert not line.inverse(parts).delta(x).overlaps(truth)
    lattice_inversions.cache_clear()


RUN = pld.from_profile(
    ch.Profile(delta=lambda xp, e, _: gaussian_profile.delta_mu(xp, xp.number(Fraction(1, 10)), e), worst_pair=True)
)


def ends(step: str, tail: str) -> tuple[arb, arb, arb]:
    """delta of a hundred Gaussian runs at 1, from below, as it is, and from above, on a grid."""
    with balls(192) as xp:
        truth = gaussian_profile.delta_mu(xp, xp.number(1), xp.number(1))
        found = pld.profile(pld.times(RUN, 100)).delta(
            xp, xp.number(1), {"step": Fraction(step), "tail": Fraction(tail)}
        )
        return found.lower(), truth, found.upper()


def convolution_cleared() -> None:
    """What is kept of compositions is forgotten."""
    for module in (convolution, convolved_profile, tangents_below):
        for x in vars(module).values():
            if hasattr(x, "cache_clear"):
                x.cache_clear()


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Nothing that a weakened part made is kept."""
    convolution_cleared()
    yield
    convolution_cleared()


@pytest.mark.usefixtures("forgetful")
def test_what_counts_as_an_infinite_loss_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last value of each grid and what convolutions truncate: without them the bound from above is below."""
    lower, truth, upper = ends("1/1000", "1/1000")
    assert lower <= truth.upper()
    assert upper >= truth.lower()
    compose = convolution.compose

    def forgetting(*arguments: Any) -> GridLoss:
        loss = compose(*arguments)
        return replace(loss, infinite=arb(0))

    monkeypatch.setattr(convolution, "compose", forgetting)
    convolution_cleared()
    assert ends("1/1000", "1/1000")[2] < truth.lower()


@pytest.mark.usefixtures("forgetful")
def test_the_polygon_below_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where dots are joined instead, and the pair is not looked at, the bound from below is above."""
    lower, truth, _ = ends("1/20", "1e-9")
    assert lower <= truth.upper()
    monkeypatch.setattr(tangents_below, "polygon", tangents_below.grid_bounds)
    monkeypatch.setattr(tangents_below, "is_below", lambda *_: True)
    convolution_cleared()
    assert ends("1/20", "1e-9")[0] > truth.upper()
