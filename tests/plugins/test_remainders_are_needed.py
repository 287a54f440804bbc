"""Every part of a remainder is needed: with it the truth is inside, and with that part alone weakened it is outside.

The parts of an inversion, of smoothing and of sums on a lattice that are kept as fields are weakened beside their own
tests; here are those that stand within a formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.basics.formulas import gaussian_profile
from chartered_plugins.basics.formulas.geometric_series import geometric
from chartered_plugins.characteristic_function.formulas import contour
from chartered_plugins.characteristic_function.formulas.composition import Line, inversion
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.lattice_inversion import (
    LatticeLine,
    _inverted as lattice_inversions,
    lattice_inversion,
)
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, RandomizedResponse
from chartered_plugins.characteristic_function.formulas.poisson_gaussian import PoissonGaussian
from chartered_plugins.loss_distribution import profile as pld
from chartered_plugins.loss_distribution.formulas import self_convolution, tangents_below
from chartered_plugins.loss_distribution.formulas.grid_loss import GridLoss
from chartered_plugins.subsampling.formulas import sampled_gaussian_quadrature as quadrature
from chartered_plugins.subsampling.formulas.sampled_gaussian_quadrature import Nodes
from chartered_verify.arithmetic import balls
from flint import arb
from mpmath import mp

from tests import exact_losses as exact
from tests.weakened import TAILS, nothing, without_cosine, without_height

X = Fraction(1, 4)
REMOVED, ADDED = (PoissonGaussian(Fraction(3, 10), Fraction(3, 5), added) for added in (False, True))
STEEP = PoissonGaussian(Fraction(9, 10), Fraction(1, 2), added=True)
NARROW = PoissonGaussian(Fraction(3, 10), Fraction(1, 2), added=True)


def only_right(xp: Any, q: Any, s: Any, p: Any, at: Nodes, weights: list[Any]) -> Any:
    """No nodes left of the first one."""
    return TAILS(xp, q, s, p, at, [0 * weights[0], weights[-1]])


def only_left(xp: Any, q: Any, s: Any, p: Any, at: Nodes, weights: list[Any]) -> Any:
    """No nodes right of the last one."""
    return TAILS(xp, q, s, p, at, [weights[0], 0 * weights[-1]])


def without_rise(xp: Any, q: Any, s: Any, p: Any, at: Nodes, weights: list[Any]) -> Any:
    """As if w^p did not rise to the left where p < 0."""
    return TAILS(xp, q, s, 0 * p, at, weights)


@pytest.mark.parametrize(
    ("m", "order", "nodes", "name", "weak"),
    [
        (REMOVED, "7/2", Nodes(0.3, -30, 51, 0.48), "remainder", nothing),
        (REMOVED, "7/2", Nodes(0.3, -30, 51, 1.2), "remainder", without_height),
        (NARROW, "4", Nodes(0.2, -70, 70, 1.45), "remainder", without_cosine),
        (REMOVED, "7/2", Nodes(0.1, -30, 150, 0.48), "tails", only_right),
        (REMOVED, "7/2", Nodes(0.1, -90, 65, 1.2), "tails", only_left),
        (STEEP, "12", Nodes(0.1, -10, 91, 0.4), "tails", without_rise),
    ],
)
def test_parts_of_the_quadrature(
    m: PoissonGaussian, order: str, nodes: Nodes, name: str, weak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of M at one order or four: the strip, its width at heights, |w| in it, either tail, and that w^p rises."""
    line = Contour(Fraction(order), Fraction(3), 1 if weak is without_cosine else 4)
    truth = m.along(line, 80, 200)

    def inside() -> bool:
        return all(found.overlaps(exactly) for found, exactly in zip(m.along(line, 80, 200), truth, strict=True))

    monkeypatch.setattr(quadrature, "propose_nodes", lambda *_: nodes)
    assert inside()
    monkeypatch.setattr(quadrature, name, weak)
    assert not inside()


def _shift_forgotten(bound: arb, shift: Fraction) -> arb:
    with balls(128) as xp:
        return bound * xp.exp(-xp.number(shift * shift) / 2)


