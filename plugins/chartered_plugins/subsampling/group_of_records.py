"""A person with at most k records: a group of records that is removed or added as a whole."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import chartered as ch

from ..basics import group_privacy
from .worst_pair import nearer_than_twice

MOST, _MOST_DRAWN, _MOST_APART, _MOST_BITS = 1000, 63, 64, 10_000
"""The largest numbers of records of a person, of those on a Poisson sample, where a mixture has a part for each, and of
those for each of which a curve is evaluated; and how many bits the probability of a part may have."""
_NOISES = (
    "gaussian",
    "discrete-gaussian",
    "laplace",
    "discrete-laplace",
    "logistic",
    "skellam",
    "truncated-laplace",
    "truncated-discrete-laplace",
)
_REPLACING = ch.Neighbours.REPLACE_ONE.sensitivity or ""
"""The parameter that states how far a replaced record moves a query."""
_AROUND = "a group stands around its samples, since its records are drawn one by one"
_GANESH = "Ganesh 2024; ours, by Kahane's inequality"


def mechanism() -> ch.Mechanism:
    """The wrapper."""
    size = ch.Parameter.whole(
        "size",
        "how many records a person has at most",
        high=MOST,
        safer="smaller",
        monotone="group-of-records.monotone",
        pairwise=True,
    )
    return ch.Mechanism(
        name="group",
        summary="protects a person with at most `size` records, which are removed or added together",
        parameters=(size,),
        wraps=True,
        each_run="runs, for groups of records, of {}",
        requires=ch.Neighbours.ADD_OR_REMOVE,
        records="size",
        not_inside=((ch.Neighbours.ADD_OR_REMOVE, _AROUND),),
        sampling="groups: a person has several records, each of which is drawn for itself; a ledger is about persons "
        "if all of its steps are",
    )


def size_of(case: ch.Case) -> int:
    """How many records a person has at most."""
    return int(case.number("size"))


def _larger(case: ch.Case) -> ch.Step:
    """The step inside with the sensitivity of k records. Replaced persons have one record or more: k of them may stand
    against one, of which one is replaced and the others are removed. An eps in place of scale and sensitivity is,
    inside a group, that of one record which is added or removed."""
    inner, size, given = case.wrapped, size_of(case), dict(case.wrapped.settings)
    if "epsilon" in given:
        scale = 1 / case.within.number("epsilon")
        return ch.Step(inner.name, (("scale", scale), ("sensitivity", Fraction(size))))
    own, replacing = given.get("sensitivity"), given.get(_REPLACING)
    if isinstance(own, Fraction):
        given["sensitivity"] = size * own
        if isinstance(replacing, Fraction):
            given[_REPLACING] = (size - 1) * max(own, replacing) + replacing
    return ch.Step(inner.name, tuple(given.items()), inner.inner)


def _wider(case: ch.Case) -> ch.Step:
    """The exponential mechanism whose loss has the range of as many changes in a row; inside a group eps is that of one
    record which is added or removed, and the step that is written is for the ledger's own relation."""
    range_of_one = case.within.number("epsilon")
    return ch.Step(case.wrapped.name, (("epsilon", case.span * size_of(case) * range_of_one),))


def _mixture(case: ch.Case) -> ch.Step:
    """The sum over those of the group that are drawn, each of whom is there or not, under any relation."""
    return _drawn(case, ch.Case(case.within.wrapped, ch.Neighbours.ADD_OR_REMOVE).sensitivity)


def _nearer_mixture(case: ch.Case) -> ch.Step:
    """The same of records that are on opposite sides of none, at half the distance of two."""
    return _drawn(case, ch.Case(case.within.wrapped, ch.Neighbours.REPLACE_ONE).sensitivity / 2)


