"""Private selection: a step is run a random or a fixed number of times, and only the best output is released, as in
hyperparameter tuning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formulas import repeat_and_select as selection
from .search import repeat_and_select as search

NAME = "repeat-and-select"
PAPER = "Papernot, Steinke 2022"
_POISSON, _FIXED = "poisson", "fixed"
MOST_RUNS = 10**12
_GRID = [1 + Fraction(n, 8) * Fraction(2) ** k for k in range(-2, 18) for n in (8, 10, 11, 13)]
"""Orders at which the wrapped curve is converted to a delta; the smallest delta is used."""
LEVEL = ch.Field("level", low=1, open_low=True)
_BEST_OF_ALL = (
    "The best of k outputs, k fixed beforehand and public, is processing of all of them. For pure DP it loses as much: "
    "if every run has the worst output with e^eps times the probability, so has the best one with e^(k eps) times that."
)
_SECRET = (
    "selection: the number of runs is drawn before the first and kept secret, and each run draws its settings anew, "
    "except with count=fixed, which is for a list of mean settings that are all tried; which output is best follows "
    "from the outputs alone"
)


def _no_count(settings: Mapping[str, Any]) -> str | None:
    """A mean below 1 requires a Poisson number of runs, since the other distributions have at least one run; a fixed
    number is a whole one."""
    if settings["count"] == _FIXED and (settings["mean"].denominator > 1 or settings["mean"] > MOST_RUNS):
        return "with count=fixed the mean is the number of runs, a whole number of at most 1e12"
    below = settings["mean"] < 1 and settings["count"] != _POISSON
    return "a mean below 1 goes with count=poisson alone: the others run the step at least once" if below else None


def _of_mean(case: ch.Case) -> tuple[str, Fraction]:
    return str(case["count"]), case.number("mean")


def _negative_binomial(case: ch.Case) -> str | None:
    return None if case["count"] in selection.SHAPES else ""


def _poisson(case: ch.Case) -> str | None:
    return None if case["count"] == _POISSON else ""


def _all_runs(case: ch.Case) -> tuple[tuple[ch.Step | None, int], ...]:
    return ((case.wrapped, int(case.number("mean"))),)


def _fixed(case: ch.Case) -> str | None:
    """A fixed number of runs, of at least two."""
    return None if case["count"] == _FIXED and case["mean"] != 1 else ""


def _once(case: ch.Case) -> str | None:
    """A number of runs that is always 1."""
    return None if case["count"] != _POISSON and case["mean"] == 1 else ""


def _some(case: ch.Case) -> str | None:
    """A geometric or logarithmic number of runs, of more than one on average."""
    return _negative_binomial(case) if case["mean"] != 1 else ""


def _pure(case: ch.Case) -> ch.Pure:
    return ch.Pure(epsilon=ch.scale(case.epsilon, Fraction(2 + selection.SHAPES[str(case["count"])])))


def _seldom(case: ch.Case) -> str | None:
    """A Poisson number of runs with a mean of at most 1/2."""
    if case["count"] != _POISSON:
        return ""
    return None if case.number("mean") <= ch.HALF else "there often is a run"


def _at_most_none(case: ch.Case) -> ch.Approximate:
    return ch.Approximate(epsilon=0, delta=lambda xp: selection.some_run(xp, xp.number(case.number("mean"))))


def _failures(case: ch.Case) -> Fraction:
    """E[K]: if a run fails with probability d, some run does with 1 - f(1 - d) <= d f'(1) = d E[K], since f is convex.

    Given that none does, the probability of k runs is multiplied by (1 - d)^k and normalised, which gives a
    distribution of the same kind (g becomes 1 - (1 - g)(1 - d), a Poisson mean m becomes m (1 - d)) with a smaller
    mean, and each run is one without failures. The curves rise with the mean, so those of the stated mean hold."""
    return case.number("mean")


def _level(curve: ch.Curve, level: Fraction, top: Fraction | None) -> ch.Renyi:
    """The curve with its value at the order `level` for all smaller orders, since Renyi divergences are nondecreasing
    in the order."""

    def raised(xp: Arithmetic, alpha: Value) -> Value:
        return curve(xp, xp.maximum(alpha, xp.number(level)))

    return ch.Renyi(curve=raised, top=top)


def _within(inner: Any, *orders: Fraction) -> None:
    """Checks that the wrapped curve covers some orders. Raises Unavailable."""
    if inner.top is not None and max(orders) > inner.top:
        raise ch.Unavailable(f"an order of the witness is beyond {inner.top}, where the wrapped curve ends")


def _best_of_some(case: ch.Case, witness: ch.Witness) -> ch.Renyi:
    inner, (count, mean) = case.guarantee(ch.Renyi), _of_mean(case)
    compared, level = Fraction(witness["compared"] or 1), Fraction(witness["level"] or 2)
    _within(inner, compared, level)
    shape = selection.SHAPES[count]

    def added(xp: Arithmetic) -> Value:
        log_inverse, order = selection.log_inverse_gamma(xp, count, mean), xp.number(compared)
        gamma = xp.number(0) if compared == 1 else inner.curve(xp, order)
        return selection.extra(shape, order, gamma, log_inverse)

    def curve(xp: Arithmetic, alpha: Value) -> Value:
        return selection.negative_binomial(xp, alpha, inner.curve(xp, alpha), added(xp), mean)

    return _level(curve, level, inner.top)


def _poisson_curve(inner: ch.Renyi, mean: Fraction) -> ch.Renyi:
    orders = _GRID if inner.top is None else [order for order in _GRID if order <= inner.top] or [inner.top]

    def curve(xp: Arithmetic, alpha: Value) -> Value:
        log_delta = selection.log_delta_at(xp, alpha, inner.curve, orders)
        return selection.poisson(xp, alpha, inner.curve(xp, alpha), log_delta, mean)

    return ch.Renyi(curve=curve, top=inner.top)


def _best_of_poisson(case: ch.Case, witness: ch.Witness) -> ch.Renyi:
    inner = case.guarantee(ch.Renyi)
    level = Fraction(witness["level"] or 2)
    _within(inner, level)
    return _level(_poisson_curve(inner, _of_mean(case)[1]).curve, level, inner.top)


def propose_orders(case: ch.Case) -> ch.Witness:
    """The order that is compared, and the level, for a geometric or logarithmic number of runs."""
    return search.orders(case.guarantee(ch.Renyi), *_of_mean(case))


def propose_level(case: ch.Case) -> ch.Witness:
    """The level for a Poisson number of runs."""
    return search.level_of(_poisson_curve(case.guarantee(ch.Renyi), _of_mean(case)[1]))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """One wrapper, for three distributions of the number of runs, and for a number that is fixed."""
    mean = ch.Parameter(
        "mean",
        "how many runs are expected; drawn anew, and never told, or with count=fixed the public number",
        safer="smaller",
    )
    count = ch.Parameter(
        "count",
        "how the number of runs is distributed",
        words=(*selection.SHAPES, _POISSON, _FIXED),
        default="geometric",
    )
    return [
        ch.Mechanism(
            NAME,
            "runs the wrapped step a random or a fixed number of times, and releases the best output alone",
            (mean, count),
            source=PAPER,
            wraps=True,
            each_run="selections, each among runs of {}",
            conflict=_no_count,
            sampling=_SECRET,
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """A Renyi curve for each kind of distribution, and what holds at every delta."""
    return [*_of_some(), *_of_poisson_numbers(), *_of_fixed_numbers()]


def _of_some() -> list[ch.Theorem]:
    """A geometric or logarithmic number of runs."""
    return [
        ch.Theorem(
            name=f"{NAME}.renyi",
            takes=ch.OnWrapper(NAME, ch.Renyi),
            gives=ch.Renyi,
            bound=_best_of_some,
            propose=propose_orders,
            fields=(ch.Field("compared", low=1), LEVEL),
            conditions=_negative_binomial,
            statement="The best output of a geometric (eta = 1) or logarithmic (eta = 0) number K of runs, of the mean "
            "E[K] and with the parameter g, for any order b >= 1. The best by any order of the outputs that was fixed "
            "before; neither the number of runs nor another output is released.",
            source=f"{PAPER}, Theorem 2",
            failures=_failures,
            latex=r"\gamma'(\alpha)=\gamma(\alpha)+(1+\eta)\left(\left(1-\tfrac{1}{b}\right)\gamma(b)"
            r"+\tfrac{1}{b}\log\tfrac{1}{g}\right)+\frac{\log\mathbb{E}[K]}{\alpha-1}",
        ),
        ch.Theorem(
            name=f"{NAME}.pure",
            takes=ch.OnWrapper(NAME, ch.Pure),
            gives=ch.Pure,
            bound=_pure,
            conditions=_some,
            statement="The best output of a geometric (eta = 1) or logarithmic (eta = 0) number of runs of an eps-DP "
            "step, whatever the mean: (2 + eta) eps.",
            source=f"{PAPER}, Theorem 2 at alpha and b without an end; Liu, Talwar 2019",
            latex=r"\varepsilon'=(2+\eta)\,\varepsilon",
            failures=_failures,
        ),
    ]


def _of_poisson_numbers() -> list[ch.Theorem]:
    """A Poisson number of runs, which may be none."""
    return [
        ch.Theorem(
            name=f"{NAME}.poisson",
            takes=ch.OnWrapper(NAME, ch.Renyi),
            gives=ch.Renyi,
            bound=_best_of_poisson,
            propose=propose_level,
            fields=(LEVEL,),
            conditions=_poisson,
            statement="The best output of a Poisson number of runs, or nothing where there is none: delta is that of "
            "the wrapped curve at eps = log(alpha/(alpha-1)).",
            source=f"{PAPER}, Theorem 6; ours, where no run counts for itself",
            latex=r"\gamma'(\alpha)=\frac{1}{\alpha-1}\log\left(e^{-\mu}+\mu\,e^{(\alpha-1)(\gamma(\alpha)+\mu\delta)}"
            r"\right),\quad \gamma\text{ implies }\left(\log\tfrac{\alpha}{\alpha-1},\delta\right)\text{-DP}",
            failures=_failures,
            version=2,  # converts at orders up to 213 000; version 1 ended at 833, which is loose for much noise
        ),
        ch.Theorem(
            name=f"{NAME}.seldom",
            takes=ch.OnWrapped(NAME),
            gives=ch.Approximate,
            bound=_at_most_none,
            conditions=_seldom,
            statement="With a Poisson number of runs of the mean m, nothing is released with the probability e^-m, "
            "whatever the data are: so the whole is (0, 1 - e^-m)-DP.",
            source="direct computation",
            latex=r"\left(0,\,1-e^{-\mu}\right)",
        ),
    ]


def _of_fixed_numbers() -> list[ch.Theorem]:
    """All runs, of which the best output is processing; and a single one."""
    return [
        ch.Theorem(
            name=f"{NAME}.{name}",
            takes=ch.OnWrapped(NAME),
            gives=ch.Rewrite,
            bound=_all_runs,
            conditions=conditions,
            statement=statement,
            source="post-processing",
            side=side,
        )
        for name, conditions, statement, side in (
            ("fixed", _fixed, _BEST_OF_ALL, ch.Side.UPPER),
            ("once", _once, "The best of one output is that output.", ch.Side.EXACT),
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".repeat_and_select")
