"""Poisson subsampling: each record takes part with probability q, independently; neighbours add or remove one record."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value, floats
from chartered_verify.claim import Claim

from .formulas import amplification


def _at_rate_one(case: ch.Case) -> str | None:
    return None if case["rate"] == 1 else "the rate is below 1"


def _sampled(case: ch.Case) -> str | None:
    rate = case["rate"]
    return "the rate is 1: the step is what it wraps" if rate == 1 else "the rate is 0" if rate == 0 else None


def _pure(case: ch.Case) -> ch.Pure:
    inner, rate = case.inner, case.number("rate")
    assert isinstance(inner, ch.Pure)
    return ch.Pure(epsilon=lambda xp: amplification.sampled_epsilon(xp, xp.number(rate), xp.number(inner.epsilon)))


def _profile(case: ch.Case) -> ch.Profile:
    inner, rate = case.inner, case.number("rate")
    assert isinstance(inner, ch.Profile)
    of_inner, inverse, floor, attains = inner.delta, inner.epsilon, inner.floor, inner.attains

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return xp.number(rate) * of_inner(xp, amplification.inner_epsilon(xp, xp.number(rate), epsilon), witness)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        assert inverse is not None
        inside = xp.minimum(delta / xp.number(rate), xp.number(1))
        return amplification.sampled_epsilon(xp, xp.number(rate), xp.positive(inverse(xp, inside, witness)))

    def propose(question: ch.Question) -> ch.Witness:
        return inner.propose(_inner_question(question, rate))

    return ch.Profile(
        delta=delta,
        epsilon=None if inverse is None else epsilon,
        propose=propose,
        floor=ch.scale(floor, rate),
        attains=None if attains is None else lambda xp: amplification.sampled_epsilon(xp, xp.number(rate), xp.number(attains)),
    )


def _inner_question(question: ch.Question, rate: Fraction) -> ch.Question:
    """The question that the wrapped mechanism is asked; near enough for a search, whose witness is then evaluated exactly."""
    if question.quantity == "epsilon":
        return ch.Question.epsilon(min(question.at / rate, 1 - Fraction(1, 10**9)))
    inside = amplification.inner_epsilon(floats, float(rate), float(question.at))
    return ch.Question.delta(inside if inside < floats.inf else question.at - Fraction(floats.log(float(rate))))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Poisson subsampling, a wrapper."""
    rate = ch.Parameter("rate", "the probability with which each record takes part", open_low=False, high=1, safer="smaller")
    return [
        ch.Mechanism(
            name="poisson",
            summary="runs the wrapped step on a Poisson sample",
            parameters=(rate,),
            wraps=True,
            requires=ch.Neighbours.ADD_OR_REMOVE,
            sampling="Poisson: each record independently; fixed-size batches are not Poisson batches",
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The two ends of the rate, and amplification of pure guarantees and of privacy profiles."""
    source = "Balle, Barthe, Gaboardi 2018, Theorem 8"
    return [
        ch.Theorem(
            name="poisson.whole",
            takes=ch.OnWrapped("poisson"),
            gives=ch.Rewrite,
            bound=lambda case: case.step.inner,
            conditions=_at_rate_one,
            statement="At rate 1 every record takes part: the step is the one that it wraps.",
            source="definition",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="poisson.nothing",
            takes=ch.OnWrapped("poisson"),
            gives=ch.Rewrite,
            bound=lambda case: ch.parse("pure:epsilon=0").step,
            conditions=lambda case: None if case["rate"] == 0 else "the rate is above 0",
            statement="At rate 0 no record takes part: nothing is released, which is 0-DP.",
            source="definition",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="poisson.pure",
            takes=ch.OnWrapper("poisson", ch.Pure),
            gives=ch.Pure,
            bound=_pure,
            conditions=_sampled,
            statement="A Poisson sample of an eps-DP mechanism is log(1 + q (e^eps - 1))-DP.",
            source=source,
            latex=r"\varepsilon'=\log\left(1+q(e^{\varepsilon}-1)\right)",
        ),
        ch.Theorem(
            name="poisson.profile",
            takes=ch.OnWrapper("poisson", ch.Profile),
            gives=ch.Profile,
            bound=_profile,
            conditions=_sampled,
            statement="A Poisson sample has delta'(log(1 + q (e^eps - 1))) <= q delta(eps), in both directions.",
            source=source,
            latex=r"\delta'\left(\log(1+q(e^{\varepsilon}-1))\right)\le q\,\delta(\varepsilon)",
        ),
    ]


@ch.hook
def register_claims() -> list[Claim]:
    """The claims about Poisson subsampling: both directions, pointwise and on exact pairs."""
    from .claims import subsampling, subsampling_ends

    return [*subsampling.claims(), *subsampling_ends.claims()]