def _drawn(case: ch.Case, amount: Fraction) -> ch.Step:
    """Those of the group that are drawn, each of whom moves the query by an amount."""
    sample, noise = case.within, case.within.within
    size, rate = size_of(case), sample.number("rate")
    drawn = {k: comb(size, k) * rate**k * (1 - rate) ** (size - k) for k in range(size + 1)}
    parts = [(k * amount, p) for k, p in drawn.items() if p]
    if rate == 0:
        return ch.parse("pure:epsilon=0").step
    lists = (":".join(map(str, column)) for column in zip(*parts, strict=True))
    given = zip(("sensitivities", "probabilities"), lists, strict=True)
    return ch.Step("gaussian-mixture", (("sigma", noise.number("sigma")), *given))


def few_enough(case: ch.Case) -> str | None:
    """At most 63 records, and a rate of not very many digits."""
    rate, size = case.within.number("rate"), size_of(case)
    if size > _MOST_DRAWN:
        return f"a mixture has at most {_MOST_DRAWN + 1} parts, and a group of {size} has more"
    return None if size * rate.denominator.bit_length() <= _MOST_BITS else "the rate has too many digits for a mixture"


def _opposite(case: ch.Case) -> str | None:
    """At most 63 records, a rate of not very many digits, and, where records are replaced, twice the sensitivity."""
    return few_enough(case) or ("" if _nearer(case) is None else None)


def _nearer(case: ch.Case) -> str | None:
    """Replacing a record changes the query by less than twice the sensitivity; otherwise as for records that may be
    on opposite sides."""
    replaced = case.neighbours is ch.Neighbours.REPLACE_ONE and nearer_than_twice(case.within)
    return few_enough(case) if replaced else ""


def _few_records(case: ch.Case) -> str | None:
    """At most 64 records."""
    return None if size_of(case) <= _MOST_APART else f"a curve is taken apart for {_MOST_APART} records at most"


def _limited(case: ch.Case) -> str | None:
    """A delta that tends to 0, or one whose largest loss is known."""
    return group_privacy.limited(case.guarantee(ch.Profile))


_APPLIES = {ch.Renyi: _few_records, ch.Profile: _limited}


def _of(several: Callable[[Any, int], Any]) -> Callable[[ch.Case], Any]:
    return lambda case: several(case.inner, size_of(case))


def theorems() -> list[ch.Theorem]:
    """Rewritings of noise, on all records or on a Poisson sample, and what any guarantee says of a group."""
    rewritings = [_of_one(), *map(_rewriting, _NOISES), _of_choices(), *_of_samples()]
    return [*rewritings, *_of_guarantees(), *group_privacy.of_failing_gdp()]


def _of_one() -> ch.Theorem:
    return ch.Theorem.rewriting(
        name="group-of-records.one",
        takes=ch.OnWrapped("group"),
        bound=lambda case: case.wrapped,
        conditions=_alone,
        statement="A group of one record is that record.",
    )


def _alone(case: ch.Case) -> str | None:
    """One record, which is removed or added, as the step inside says."""
    same = case.neighbours is ch.Neighbours.ADD_OR_REMOVE or case.wrapped.shape == _SAMPLED_GAUSSIAN
    return None if size_of(case) == 1 and same else ""


def _rewriting(noise: str) -> ch.Theorem:
    return ch.Theorem.rewriting(
        name=f"group-of-records.{noise}",
        takes=ch.OnStep("group", noise),
        bound=_larger,
        statement="k records change a query by at most k times its sensitivity s, and may change it by as much; where "
        "replacing one changes it by r, replacing k by one changes it by (k - 1) max(s, r) + r.",
        source="triangle inequality",
        changes_relation=True,
        version=3,  # version 1 left a stated eps as it was, version 2 took r for each of k records, also below s
    )


def _of_choices() -> ch.Theorem:
    return ch.Theorem.rewriting(
        name="group-of-records.exponential",
        takes=ch.OnStep("group", "exponential"),
        bound=_wider,
        statement="Losses of the range eps add up to one of the range k eps, over k changes in a row; a choice by k "
        "times a quality attains it. A group that is replaced is removed, and another one added.",
        source="triangle inequality; Durfee, Rogers 2019, for the range",
        latex=r"\log\frac{p_k}{p_0}=\sum_{i=1}^k\log\frac{p_i}{p_{i-1}}",
        changes_relation=True,
    )


