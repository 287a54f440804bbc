"""Claims about the moment generating function of the Poisson-sampled Gaussian at complex orders: the likelihood ratio
in the strip, the bound for all heights at once, and what ships, beside Arb's own integrator."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

from chartered.proving import Claim, Effort, Identity, Inequality, Kind, Verdict
from chartered.proving.printed_formulas import formula
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls
from flint import acb, arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...subsampling.formulas.removal_and_addition import addition, removal
from ..formulas.composition import inversion
from ..formulas.contour import Contour
from ..formulas.poisson_gaussian import PoissonGaussian, Rule

STRIP = "direct computation; Trefethen and Weideman 2014, Theorem 5.1, for the rule"
POSITIVE = (0, None)
_BITS = 160
_STRIPS = range(1, 13)
_FAR = 26
"""Standard deviations up to which the direct integral goes; what lies beyond weighs less than e^-300."""
MECHANISMS = (
    PoissonGaussian(Fraction(1, 100), Fraction(1)),
    PoissonGaussian(Fraction(1, 100), Fraction(1), added=True),
    PoissonGaussian(Fraction(3, 10), Fraction(3, 5)),
    PoissonGaussian(Fraction(1, 1000), Fraction(4), added=True),
)


def claims() -> list[Claim]:
    """All of this module."""
    return [*_strip(), _integrals(), _remainder(), _heights(), _one_run()]


def _strip() -> list[Claim]:
    return [
        Claim.of(
            "poisson-gaussian.characteristic.modulus",
            "With a = 1-q, u = q e^(x/s - 1/(2s^2)) and the turn t = y/s, |w|^2 - (w(x) cos(t/2))^2 = (1 - cos t)(a "
            "- u)^2/2, "
            "which is not negative: |w(x + iy)| >= w(x) cos(y/2s). Here c = cos t, so that sin^2 t = 1 - c^2 and "
            "cos^2(t/2) = (1 + c)/2.",
            STRIP,
            Identity(
                formula("(a + u*c)**2 + u**2*(1 - c**2) - (a + u)**2*(1 + c)/2", "a u c"),
                formula("(1 - c)*(a - u)**2/2", "a u c"),
                {"a": POSITIVE, "u": POSITIVE, "c": (-1, 1)},
            ),
        ),
        Claim.of(
            "poisson-gaussian.characteristic.largest",
            "|w|^2 <= w(x)^2: what is left is 2 a u (1 - cos t).",
            STRIP,
            Identity(
                formula("(a + u)**2 - (a + u*c)**2 - u**2*(1 - c**2)", "a u c"),
                formula("2*a*u*(1 - c)", "a u c"),
                {"a": POSITIVE, "u": POSITIVE, "c": (-1, 1)},
            ),
        ),
        Claim.of(
            "poisson-gaussian.characteristic.argument",
            "For 0 <= t <= pi/2 the argument of w rises with t: its derivative is Re(u e^(it)/w), which has the sign "
            "of "
            "u^2 + a u cos t.",
            STRIP,
            Inequality(formula("u**2 + a*u*c", "a u c"), {"a": POSITIVE, "u": POSITIVE, "c": (0, 1)}, strict=False),
        ),
        Claim.of(
            "poisson-gaussian.characteristic.slope",
            "(log w)' <= 1/s: 1 - u/(a + u) is a/(a + u), and so positive.",
            STRIP,
            Identity(formula("1 - u/(a + u)", "a u"), formula("a/(a + u)", "a u"), {"a": POSITIVE, "u": POSITIVE}),
        ),
    ]


def _integrals() -> Claim:
    return Claim(
        "poisson-gaussian.characteristic.direct",
        Kind.SOUNDNESS,
        "The enclosures at the nodes hold the integral.",
        STRIP,
        f"{len(MECHANISMS)} mechanisms, 5 of 60 nodes each; Arb's adaptive integrator",
        _nodes_hold,
    )


def _nodes_hold(effort: Effort) -> Verdict:
    contour = Contour(Fraction(7, 2), Fraction(3, 4), 60)

    def holds(m: PoissonGaussian, k: int) -> bool:
        found = m.along(contour, 40, _BITS)[k]
        with balls(_BITS) as xp:
            direct = integral(xp, m, acb(xp.number(contour.order), xp.number(k * contour.spacing)))
            return bool(found.overlaps(direct)) and bool(found.real.rad() < arb(10) ** -10 * (1 + abs(direct)))

    return sample(holds, list(product(MECHANISMS, (0, 1, 7, 33, 59))), 10, "balls: the direct integral")


def integral(xp: Any, m: PoissonGaussian, z: acb) -> acb:
    """E[w^z], or E[w^(1-z)] of an added record, by Arb's integrator; beyond _FAR deviations from both centres at most
    e^-300 on either side."""
    q, s = xp.number(m.rate), xp.number(m.noise)
    power = 1 - z if m.added else z

    def integrand(t: acb, analytic: bool) -> acb:
        w = 1 - q + q * (t / s - 1 / (2 * s * s)).exp()
        found: acb = (power * w.log(analytic=analytic) - t * t / 2).exp() / (2 * xp.pi).sqrt()
        return found

    right = _FAR + max(0.0, float(power.real.mid()) / float(m.noise))
    tail = (-xp.number(300)).exp()
    around = (-tail).union(tail)
    return acb.integral(integrand, acb(-_FAR), acb(right)) + acb(around, around)


def _remainder() -> Claim:
    return Claim(
        "poisson-gaussian.characteristic.remainder",
        Kind.SOUNDNESS,
        "On coarse nodes, where it matters, the rule differs from the integral by no more than its remainder in the "
        "best of several strips, and tails.",
        STRIP,
        f"{len(MECHANISMS)} mechanisms, 3 spacings, 3 heights, 12 strips",
        _remainder_holds,
    )


def _remainder_holds(effort: Effort) -> Verdict:
    order = Fraction(7, 2)

    def holds(m: PoissonGaussian, spacing: float, height: int) -> bool:
        right = float(order) / float(m.noise) + 9
        with balls(_BITS) as xp:
            power = 1 - order if m.added else order
            rules = [Rule(spacing, floor(-9 / spacing), ceil(right / spacing), k * float(m.noise) / 4) for k in _STRIPS]
            losses = [loss for rule in rules if (loss := _loss(xp, m, rule, power, height)) is not None]
            logs, weights = m._nodes(xp, rules[0], power)
            turn = acb(0, -height if m.added else height)
            found = sum((w * (turn * log).exp() for w, log in zip(weights, logs, strict=True)), acb(0))
            least = min(losses, key=lambda loss: float(loss.mid()), default=xp.number(1))
            room = least * m.at(order, 60, _BITS) + m._tails(xp, rules[0], power, weights)
            return bool(abs(found - integral(xp, m, acb(xp.number(order), height))) <= room)

    return sample(holds, list(product(MECHANISMS, (0.3, 0.6, 0.9), (0, 2, 5))), 10, "balls: the direct integral")


def _loss(xp: Any, m: PoissonGaussian, rule: Rule, power: Fraction, height: int) -> Any:
    """The remainder over M(p); None where the strip allows none."""
    try:
        return m._loss(xp, rule, power, xp.number(height))
    except ArithmeticError:
        return None


def _heights() -> Claim:
    return Claim(
        "poisson-gaussian.characteristic.beyond",
        Kind.SOUNDNESS,
        "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights.",
        STRIP,
        f"{len(MECHANISMS)} mechanisms, 2 heights Y, 3 shifts, 3 heights beyond each",
        _bounded,
    )


def _bounded(effort: Effort) -> Verdict:
    order = Fraction(7, 2)

    def holds(m: PoissonGaussian, height: int, share: Fraction) -> bool:
        shift = m.noise * share
        bound = m.beyond(order, Fraction(height), shift, 0.01, 64)
        with balls(_BITS) as xp:
            values = (integral(xp, m, acb(xp.number(order), xp.number(height * more))) for more in _BEYOND)
            return all(bool(abs(value).lower() <= bound) for value in values)

    shares = tuple(Fraction(k, 10) for k in (1, 5, 15))
    return sample(holds, list(product(MECHANISMS, (2, 100), shares)), 10, "balls: the direct integral")


_BEYOND = (Fraction(1), Fraction(13, 10), Fraction(3))


def _one_run() -> Claim:
    return Claim(
        "characteristic-function.profile.one-sampled-run",
        Kind.SOUNDNESS,
        "For one run of the sampled Gaussian the enclosure of delta holds the closed form of either direction.",
        "Zhu, Dong, Wang 2022, Theorem 11",
        "3 mechanisms, both directions, 3 eps; 6 digits",
        _one_run_held,
    )


def _one_run_held(effort: Effort) -> Verdict:
    from ..search.witness import line_at

    def holds(m: PoissonGaussian, x: Fraction) -> bool:
        parts = ((m, 1),)
        found = inversion(parts, line_at(parts, x, 6)).delta(x)
        with balls(_BITS) as xp:
            mu = 1 / xp.number(m.noise)
            inner = Direction(lambda xp, epsilon: delta_mu(xp, mu, epsilon))
            outer = (addition if m.added else removal)(m.rate, inner)
            return bool(found.overlaps(outer.curve(xp, xp.number(x)))) and bool(found.rad() < arb(10) ** -6)

    kinds = [PoissonGaussian(q, s, added) for q, s in _COARSE for added in (False, True)]
    return sample(holds, list(product(kinds, (Fraction(0), Fraction(1, 10), Fraction(1, 4)))), 6, "balls: closed forms")


_COARSE = ((Fraction(1, 2), Fraction(1)), (Fraction(1, 2), Fraction(3)), (Fraction(9, 10), Fraction(1)))
