"""Amplification by subsampling: a Poisson sample (each record independently with probability q, add-or-remove), and m
of n records drawn without replacement (replace-one)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chartered as ch
from msgspec.structs import replace

from ..basics.formula_at import formula_at
from . import joint_steps, rate as samples, rate_one
from .formulas import amplification
from .worst_pair import worst_pair_alone


def _nobody(case: ch.Case) -> str | None:
    return None if samples.rate(case) == 0 else ""


def _twice(case: ch.Case) -> str | None:
    return None if case.wrapped.name == case.step.name else ""


def _nothing(case: ch.Case) -> ch.Step:
    return ch.parse("pure:epsilon=0").step


def _once(case: ch.Case) -> ch.Step:
    """The Poisson sample that equals a Poisson sample of a Poisson sample; or the sample of the inner size from all
    records that equals a fixed-size sample of a fixed-size sample."""
    within = case.within
    if case.step.name == "poisson":
        return ch.Step("poisson", (("rate", case.number("rate") * within.number("rate")),), within.step.inner)
    return ch.Step("sample", (("size", within["size"]), ("of", case["of"])), within.step.inner)


def _pure(case: ch.Case) -> ch.Pure:
    inner, rate = case.guarantee(ch.Pure), samples.rate(case)
    return ch.Pure(epsilon=formula_at(amplification.sampled_epsilon, rate, inner.epsilon))


def _profile(case: ch.Case) -> ch.Profile:
    inner = case.guarantee(ch.Profile)
    return samples.amplified(inner, samples.rate(case), tail=inner.tail and _tail(inner.tail), asymmetric=True)


def _tail(inner: ch.Tail) -> ch.Tail:
    """The tail of the wrapped profile, which holds because eps inside is no smaller than eps outside: a quadratic bound
    from where it decreases. The shift of eps, at most log(1/q), changes no limit. Lower bounds on the wrapped profile
    do not carry over."""
    inner = replace(inner, log_lower=None)
    if inner.subgaussian is None:
        return inner
    a, b, _ = inner.subgaussian
    return replace(inner, start=lambda xp: xp.maximum(xp.number(inner.start), xp.number(b) / (2 * xp.number(a))))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Two wrappers, Poisson sampling and sampling without replacement, and several steps on one sample."""
    return [_poisson(), _without_replacement(), joint_steps.mechanism()]


def _poisson() -> ch.Mechanism:
    rate = ch.Parameter(
        "rate",
        "the probability with which each record takes part",
        open_low=False,
        high=1,
        safer="smaller",
        monotone="poisson.monotone",
        pairwise=True,
    )
    return ch.Mechanism(
        name="poisson",
        summary="runs the wrapped step on a Poisson sample",
        parameters=(rate, *_cut()),
        variants=(("largest", "", "truncated-poisson"),),
        also_called=("subsampled", "subsample", "poisson-subsampled", "sampled-gaussian", "subsampled-gaussian"),
        wraps=True,
        each_run="Poisson samples, each for one run of {}",
        requires=ch.Neighbours.ADD_OR_REMOVE,
        sampling="Poisson: each record independently; fixed-size batches are not Poisson batches",
    )


def _cut() -> tuple[ch.Parameter, ...]:
    """What makes it another step, a sample that is cut."""
    largest = "how many records a batch has at most, if it is cut: the step is truncated-poisson"
    return (
        ch.Parameter(
            "of", "how many records there are, if batches are cut", integer=True, with_="largest", optional=True
        ),
        ch.Parameter("largest", largest, integer=True, optional=True),
    )


def _without_replacement() -> ch.Mechanism:
    size = ch.Parameter.whole(
        "size", "how many records take part", at_most="of", safer="smaller", monotone="poisson.monotone", pairwise=True
    )
    of = ch.Parameter.whole(
        "of", "how many records there are", safer="larger", monotone="poisson.monotone", pairwise=True
    )
    return ch.Mechanism(
        name="sample",
        summary="runs the wrapped step on so many records, drawn without replacement",
        parameters=(size, of),
        wraps=True,
        also_called=("without-replacement", "sample-without-replacement", "subsampled", "subsample"),
        each_run="samples, each for one run of {}",
        sees="of",
        hands_on="size",
        requires=ch.Neighbours.REPLACE_ONE,
        not_under=(
            (
                ch.Neighbours.ZERO_OUT,
                "a null record in a batch of a fixed size takes the place of another record, and that is a replacement",
            ),
        ),
        sampling="fixed size, without replacement: every set of so many records is as likely as any other, anew for "
        "each run",
    )


