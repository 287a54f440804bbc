"""Claims about samples that little noise shows: the registered profile beside closed forms of one run, and lines for
several."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.claims.inversion import one_sampled_run
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition
from chartered_plugins.characteristic_function.formulas.moments import Gaussian
from chartered_plugins.characteristic_function.formulas.shown_samples import ShownSamples, samples
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from flint import arb

_BITS = 256
RULE = ShownSamples(60, _BITS)
SHOWN = Proofs("characteristic-function.shown-samples", "direct computation; post-processing")
claims = claims_of(SHOWN)


def _within(xp: Any, found: Any, parts: Composition, x: Fraction) -> bool:
    """Whether an enclosure is as narrow as the overlap of the two normal distributions of each run allows: by the
    inequality of Cauchy and Schwarz an output is misread with probability at most e^(-1/(8 s^2))/2."""
    allowed = arb(10) ** -20
    for m, n in samples(parts):
        overlap = xp.exp(-1 / (8 * xp.number(m.noise) ** 2))
        allowed += n * overlap * (1 / (1 - xp.number(m.rate)) + xp.exp(xp.number(x)) if m.added else 1)
    return bool(found.upper() - found.lower() <= allowed)


def _one_run(xp: Any, rate: Fraction, noise: Fraction, added: bool, x: Fraction) -> bool:
    parts = ((GaussianSample(rate, noise, added).law, 1),)
    exact = one_sampled_run(xp, rate, noise, added, x)
    found = RULE.inverse(parts).delta(x)
    return bool(found.overlaps(exact)) and _within(xp, found, parts, x)


SHOWN.soundness(
    "one-run",
    "For one run the enclosure holds the closed form of either direction, also where the noise hardly shows the "
    "sample, and is as narrow as e^(-1/(8 s^2)).",
    "3 rates, 4 noise multipliers, 3 eps, both directions",
    Sampled(
        "balls: closed forms",
        _one_run,
        digits=20,
        bits=_BITS,
        why=POINTS,
        rate=numbers("1/1000 1/10 9/10"),
        noise=numbers("1/20 1/8 1/4 1"),
        added=(False, True),
        x=numbers("1/2000 1/10 20"),
    ),
)


def _runs(xp: Any, parts: Composition, x: Fraction) -> bool:
    from chartered_plugins.characteristic_function.search.accurate_line import line_at

    found, exact = (rule.inverse(parts).delta(x) for rule in (RULE, line_at(parts, x, 6)))
    return bool(found.overlaps(exact)) and _within(xp, found, parts, x) and bool(exact.rad() < arb(10) ** -4 * exact)


def _sampled(*given: str, added: bool = False) -> tuple[Law, int]:
    rate, noise, runs = map(Fraction, given)
    return GaussianSample(rate, noise, added).law, int(runs)


SHOWN.soundness(
    "several-runs",
    "For several runs, of one mechanism or of two, with or without other Gaussian noise, the enclosure and that along "
    "a line have a point in common.",
    "7 compositions",
    Sampled(
        "balls: lines",
        _runs,
        [
            ((_sampled("1/2", "1/5", "30"),), Fraction(300)),
            ((_sampled("1/2", "1/4", "20"),), Fraction(100)),
            ((_sampled("1/2", "1/8", "300"),), Fraction(5000)),
            ((_sampled("1/2", "1/4", "20"), _sampled("1/3", "1/5", "20")), Fraction(200)),
            ((_sampled("1/100", "1/10", "300"), (Gaussian(Fraction(4)), 1)), Fraction(300)),
            ((_sampled("1/10", "1/5", "30", added=True), (Gaussian(Fraction(1, 4)), 1)), Fraction(3)),
            ((_sampled("1/10", "1/9", "3", added=True), (Gaussian(Fraction(1, 4)), 2)), Fraction(1, 5)),
        ],
        digits=4,
        bits=_BITS,
        why=POINTS,
    ),
)
