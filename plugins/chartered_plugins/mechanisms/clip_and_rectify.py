"""Clip and rectify: a numeric outcome is clipped to an interval, and Laplace noise with a scale proportional to the
width of the interval is added."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.large_packages import numpy

from .formulas import laplace_profile

_ROOM = 6
"""From this head on, the noise reduces delta at eps = 0 by less than a twentieth."""

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def rectify(values: ArrayLike, low: object, high: object, head: object, rng: numpy.random.Generator) -> NDArray[Any]:
    """The outcomes of a mechanism clipped to [low, high], each with added Laplace noise of scale (high - low)/head.

    NaN counts as `low`, so that it discloses no more than a number would. The noise is drawn in doubles, which do not
    have the Laplace distribution exactly: the low bits of a double can disclose more than the theorem allows (Mironov
    2012). If an adversary sees all bits, round the outcomes to a coarse grid before they are released. Raises
    CharteredError."""
    settings = ch.registry().mechanism("rectified").settings({"low": low, "high": high, "head": head})
    least, most, epsilon = (Fraction(settings[name]) for name in ("low", "high", "head"))
    given = numpy.asarray(values, dtype=float)
    clipped = numpy.clip(numpy.where(numpy.isnan(given), float(least), given), float(least), float(most))
    return clipped + rng.laplace(scale=float(laplace_profile.covering_scale(least, most, epsilon)), size=given.shape)


def _profile(case: ch.Case) -> ch.Profile:
    inner, head = case.guarantee(ch.Profile), case.number("head")

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return laplace_profile.rectified_delta(xp, xp.number(head), inner.delta(xp, epsilon, {}), epsilon)

    tail = inner.tail
    # a mu that holds for all eps, so that it holds after post-processing, too
    known = tail is not None and tail.mu is not None and tail.start == 0
    return ch.Profile(
        delta=delta,
        at_infinity=ch.AtInfinity(max_loss=_earlier(inner, head)),
        tail=ch.Tail(mu=tail.mu, tail_mu=0) if tail and known else None,
    )


def _earlier(inner: ch.Profile, head: Fraction) -> Number:
    """An eps from which on delta is 0: the head, or a smaller maximal loss of the wrapped step whose delta at infinity
    is 0."""
    end = inner.at_infinity.max_loss
    if end is None or inner.at_infinity.delta != 0:
        return head
    return (lambda xp: xp.minimum(xp.number(end), xp.number(head))) if callable(end) else min(end, head)


def _searches(case: ch.Case) -> str | None:
    closed = case.guarantee(ch.Profile).closed_form
    return None if closed else "the profile that is rectified needs a search at each eps"


def _laborious(case: ch.Case) -> str | None:
    """Where a proof of mu over all eps takes long or gains little: the profile is a bound or a sum, or is Gaussian and
    hardly changes."""
    inner = case.guarantee(ch.Profile)
    gaussian = inner.tail is not None and inner.tail.mu is not None
    if inner.side is not ch.Side.EXACT or (inner.epsilon is None and not gaussian):
        return "mu is proved for an exact profile in closed form"
    return "so little noise leaves mu nearly as it is" if gaussian and case.number("head") >= _ROOM else None


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Clip and rectify, a wrapper."""
    low = ch.Parameter("low", "the outcome is clipped to at least this", low=None, at_most="high")
    high = ch.Parameter("high", "the outcome is clipped to at most this", low=None)
    head = ch.Parameter(
        "head",
        "the eps up to which the wrapped step is accounted for; the noise has the scale (high - low)/head",
        safer="smaller",
        monotone="rectified.monotone",
    )
    return [
        ch.Mechanism(
            name="rectified",
            summary="clips the outcome of the wrapped step, a number, and adds Laplace noise",
            parameters=(low, high, head),
            source="Liu et al. 2022, Theorem 4.4",
            wraps=True,
            each_run="releases, each of {}",
            wraps_numbers=True,
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Post-processing, the guarantee of the noise alone, and both together."""
    source = "Liu et al. 2022, Theorem 4.4"
    return [
        ch.Theorem(
            name="rectified.processing",
            takes=ch.OnWrapped("rectified"),
            gives=ch.Rewrite,
            bound=lambda case: case.wrapped,
            statement="Clipping, and noise that does not depend on the data, take nothing from what the wrapped step "
            "guarantees.",
            source="post-processing",
        ),
        ch.Theorem(
            name="rectified.pure",
            takes=ch.OnWrapped("rectified"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=case.number("head")),
            statement="The noise alone makes it head-DP: two clipped outcomes are at most head times its scale apart.",
            source=source,
            latex=r"\varepsilon=\hat\varepsilon,\quad b=(y_+-y_-)/\hat\varepsilon",
        ),
        ch.Theorem(
            name="rectified.profile",
            takes=ch.OnWrapper("rectified", ch.Profile),
            gives=ch.Profile,
            bound=_profile,
            conditions=_searches,
            statement="At each eps below the head the noise leaves only a part of the outcome's own delta, and none "
            "from the head on.",
            source=f"direct computation; it sharpens {source}",
            latex=r"\delta'(\varepsilon)="
            r"\left(\delta-\sqrt{e^{-\hat\varepsilon}\,\delta\,(\delta+e^{\varepsilon}-1)}\right)_+,"
            r"\quad\delta=\delta(\varepsilon)",
        ),
        ch.Theorem(
            name="rectified.gdp",
            takes=ch.OnWrapper("rectified", ch.Profile),
            gives=ch.GDP,
            bound=lambda case, witness: ch.GDP(mu_squared=ch.proved_mu(_profile(case), witness) ** 2),
            propose=lambda case: ch.mu_witness(_profile(case)),
            fields=ch.MU_FIELDS,
            conditions=_laborious,
            statement="A step that is mu-GDP up to eps = head is mu-GDP once rectified. Here mu is that of the "
            "rectified profile.",
            source=source,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".rectified_noise .rectifying .liu2022.amplification")