_SAMPLED_GAUSSIAN = ("poisson", "gaussian")
_SAMPLED: dict[str, Any] = {"takes": ch.OnStep("group", *_SAMPLED_GAUSSIAN), "gives": ch.Rewrite, "source": _GANESH}


def _of_samples() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name="group-of-records.sampled-gaussian",
            bound=_mixture,
            conditions=_opposite,
            statement="Of k records on a Poisson sample j are drawn with the probability C(k,j) q^j (1-q)^(k-j), and "
            "move the query by at most j times its sensitivity: a Gaussian mixture. Records with equal values attain "
            "it, and fewer records lose no more, since those that lack add nothing.",
            latex=r"P=\sum_{j=0}^k\binom kj q^j(1-q)^{k-j}\,N(j\Delta,\sigma^2),\;Q=N(0,\sigma^2)",
            side=ch.Side.EXACT,
            version=2,  # version 1 was also for replaced records that are nearer, of which this is no lower end
            **_SAMPLED,
        ),
        _of_nearer(),
    ]


def _of_nearer() -> ch.Theorem:
    return ch.Theorem(
        name="group-of-records.nearer-sampled-gaussian",
        bound=_mixture,
        below=_nearer_mixture,
        conditions=_nearer,
        statement="Where records are replaced, and two are less than twice the sensitivity apart: no more is lost than "
        "by records on opposite sides of none, and as much as by such at half their distance.",
        **_SAMPLED,
    )


_GUARANTEES: list[tuple[str, type[ch.Guarantee], Any, str, str, str]] = [
    (
        "pure",
        ch.Pure,
        group_privacy.pure,
        "epsilon is k times as large",
        "Dwork, Roth 2014, Theorem 2.2",
        r"k\varepsilon",
    ),
    (
        "approximate",
        ch.Approximate,
        group_privacy.approximate,
        "(eps, delta) becomes (k eps, (1 + e^eps + ... + e^((k-1) eps)) delta)",
        "Vadhan 2017, Lemma 2.2",
        r"\left(k\varepsilon,\,\tfrac{e^{k\varepsilon}-1}{e^{\varepsilon}-1}\,\delta\right)",
    ),
    (
        "zcdp",
        ch.ZCDP,
        group_privacy.zcdp,
        "rho is k^2 times as large",
        "Bun, Steinke 2016, Proposition 1.9",
        r"k^2\rho",
    ),
    ("gdp", ch.GDP, group_privacy.gdp, "mu is k times as large", "Dong, Roth, Su 2022, Theorem 2.14", r"k\mu"),
    (
        "renyi",
        ch.Renyi,
        group_privacy.renyi,
        "the divergence is that of two groups of half the size, by the weak triangle inequality",
        "Mironov 2017, Proposition 11, at p = (2 alpha - 1)/alpha",
        r"\gamma_{a+b}(\alpha)=\tfrac{2\alpha}{2\alpha-1}\,\gamma_a(2\alpha-1)+\gamma_b(2\alpha)",
    ),
    (
        "profile",
        ch.Profile,
        group_privacy.profile,
        "delta at k x is at most (1 + e^x + ... + e^((k-1) x)) times delta at x, and that of k times the largest loss "
        "if none is infinite",
        "Vadhan 2017, Lemma 2.2",
        r"\delta_k(kx)\le\tfrac{e^{kx}-1}{e^x-1}\,\delta(x)",
    ),
]
"""(name, kind, what it says of a group, in words, source, formula) for each kind of guarantee."""


def _of_guarantees() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name=f"group-of-records.{name}",
            takes=ch.OnWrapper("group", kind),
            gives=kind,
            bound=_of(bound),
            statement=f"Of a group of k records {says}.",
            source=source,
            latex=latex,
            conditions=_APPLIES.get(kind, ch.always),
        )
        for name, kind, bound, says, source, latex in _GUARANTEES
    ]
