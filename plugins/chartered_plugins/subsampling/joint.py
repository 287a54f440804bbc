"""Several steps on the same records as one step, so that a sample is drawn once for all of them: their composed
guarantee is amplified once, and several Gaussians become one Gaussian."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.numeric.rational_root import exact_root, root_below

from ..loss_distribution.guarantee import LossDistribution

_SAMPLES = {"poisson": "a Poisson sample", "sample": "a sample of a fixed size"}


def mechanism() -> ch.Mechanism:
    """Several steps on the same records."""
    return ch.Mechanism(
        name="joint",
        summary="runs several steps on the same records: (STEP + STEP), alone or inside a sampler",
        parameters=(),
        numeric=False,
        several=True,
    )


def theorems() -> list[ch.Theorem]:
    """The composition of several steps by each accountant, and several Gaussians on one sample as one."""
    kinds: dict[str, type[ch.Guarantee]] = {
        "pure": ch.Pure,
        "approximate": ch.Approximate,
        "zcdp": ch.ZCDP,
        "gdp": ch.GDP,
        "renyi": ch.Renyi,
        "loss-distribution": LossDistribution,
    }
    composed = [_composed(accountant, kind) for accountant, kind in kinds.items()]
    return [_parts(), *composed, *(_gaussians(name, rounded) for name in _SAMPLES for rounded in (False, True))]


def mu_squared(case: ch.Case) -> Fraction | None:
    """The sum of (sensitivity/sigma)^2 over all runs of the Gaussian steps inside a sampler. None if there is any other
    step, or if a sensitivity is stated for one relation only, since the sum differs under other relations."""
    total, parts = Fraction(0), case.step.inner.joint if case.step.inner is not None else ()
    for part, times in parts:
        sigma, sensitivity = part.settings.get("sigma"), part.settings.get("sensitivity")
        alone = any(one.sensitivity in part.settings for one in ch.Neighbours)
        if part.name != "gaussian" or alone or not (isinstance(sigma, Fraction) and isinstance(sensitivity, Fraction)):
            return None
        total += times * (sensitivity / sigma) ** 2
    return total or None


def _parts() -> ch.Theorem:
    return ch.Theorem(
        name="joint.parts",
        takes=ch.OnWrapped("joint"),
        gives=ch.Rewrite,
        bound=lambda case: case.step.joint,
        statement="Several steps on all records are those steps, one after the other.",
        source="definition",
        side=ch.Side.EXACT,
    )


def _composed(accountant: str, kind: type[ch.Guarantee]) -> ch.Theorem:
    return ch.Theorem(
        name=f"joint.{accountant}",
        takes=ch.OnJoint(accountant),
        gives=kind,
        bound=lambda case: case.inner,
        statement=f"Whatever the records are that all steps see, one run of all of them has the guarantee that the "
        f"accountant {accountant} composes of theirs.",
        source=f"definition of composition; the accountant {accountant}",
        side=ch.Side.EXACT,
        failures=lambda case: 1,
    )


def _gaussians(sample: str, rounded: bool) -> ch.Theorem:
    """For one kind of sampler; `rounded`: if sigma is irrational."""

    def conditions(case: ch.Case) -> str | None:
        total = mu_squared(case)
        if total is None:
            return ""
        rational = exact_root(total) is not None
        return None if rational is not rounded else "sigma is rational" if rational else ""

    def bound(case: ch.Case) -> ch.Step:
        total = mu_squared(case)
        assert total is not None
        noise = ch.Step("gaussian", (("sigma", root_below(1 / total)), ("sensitivity", Fraction(1))))
        return ch.Step(case.step.name, case.step.pairs, noise)

    less = " Where that is not rational, sigma is rounded down: less noise never costs less." if rounded else ""
    return ch.Theorem(
        name=f"{sample}.gaussians{'-rounded' if rounded else ''}",
        takes=ch.OnWrapped(sample),
        gives=ch.Rewrite,
        bound=bound,
        conditions=conditions,
        statement=f"Gaussians on {_SAMPLES[sample]} are one Gaussian of sensitivity 1, whose 1/sigma^2 is the sum of "
        f"(sensitivity/sigma)^2 over all of their runs.{less}",
        source="Dong, Roth, Su 2022, Corollary 2; Zhu, Dong, Wang 2022, Theorem 11",
        latex=r"\frac{1}{\sigma^2}=\sum_i k_i\frac{\Delta_i^2}{\sigma_i^2}",
        side=ch.Side.UPPER if rounded else ch.Side.EXACT,
    )
