"""Optimal composition of pure and approximate DP: every such run is dominated by binary randomized response."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.model import failure_event as failure
from chartered_verify.arithmetic import Arithmetic, Value

from .formulas import finite_loss as losses, randomized_response_products as responses

KOV, MV = "Kairouz, Oh, Viswanath 2015", "Murtagh, Vadhan 2016"


def _one(epsilon: ch.Number, delta: ch.Number) -> ch.Responses:
    """A single randomized response. An irrational eps is rounded up to a rational number."""
    above = ch.rational_above(epsilon, "the eps of one run")
    return ch.Responses(counts={above: 1} if above else {}, delta=delta)


def _times(g: ch.Responses, n: int) -> ch.Responses:
    return ch.Responses(
        counts={e: k * n for e, k in g.counts.items()}, delta=failure.some_failure_event([g.delta], [n])
    )


def _compose(gs: Sequence[ch.Responses]) -> ch.Responses:
    counts: Counter[Fraction] = Counter()
    for g in gs:
        counts.update(g.counts)
    return ch.Responses(counts=counts, delta=failure.some_failure_event([g.delta for g in gs], [1] * len(gs)))


def _groups(g: ch.Responses) -> responses.Counts:
    """The counts in sorted order, as a cache key."""
    return tuple(sorted(g.counts.items()))


def _summed(g: ch.Responses) -> ch.Profile:
    return _profile(g, responses.summed(_groups(g)))


def _rounded(g: ch.Responses) -> ch.Profile:
    return _profile(g, responses.rounded(_groups(g)))


def _profile(g: ch.Responses, loss: losses.FiniteLoss) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return losses.delta(xp, loss, epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        return losses.epsilon(xp, loss, delta)

    def derivative(xp: Arithmetic, epsilon: Value) -> Value:
        return losses.derivative(xp, loss, epsilon)

    end = ch.AtInfinity(max_loss=responses.total(_groups(g)), max_loss_is_tight=g.side is ch.Side.EXACT)
    evaluation = ch.Evaluation(slow=responses.counted(_groups(g)), derivative=derivative)
    inner = ch.Profile(delta=delta, epsilon=epsilon, evaluation=evaluation, at_infinity=end)
    return failure.failing_profile(inner, g.delta)


def _one_of_two(case: ch.Case) -> str | None:
    return None if case["k"] == 2 else "the response is one of more than two values"


def _stated(name: str, pattern: Any, bound: Callable[[Any], ch.Responses], statement: str, **more: Any) -> ch.Theorem:
    return ch.Theorem(name, pattern, ch.Responses, bound, statement, f"{KOV}, Theorem 2.4 and Section 3", **more)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Steps and guarantees as one randomized response, exactly or as a bound, and the profiles of many: exact and
    rounded."""
    return [*_answers_of_steps(), *_answers_of_guarantees(), *_many_answers()]


def _answers_of_steps() -> list[ch.Theorem]:
    """Steps that equal one randomized response."""
    return [
        _stated(
            "pure.worst-response",
            ch.OnStep("pure"),
            lambda case: _one(case.number("epsilon"), 0),
            "Among all eps-DP mechanisms randomized response is the easiest to tell apart, also when composed.",
            side=ch.Side.EXACT,
        ),
        _stated(
            "approximate.worst-response",
            ch.OnStep("approximate"),
            lambda case: _one(case.number("epsilon"), case.number("delta")),
            "Among all (eps, delta)-DP mechanisms one that fails with probability delta, and otherwise answers by "
            "randomized response, is the easiest to tell apart, also when composed.",
            side=ch.Side.EXACT,
        ),
        _stated(
            "randomized-response.response",
            ch.OnStep("randomized-response"),
            lambda case: _one(case.number("epsilon"), 0),
            "Randomized response on two values is one answer.",
            conditions=_one_of_two,
            side=ch.Side.EXACT,
        ),
    ]


def _answers_of_guarantees() -> list[ch.Theorem]:
    """Guarantees that are dominated by one randomized response."""
    return [
        _stated(
            "pure.response",
            ch.Pure,
            lambda g: _one(g.epsilon, 0),
            "eps-DP is no easier to tell apart than one answer of randomized response at eps.",
            optimal_for_premise=True,
        ),
        _stated(
            "approximate.response",
            ch.Approximate,
            lambda g: _one(g.epsilon, g.delta),
            "(eps, delta)-DP is no easier to tell apart than one answer that fails with probability delta.",
            optimal_for_premise=True,
        ),
    ]


def _many_answers() -> list[ch.Theorem]:
    """The profiles of many randomized responses: summed exactly, and rounded."""
    return [
        ch.Theorem(
            name="responses.profile",
            takes=ch.Responses,
            gives=ch.Profile,
            bound=_summed,
            conditions=lambda g: responses.unsummed(_groups(g)),
            statement="The exact profile of the product of all answers: over every set of flips, summed.",
            source=f"{KOV}, Theorem 3.3; for different eps {MV}, Theorem 1.5",
            latex=r"\delta(\varepsilon)=1-\prod_i(1-\delta_i)\left(1-\sum_{S}\frac{\left(e^{\sum_{i\in S}\varepsilon_i}"
            r"-e^{\varepsilon+\sum_{i\notin S}\varepsilon_i}\right)_+}{\prod_i(1+e^{\varepsilon_i})}\right)",
            never_looser_than=("responses.rounded", "kairouz2015.T35", "dwork2010.advanced", "mironov2017.C1"),
            optimal_for_premise=True,
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="responses.rounded",
            takes=ch.Responses,
            gives=ch.Profile,
            bound=_rounded,
            conditions=lambda g: responses.unrounded(_groups(g)),
            statement="The profile of the product with the loss of all runs at one eps rounded up to a grid of about "
            f"{losses.COARSE_GRID} points, where an exact sum would be too long.",
            source=f"{KOV}, Theorem 3.3; a larger loss has the larger delta",
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Randomized responses are counted; theorems give their profile."""
    return [
        ch.Accountant(
            name="optimal",
            kind=ch.Responses,
            times=_times,
            compose=_compose,
            statement="Answers of randomized response are counted, each eps by itself; delta is the probability that "
            "some run fails.",
            source=f"{KOV}, Theorem 3.3; {MV}, Theorem 1.5",
            latex=r"\left(\{\varepsilon_i\},\;1-\prod_i(1-\delta_i)\right)",
            side=ch.Side.EXACT,
        )
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims", ".worst_responses .optimal_composition .responses ...mechanisms.claims.liu2022.table"
)