def _amplified(wrapper: str, sample: str) -> list[ch.Theorem]:
    """Amplification of pure guarantees and of privacy profiles, by a sample of either kind."""
    source = f"Balle, Barthe, Gaboardi 2018, Theorem {8 if wrapper == 'poisson' else 9}"
    return [
        ch.Theorem(
            name=f"{wrapper}.pure",
            takes=ch.OnWrapper(wrapper, ch.Pure),
            gives=ch.Pure,
            bound=_pure,
            conditions=samples.whole_or_none,
            statement=f"{sample} of an eps-DP mechanism is log(1 + q (e^eps - 1))-DP.",
            source=source,
            latex=r"\varepsilon'=\log\left(1+q(e^{\varepsilon}-1)\right)",
            failures=samples.rate,
        ),
        ch.Theorem(
            name=f"{wrapper}.profile",
            takes=ch.OnWrapper(wrapper, ch.Profile),
            gives=ch.Profile,
            bound=_profile,
            conditions=samples.whole_or_none,
            statement=f"{sample} has delta'(log(1 + q (e^eps - 1))) <= q delta(eps), in both directions.",
            source=source,
            latex=r"\delta'\left(\log(1+q(e^{\varepsilon}-1))\right)\le q\,\delta(\varepsilon)",
        ),
    ]


def _exact_profile() -> ch.Theorem:
    return ch.Theorem(
        name="poisson.exact-profile",
        takes=ch.OnWrapper("poisson", ch.Profile),
        gives=ch.Profile,
        bound=_profile,
        conditions=worst_pair_alone,
        statement="Where the outputs P with the record alone and Q without any are the worst pair of the mechanism, "
        "those of the sample are (1 - q) Q + q P and Q, of which delta'(log(1 + q (e^eps - 1))) = q delta(eps).",
        source="Balle, Barthe, Gaboardi 2018, Theorem 8 and Section 4 there: it is attained",
        latex=r"\delta'\left(\log(1+q(e^{\varepsilon}-1))\right)=q\,\delta(\varepsilon)",
        side=ch.Side.EXACT,
        never_looser_than=("poisson.profile",),
    )


def _rewriting(
    name: str,
    conditions: Callable[[ch.Case], str | None],
    bound: Callable[[ch.Case], ch.Step],
    statement: str,
    **more: Any,
) -> ch.Theorem:
    pattern = ch.OnWrapped(name.partition(".")[0])
    return ch.Theorem.rewriting(name, pattern, bound, statement, conditions=conditions, **more)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Rates 0 and 1, samples of samples, amplification of pure guarantees and of privacy profiles, and several steps on
    one sample."""
    return [
        _rewriting(
            "poisson.whole",
            rate_one.stands_alone,
            lambda case: case.wrapped,
            "At rate 1 every record takes part: the step is the one that it wraps.",
            changes_relation=True,
        ),
        *rate_one.theorems(),
        _rewriting(
            "poisson.nothing",
            _nobody,
            _nothing,
            "At rate 0 no record takes part: nothing is released, which is 0-DP.",
            changes_relation=True,
        ),
        _rewriting(
            "poisson.twice", _twice, _once, "A Poisson sample of a Poisson sample is one whose rate is the product."
        ),
        _rewriting(
            "sample.whole",
            rate_one.stands_alone,
            lambda case: case.wrapped,
            "If all records are drawn, the step is the one that it wraps.",
        ),
        _rewriting(
            "sample.twice", _twice, _once, "Records drawn from records drawn are records drawn from all of them."
        ),
        *_amplified("poisson", "A Poisson sample of rate q"),
        _exact_profile(),
        *_amplified("sample", "A sample of q n of n records"),
        *joint_steps.theorems(),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".subsampling .sampling .sampling_stated .joint_steps")