@pytest.mark.parametrize(
    ("m", "share", "nodes", "part"),
    [
        (REMOVED, "1/10", Nodes(0.1, -90, 70, 0.06), "tails"),
        (STEEP, "1/10", Nodes(1.2, -8, 9, 0.05), "remainder"),
        (REMOVED, "1/2", Nodes(0.1, -90, 150, 0.18), "shift"),
    ],
)
def test_parts_of_the_bound_beyond_a_height(
    m: PoissonGaussian, share: str, nodes: Nodes, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a shifted line: its tails, its remainder, and e^(b^2/2); |M| at the height is above what is left."""
    order, height, shift = Fraction(7, 2), Fraction(1, 10), Fraction(share) * m.noise
    truth = abs(m.along(Contour(order, height, 2), 80, 200)[1])
    assert m.shifted(order, height, shift, nodes, 128)[0] >= truth.upper()
    if part == "tails":
        monkeypatch.setattr(quadrature, "tails", nothing)
    if part == "remainder":
        monkeypatch.setattr(PoissonGaussian, "at", nothing)
    bound, _ = m.shifted(order, height, shift, nodes, 128)
    assert (_shift_forgotten(bound, shift) if part == "shift" else bound) < truth


def test_copies_on_the_left_are_not_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """delta is below 1 there: without what is taken off, the upper end is below the truth."""
    normal = ((Gaussian(Fraction(1, 4)), 1),)
    line = Line(Contour(Fraction(2), Fraction(2), 30), Fraction(5), (Fraction(0),), 30, 128)
    whole = inversion(normal, line)
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
    assert lattice_inversion(parts, line).delta(x).overlaps(truth)
    monkeypatch.setattr(RandomizedResponse, "falls_along", lambda *_: True)
    lattice_inversions.cache_clear()
    assert not lattice_inversion(parts, line).delta(x).overlaps(truth)
    lattice_inversions.cache_clear()


RUN = pld.from_profile(
    ch.Profile(
        delta=lambda xp, e, _: gaussian_profile.delta_mu(xp, xp.number(Fraction(1, 10)), e),
        worst_pair=True,
    )
)


def ends(step: str, tail: str) -> tuple[arb, arb, arb]:
    """delta of a hundred Gaussian runs at 1, from below, as it is, and from above, on a grid."""
    with balls(192) as xp:
        truth = gaussian_profile.delta_mu(xp, xp.number(1), xp.number(1))
        found = pld.profile(pld.times(RUN, 100)).delta(
            xp, xp.number(1), {"step": Fraction(step), "tail": Fraction(tail)}
        )
        return found.lower(), truth, found.upper()


def self_convolution_cleared() -> None:
    """What is kept of compositions is forgotten."""
    for module in (self_convolution, tangents_below):
        for x in vars(module).values():
            if hasattr(x, "cache_clear"):
                x.cache_clear()


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Nothing that a weakened part made is kept."""
    self_convolution_cleared()
    yield
    self_convolution_cleared()


@pytest.mark.usefixtures("forgetful")
def test_what_counts_as_an_infinite_loss_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last value of each grid and what convolutions truncate: without them the bound from above is below."""
    lower, truth, upper = ends("1/1000", "1/1000")
    assert lower <= truth.upper()
    assert upper >= truth.lower()
    compose = self_convolution.compose

    def forgetting(*arguments: Any) -> GridLoss:
        loss = compose(*arguments)
        return replace(loss, total=sum(loss.masses.coeffs(), arb(0)))

    monkeypatch.setattr(self_convolution, "compose", forgetting)
    self_convolution_cleared()
    assert ends("1/1000", "1/1000")[2] < truth.lower()


@pytest.mark.usefixtures("forgetful")
def test_the_polygon_below_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where dots are joined instead, and the pair is not looked at, the bound from below is above."""
    lower, truth, _ = ends("1/20", "1e-9")
    assert lower <= truth.upper()
    monkeypatch.setattr(tangents_below, "polygon", tangents_below.grid_bounds)
    monkeypatch.setattr(tangents_below, "is_below", lambda *_: True)
    self_convolution_cleared()
    assert ends("1/20", "1e-9")[0] > truth.upper()
