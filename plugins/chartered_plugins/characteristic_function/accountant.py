"""Composition by the characteristic function of the privacy loss: the Renyi curve at complex orders determines the
privacy profile; the inversion is done in ball arithmetic."""

from __future__ import annotations

import chartered as ch

from . import guarantee as cf, profile as inversion, random_shifts, replaced_record, worst_answers
from .formulas import composed_moments, moments
from .guarantee import CharacteristicFunction
from .laws import analytic_law as laws
from .noise_steps import AFA
from .stated_guarantees import of_gaussian_dp, of_stated_moments
from .theorems_of_mechanisms import of_logistic_noise, of_steps

MAX_KINDS, LIGHT = 1536, 8
"""The largest number of different mechanisms whose functions are multiplied, and how many of Gaussian noise on Poisson
samples, each of which takes about a millisecond, count as one of them."""
INVERSION = "Bromwich's integral, with the error of the trapezoidal rule by Poisson's summation formula"


def _invertible(g: CharacteristicFunction) -> str | None:
    if max(map(_count, g.directions)) > MAX_KINDS:
        return f"{max(map(len, g.directions))} different mechanisms; at most {MAX_KINDS} are multiplied"
    if composed_moments.max_loss(g.directions[0]) == 0:
        return "every finite loss is 0"
    if all(isinstance(m, moments.Gaussian) for m, _ in g.directions[0]):
        return "only Gaussian DP leads to it, which accounts for normal losses exactly"
    return None


def _count(parts: composed_moments.Composition) -> float:
    """The number of mechanisms, of which the light ones count less."""
    if len(parts) <= MAX_KINDS:
        return len(parts)
    return sum(1 / LIGHT if isinstance(m, laws.Law) and m.has_windows else 1 for m, _ in parts)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The functions of mechanisms, and the profile of their product."""
    known = [*of_steps(), *replaced_record.theorems(), *random_shifts.theorems(), *of_logistic_noise()]
    known += [*worst_answers.theorems(), *of_gaussian_dp()]
    return [*known, *of_stated_moments(), _inversion()]


def _inversion() -> ch.Theorem:
    return ch.Theorem(
        name="characteristic-function.profile",
        takes=CharacteristicFunction,
        gives=ch.Profile,
        bound=lambda g: inversion.profile(g),
        conditions=_invertible,
        statement="The moment generating function of the loss along a vertical line determines the profile. The "
        "trapezoidal rule errs by copies of the profile itself, which are bounded from both sides, as is what is "
        "truncated. For few runs on Poisson samples the losses are split into bands, of which one needs a line. For "
        "losses on a lattice, for runs of one Laplace mechanism, for few runs, and for runs and products of mechanisms "
        "with few losses, it is a finite sum; where else M does not become small the profile is smoothed from both "
        "sides.",
        version=4,  # version 3 had no finite eps at the least delta of several runs with infinite losses
        source=f"{AFA}; {INVERSION}",
        latex=r"\delta(\varepsilon)=\frac{1}{2\pi i}\int_{c-i\infty}^{c+i\infty}"
        r"\frac{M(z)\,e^{-(z-1)\varepsilon}}{z(z-1)}\,dz,\quad c>1",
        side=ch.Side.EXACT,
        use=ch.Use.IF_NEEDED,
    )


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Moment generating functions multiply."""
    return [
        ch.Accountant(
            name="characteristic-function",
            kind=CharacteristicFunction,
            times=cf.times,
            compose=cf.compose,
            statement="Losses of independent runs add up, so that their moment generating functions multiply; the "
            "product of worst pairs is the worst pair of the adaptive composition.",
            source=f"{AFA}; Theorem 10 there for adaptive composition",
            latex=r"M(z)=\prod_i M_i(z)",
            most_kinds=MAX_KINDS,
            merges=("gaussian", "gdp"),
            light=(("poisson/gaussian", LIGHT),),
            side=ch.Side.EXACT,
        )
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims",
    ".inversion .bounds .smoothing .stated_moments "
    ".bounds_without_integral .lattice .limit_of_delta "
    ".moments .discrete .laws .mixtures .replaced_stated .few_losses "
    ".laplace_laws .laplace_groups .logistic .repeats .sampled_discrete "
    ".skellam .registered_laws",
)
