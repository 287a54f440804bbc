"""Samples of a fixed size, drawn with replacement: a record that occurs k times in a sample counts as a group of k
records."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics import group_privacy
from ..basics.formula_at import formula_at
from ..basics.formulas import gaussian_profile, randomized_response as response
from ..loss_distribution import from_profiles as pld
from . import counts_of_a_record
from .formulas import amplification, with_replacement as drawn

NAME = "sample-with-replacement"
SOURCE = "Balle, Barthe, Gaboardi 2018, Theorem 10"
_LATEX = (
    r"\delta'\left(\log(1+g(e^{\varepsilon}-1))\right)\le\sum_{k=1}^{m}p_k\,\delta_k(\varepsilon),\quad "
    r"p_k=\binom{m}{k}\frac{(n-1)^{m-k}}{n^m},\;g=1-\left(1-\tfrac1n\right)^m"
)
_INTERVALS = 2048
"""Intervals of the grid of losses: of many runs a coarse one loses more than it saves."""
MOST_TIMES = 1000
"""The largest mean number of times that a record occurs in a sample, since each number of times is a term of a sum."""


def _countable(case: ch.Case) -> str | None:
    often = case.number("size") > MOST_TIMES * case.number("of")
    return f"a record stands in the sample more than {MOST_TIMES} times on average" if often else None


def _of_gdp(inner: ch.GDP) -> drawn.OfGroup:
    """The profile for k replaced records of a mu-GDP mechanism: (k mu)-GDP."""
    return lambda xp, k, epsilon: gaussian_profile.delta_mu(xp, k * xp.sqrt(xp.number(inner.mu_squared)), epsilon)


def _of_pure(inner: ch.Pure) -> drawn.OfGroup:
    """The profile for k replaced records of an eps-DP mechanism: (k eps)-DP."""
    return lambda xp, k, epsilon: response.delta(xp, k * xp.number(inner.epsilon), xp.number(2), epsilon)


def _of_profile(inner: ch.Profile) -> drawn.OfGroup:
    """The profile for k replaced records of an (eps, delta)-DP mechanism."""
    return lambda xp, k, epsilon: group_privacy.delta(xp, inner, k, epsilon, {})


def _closed(case: ch.Case) -> str | None:
    if not case.guarantee(ch.Profile).closed_form:
        return "the profile of the wrapped step needs a search at each eps, and each group asks it at another"
    return _countable(case)


def _profile(of_group: Callable[..., drawn.OfGroup]) -> Callable[[ch.Case], ch.Profile]:
    def bound(case: ch.Case) -> ch.Profile:
        draws, records, groups = int(case.number("size")), int(case.number("of")), of_group(case.inner)

        def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
            return xp.minimum(drawn.delta(xp, draws, records, groups, epsilon), xp.number(1))

        if not isinstance(case.inner, ch.Profile) or case.inner.at_infinity.delta == 0:
            return ch.Profile(delta=delta)
        end = case.inner.at_infinity

        def limit(xp: Arithmetic) -> Value:
            return xp.minimum(drawn.mean(xp, draws, records, partial(group_privacy.limit, xp, end)), xp.number(1))

        return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(delta=limit))

    return bound


def _one_draw(case: ch.Case) -> str | None:
    """One draw, or one record for each."""
    return None if case["size"] == 1 else "more than one record is drawn"


def _draw(case: ch.Case) -> ch.Number:
    """The eps of a single draw, which takes the record with the probability 1/n."""
    return formula_at(amplification.sampled_epsilon, 1 / case.number("of"), case.epsilon)


def _pure_draws(case: ch.Case) -> ch.Pure:
    return group_privacy.pure(ch.Pure(epsilon=_draw(case)), int(case.number("size")))


def _approximate_draws(case: ch.Case) -> ch.Approximate:
    delta = ch.scale(case.guarantee(ch.Approximate).delta, 1 / case.number("of"))
    return group_privacy.approximate(ch.Approximate(epsilon=_draw(case), delta=delta), int(case.number("size")))


def _by_draws() -> list[ch.Theorem]:
    """One draw as a sample of one record; a guarantee that composes, and holds at delta = 0."""
    said = "Let the draws go over from one data set to the other one after another: each changes one record of the "
    source = "ours; Balle, Barthe, Gaboardi 2018, Theorem 9, for one draw"
    return [
        ch.Theorem.rewriting(
            name=f"{NAME}.one-draw",
            takes=ch.OnWrapped(NAME),
            bound=lambda case: ch.Step("sample", case.step.pairs, case.wrapped),
            conditions=_one_draw,
            statement="One record that is drawn is a sample of one, with replacement or without.",
        ),
        ch.Theorem(
            name=f"{NAME}.pure-draws",
            takes=ch.OnWrapper(NAME, ch.Pure),
            gives=ch.Pure,
            bound=_pure_draws,
            statement=f"{said}sample, with the probability 1/n, and costs log(1 + (e^eps - 1)/n). So m draws of an "
            "eps-DP mechanism are m times that.",
            source=source,
            latex=r"\varepsilon'=m\log\left(1+\frac{e^{\varepsilon}-1}{n}\right)",
        ),
        ch.Theorem(
            name=f"{NAME}.approximate-draws",
            takes=ch.OnWrapper(NAME, ch.Approximate),
            gives=ch.Approximate,
            bound=_approximate_draws,
            statement=f"{said}sample, with the probability 1/n, and is (log(1 + (e^eps - 1)/n), delta/n)-DP. So m "
            "draws are a group of m such changes.",
            source=f"{source}; Vadhan 2017, Lemma 2.2",
            latex=r"\left(m\varepsilon_1,\,\tfrac{\delta}{n}\sum_{j<m}e^{j\varepsilon_1}\right),\;"
            r"\varepsilon_1=\log\left(1+\tfrac{e^{\varepsilon}-1}{n}\right)",
        ),
    ]


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The wrapper."""
    return [
        ch.Mechanism(
            name=NAME,
            summary="runs the wrapped step on so many records, drawn with replacement",
            parameters=(
                ch.Parameter.whole("size", "how many records are drawn", safer="smaller"),
                ch.Parameter.whole("of", "how many records there are", safer="larger"),
            ),
            wraps=True,
            each_run="samples with replacement, each for one run of {}",
            sees="of",
            hands_on="size",
            requires=ch.Neighbours.REPLACE_ONE,
            not_under=(
                (
                    ch.Neighbours.ZERO_OUT,
                    "a null record in a batch of a fixed size takes the place of another record, and that is a "
                    "replacement",
                ),
            ),
            sampling="fixed size, with replacement: each draw takes every record with the same probability",
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The theorems for those kinds of guarantees whose group privacy is known with sufficient accuracy."""
    statement = "A record that stands k times in the sample counts as a group of k, with the probability p_k; {}"
    kinds: list[tuple[str, type[ch.Guarantee], Callable[[Any], drawn.OfGroup], str, str]] = [
        ("gdp", ch.GDP, _of_gdp, "k records of a mu-GDP mechanism are k mu.", "Dong, Roth, Su 2022, Theorem 6"),
        ("pure", ch.Pure, _of_pure, "k records of an eps-DP mechanism are k eps.", "Dwork, Roth 2014, Theorem 2.2"),
        (
            "profile",
            ch.Profile,
            _of_profile,
            "k records cost k times eps, with a sum of delta.",
            "Vadhan 2017, Lemma 2.2",
        ),
    ]
    by_groups = [
        _by_groups(kind, takes, of_group, statement.format(of), f"{SOURCE}; {more}")
        for kind, takes, of_group, of, more in kinds
    ]
    losses = pld.beside(by_groups[0], by_groups[0].statement, lambda case: _INTERVALS)
    return [*_by_draws(), *counts_of_a_record.theorems(), losses, *by_groups]


def _by_groups(
    kind: str, takes: type[ch.Guarantee], of_group: Callable[..., drawn.OfGroup], statement: str, source: str
) -> ch.Theorem:
    return ch.Theorem(
        name=f"{NAME}.{kind}",
        takes=ch.OnWrapper(NAME, takes),
        gives=ch.Profile,
        bound=_profile(of_group),
        conditions=_closed if kind == "profile" else _countable,
        statement=statement,
        source=source,
        latex=_LATEX,
    )


register_claims = ch.claims_in(f"{__package__}.claims", ".with_replacement .counts_of_a_record")
