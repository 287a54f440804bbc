"""Several steps on the same records as one step, so that a sample is drawn once for all of them: their composed
guarantee is amplified once, and several Gaussians become one Gaussian, also where a group of records is drawn."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import chartered as ch
from chartered_verify.numeric.rational_root import exact_root, root_above, root_below

from ..loss_distribution.guarantee import LossDistribution

_SEEN_BY = {
    "poisson": ("poisson", "on a Poisson sample", "Dong, Roth, Su 2022, Corollary 2; Zhu, Dong, Wang 2022, Theorem 11"),
    "sample": ("sample", "on a sample of a fixed size", "Dong, Roth, Su 2022, Corollary 2"),
    "group": ("group-of-records", "of a group of records, or on its Poisson sample,", "ours, by Kahane's inequality"),
}
"""The wrappers of several Gaussians, each with the first part of its theorems' names, words and source."""


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
    return [_parts(), *composed, *(_gaussians(name, rounded) for name in _SEEN_BY for rounded in (False, True))]


def mu_squared(case: ch.Case) -> Fraction | None:
    """The sum of (sensitivity/sigma)^2 over all runs of the Gaussian steps inside a sampler, or inside one that a group
    stands around. None if there is any other step, or one alone of sensitivity 1, or if a sensitivity is stated for one
    relation only, since the sum differs under other relations."""
    total, inner = Fraction(0), _sampler(case.step).inner
    if inner is None or inner.settings.get("sensitivity") == 1:
        return None
    for part, times in inner.joint or ((inner, 1),):
        sigma, sensitivity = part.settings.get("sigma"), part.settings.get("sensitivity")
        alone = any(one.sensitivity in part.settings for one in ch.Neighbours)
        if part.name != "gaussian" or alone or not (isinstance(sigma, Fraction) and isinstance(sensitivity, Fraction)):
            return None
        total += times * (sensitivity / sigma) ** 2
    return total or None


def _sampler(step: ch.Step) -> ch.Step:
    """The wrapper right around several steps: `step`, or the Poisson sample that a group stands around."""
    inner = step.inner
    return inner if step.name == "group" and inner is not None and inner.name == "poisson" else step


def _parts() -> ch.Theorem:
    return ch.Theorem.rewriting(
        name="joint.parts",
        takes=ch.OnWrapped("joint"),
        bound=lambda case: case.step.joint,
        statement="Several steps on all records are those steps, one after the other.",
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


def _gaussians(wrapper: str, rounded: bool) -> ch.Theorem:
    """For one kind of wrapper; `rounded`: if sigma is irrational."""
    name, seen, source = _SEEN_BY[wrapper]

    def conditions(case: ch.Case) -> str | None:
        total = mu_squared(case)
        return None if total is not None and (exact_root(total) is None) is rounded else ""

    def with_noise(root: Callable[[Fraction], Fraction]) -> Callable[[ch.Case], ch.Step]:
        def bound(case: ch.Case) -> ch.Step:
            total = mu_squared(case)
            assert total is not None
            noise = ch.Step("gaussian", (("sigma", root(1 / total)), ("sensitivity", Fraction(1))))
            inside = _sampler(case.step)
            sampled = ch.Step(inside.name, inside.pairs, noise)
            return sampled if inside is case.step else ch.Step(case.step.name, case.step.pairs, sampled)

        return bound

    less = (
        " Where that is irrational it is rounded at the fortieth digit: down, as less noise never costs less, and up "
        "for the lower end."
    )
    return ch.Theorem(
        name=f"{name}.gaussians{'-rounded' if rounded else ''}",
        takes=ch.OnWrapped(wrapper),
        gives=ch.Rewrite,
        bound=with_noise(root_below),
        below=with_noise(root_above) if rounded else None,
        rounds=rounded,
        conditions=conditions,
        statement=f"Gaussians {seen} are one Gaussian of sensitivity 1, whose 1/sigma^2 is the sum of "
        f"(sensitivity/sigma)^2 over all of their runs.{less if rounded else ' So is one alone, of any sensitivity.'}",
        source=source,
        latex=r"\frac{1}{\sigma^2}=\sum_i k_i\frac{\Delta_i^2}{\sigma_i^2}",
        side=ch.Side.UPPER if rounded else ch.Side.EXACT,
        version=1 if rounded and wrapper == "group" else 2,  # version 1 of those not rounded was for several
    )
