"""Claims about private selection: the number of runs, and small mechanisms that are repeated exactly."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import chartered as ch
from chartered.proving import Conditions, Each, Notation, Proofs, Sampled, Shipped, Touches, balls, case, registered
from chartered.proving.proof_parts import Nonnegative, Same, Slope
from chartered_verify.enclosure import fraction_of

from ..formulas import repeat_and_select as selection

_compared = partial(Sampled, "balls", digits=30)

HALF = Fraction(1, 2)
NOTATION = Notation(
    "generating(g, x) = g*x/(1 - (1 - g)*x)",
    "kept(g, d) = 1 - (1 - g)*(1 - d)",
    "above(m, l) = log1p(m*l)",
    "lie(y) = 1/(2 + y)",
    ranges={
        "m": (1, 10**4),
        "l gap": (0, 20),
        "t": (0, 20),
        "u": (-20, 20),
        "g": (Fraction(1, 1000), Fraction(999, 1000)),
        "x": (0, 1),
        "d": (0, Fraction(9, 10)),
        "y w": (Fraction(1, 20), 20),
        "k": (1, 9),
        "few": (0, HALF),
    },
    seldom=Shipped("repeat-and-select.seldom"),
)
BOOK = Proofs("repeat-and-select", "Papernot, Steinke 2022", at="direct computation", notation=NOTATION)

BOOK.identity(
    "renyi.slope",
    "The generating function of a geometric number of runs has the slope g/(1 - (1-g) x)^2, which is E[K] at x = 1.",
    "Section 3.1",
    "0 < g < 1 and 0 <= x <= 1",
    Slope("f'", "generating(g, x)", "x", "g/(1 - (1 - g)*x)^2"),
    Same("at x = 1", "g/(1 - (1 - g))^2", "1/g"),
    so="The chance that the best output is y is Q(y) times a mean of f' over [Q(< y), Q(<= y)], for each neighbour; by "
    "joint convexity the divergence grows by log(max f'(q)^alpha f'(q')^(1-alpha))/(alpha-1) at most. With "
    "x = g + (1-g)(1-q) and x' likewise f'(q) = E[K] (g/x)^(1+eta), and x' <= x^(1-1/b) e^((1-1/b) gamma(b)), as x is "
    "the chance of an event of the order b; so x'/x <= g^(-1/b) e^((1-1/b) gamma(b)).",
)
BOOK.soundness(
    "renyi.inverse",
    "What is taken for log(1/g) of a logarithmic number of runs is at least the L with (e^L - 1)/L = m.",
    "all means m; all L",
    Slope("sinh(t) - t", "(exp(t) - exp(-t))/2 - t", "t", "(exp(t) + exp(-t))/2 - 1"),
    Same("that slope, by the tangents at 0", "(exp(t) + exp(-t))/2 - 1", "((exp(t) - 1 - t) + (exp(-t) - 1 + t))/2"),
    Same("log(1 + m L)", "above(m, l + gap) - above(m, l)", "log1p(m*gap/(1 + m*l))"),
    Nonnegative("that it rises", "m*gap/(1 + m*l)"),
    Touches("exp(u) - exp(l) - exp(l)*(u - l)", "u", "l", label="e^u and its tangents"),
    so="At L = 2 log(m) = 2t the rising (e^L - 1)/L is e^t sinh(t)/t, and not below m = e^t, so that L is at most "
    "that; what is above L stays there by L -> log(1 + m L), whose fixed point it is, and by Newton's rule for "
    "e^L - 1 - m L, which is convex.",
)

BOOK.soundness(
    "pure.ratio",
    "If no event is more than e^eps times likelier under one neighbour, the best output is at most e^((2 + eta) eps) "
    "times likelier.",
    "Theorem 2 at alpha and b without an end",
    "all g = w/(1+w), 0 <= x <= 1, e^eps = 1 + y, an event of the chance (1 + y) x - d",
    Same(
        "(1 + w) times what e^eps leaves of g + (1-g) x and of its neighbour's",
        "(1 + y)*(w + x) - (w + (1 + y)*x - d)",
        "y*w + d",
    ),
    Nonnegative("it", "y*w + d"),
    so="The chance that the best output is y is Q(y) times a mean of f', which is E[K] (g/(g + (1-g) x))^(1+eta) at "
    "the chance x of what is better. Q(y) is at most e^eps times the neighbour's, and each f' e^((1+eta) eps) times.",
)

BOOK.identity(
    "renyi.failures",
    "If each run fails with the probability d, some run does with at most d E[K]; given that none does, the number of "
    "runs is geometric again, of the parameter 1 - (1-g)(1-d), which is larger.",
    "0 < g < 1, 0 < x <= 1, 0 <= d < 1",
    Same("the runs of which none fails", "generating(g, (1 - d)*x)", "generating(g, 1 - d)*generating(kept(g, d), x)"),
    Same("what E[K] d leaves", "d/g - (1 - generating(g, 1 - d))", "d^2*(1 - g)/(g*kept(g, d))"),
    Same("the parameter", "kept(g, d) - g", "(1 - g)*d"),
    so="Both differences are not negative, and the curve rises with the mean, 1/g. A logarithmic number of runs has "
    "log(1 - (1-g) x)/log g, where (1-g)(1-d) comes in the place of 1-g as well, and a Poisson one e^(m(x - 1)), where "
    "m (1-d) comes in the place of m; f is convex, so that f(1-d) >= 1 - d f'(1) for each of them.",
)
BOOK.identity(
    "seldom.some",
    "The registered delta is the chance that there is a run, and eps is 0.",
    "all means up to 1/2",
    Same("", "seldom(mean=few).delta + seldom(mean=few).epsilon", "1 - exp(-few)"),
)

PAIRS: list[tuple[Sequence[Fraction], Sequence[Fraction]]] = [
    ([Fraction(n, 20) for n in one], [Fraction(n, 20) for n in other])
    for one, other in (
        ((1, 4, 15), (2, 5, 13)),
        ((15, 4, 1), (13, 5, 2)),
        ((10, 10), (9, 11)),
        ((1, 2, 3, 4, 10), (2, 2, 2, 4, 10)),
        ((19, 1), (18, 2)),
    )
]
"""Probabilities of outputs, the worst first, under both neighbours."""
GAMMAS = (Fraction(1, 50), Fraction(1, 3), Fraction(9, 10))
ORDERS = (Fraction(11, 10), Fraction(2), Fraction(9, 2), Fraction(30))


def _divergence(xp: Any, alpha: Any, p: Sequence[Any], q: Sequence[Any]) -> Any:
    """The Renyi divergence of order alpha of p from q."""
    terms = (xp.exp(alpha * xp.log(a) + (1 - alpha) * xp.log(b)) for a, b in zip(p, q, strict=True))
    return xp.log(sum(terms, xp.number(0))) / (alpha - 1)


def _either(xp: Any, alpha: Any, p: Sequence[Any], q: Sequence[Any]) -> Any:
    return xp.maximum(_divergence(xp, alpha, p, q), _divergence(xp, alpha, q, p))


def _best(xp: Any, chances: Sequence[Fraction], generating: Callable[[Any], Any]) -> list[Any]:
    """The probabilities of the best output of K runs, from E[x^K] at the cumulative probabilities."""
    below = [generating(xp.number(x)) for x in (Fraction(0), *accumulate(chances))]
    return [high - low for low, high in pairwise(below)]


def _generating(xp: Any, count: str, gamma: Fraction, mean: Fraction) -> Callable[[Any], Any]:
    g = xp.number(gamma)
    if count == "geometric":
        return lambda x: g * x / (1 - (1 - g) * x)
    if count == "logarithmic":
        return lambda x: xp.log1p(-(1 - g) * x) / xp.log(g)
    return lambda x: xp.exp(xp.number(mean) * (x - 1))


def _mean(xp: Any, count: str, gamma: Fraction) -> Fraction:
    """A mean that is not below that of the distribution with the parameter g, and close to it; for a Poisson
    distribution any."""
    if count == "geometric":
        return 1 / gamma
    if count == "poisson":
        return 2 / gamma - 2
    mean = (1 / xp.number(gamma) - 1) / -xp.log(xp.number(gamma))
    return fraction_of(mean.upper())


def _holds(count: str, index: int, gamma: Fraction, alpha: Fraction, compared: Fraction) -> bool:
    """Whether the divergence of the best output of exactly computed runs is at most the registered one."""
    p, q = PAIRS[index]
    with balls(200) as xp:
        mean = _mean(xp, count, gamma)

        def curve(xp: Any, order: Any) -> Any:
            return _either(xp, order, [xp.number(x) for x in p], [xp.number(x) for x in q])

        step = case(f"repeat-and-select:mean={mean},count={count}/pure:epsilon=9", ch.Renyi(curve=curve))
        name = "repeat-and-select.poisson" if count == "poisson" else "repeat-and-select.renyi"
        witness = {"level": Fraction(11, 10)} | ({} if count == "poisson" else {"compared": compared})
        bound = registered(name).bound(step, witness).curve(xp, xp.number(alpha))
        generating = _generating(xp, count, gamma, mean)
        one, other = (_best(xp, chances, generating) for chances in (p, q))
        if count == "poisson":  # nothing is released where there is no run
            none = generating(xp.number(0))
            one, other = [none, *one], [none, *other]
        return bool(_either(xp, xp.number(alpha), one, other) <= bound)


@BOOK.table(
    "pure.repeated",
    "Of small mechanisms no best output of all runs is likelier under one neighbour than is stated.",
    "Theorem 2",
    "five pairs of chances, three parameters",
    _compared(count=tuple(selection.SHAPES), index=range(len(PAIRS)), gamma=GAMMAS),
)
def _pure_holds(count: str, index: int, gamma: Fraction) -> bool:
    p, q = PAIRS[index]
    with balls(200) as xp:
        epsilon = fraction_of(xp.log(xp.number(max(max(a / b, b / a) for a, b in zip(p, q, strict=True)))).upper())
        text = f"repeat-and-select:mean={_mean(xp, count, gamma)},count={count}/pure:epsilon=9"
        bound = registered("repeat-and-select.pure").bound(case(text, ch.Pure(epsilon=epsilon)))
        most = xp.exp(xp.number(bound.epsilon))
        generating = _generating(xp, count, gamma, Fraction(1))
        pairs = zip(*(_best(xp, chances, generating) for chances in (p, q)), strict=True)
        return not any(a / b > most or b / a > most for a, b in pairs)


BOOK.table(
    "renyi.repeated",
    "Of small mechanisms the divergence of the best output of all runs is at most what is stated.",
    "Theorem 2",
    "five pairs of chances, three parameters, four orders and four others that are compared",
    _compared(
        _holds,
        count=tuple(selection.SHAPES),
        index=range(len(PAIRS)),
        gamma=GAMMAS,
        alpha=ORDERS,
        compared="1 3/2 4 40",
    ),
)
BOOK.table(
    "poisson.repeated",
    "Of small mechanisms the divergence of the best output of a Poisson number of runs, or of nothing, is at most what "
    "is stated.",
    "Theorem 6",
    "five pairs of chances, three means and four orders",
    _compared(partial(_holds, "poisson", compared=Fraction(1)), index=range(len(PAIRS)), gamma=GAMMAS, alpha=ORDERS),
)

BOOK.identity(
    "fixed.attained",
    "Of k runs of randomized response the best output is the worse one if all are: the probabilities of that under the "
    "two neighbours differ by e^(k eps), and no smaller eps holds for all mechanisms.",
    "all eps > 0 (e^eps = 1 + y), all k",
    Same("all runs have the worse output", "(1 - lie(y))^k/lie(y)^k", "(1 + y)^k"),
    so="A run has the one output with the probability lie = 1/(1 + e^eps) or 1 - lie.",
)


def _selected(count: str) -> ch.Case:
    return case(f"repeat-and-select:mean=2,count={count}/pure:epsilon=9", ch.Renyi(curve=lambda xp, order: order))


for kind, own, other in (
    ("renyi", [_selected(count) for count in selection.SHAPES], [_selected("poisson")]),
    ("poisson", [_selected("poisson")], [_selected(count) for count in selection.SHAPES]),
):
    BOOK.stated(
        f"{kind}.which",
        "Each theorem applies to the distributions of the number of runs that it is about, and to no other.",
        "Definition 1 and Theorem 6",
        "the three numbers of runs",
        Conditions(f"repeat-and-select.{kind}", own, other),
    )


@BOOK.table(
    "once.itself",
    "A fixed number of runs is written out as so many runs of the step, a single one as the step itself.",
    "definition",
    "1, 2 and 7 runs, run",
    Each("run", cases=[(1, "once", 1), (2, "fixed", 2), (7, "fixed", 7)]),
)
def _written_out(mean: int, name: str, times: int) -> bool:
    """Whether a fixed number of runs is written out as that number, by this theorem, and by no other."""
    source = case(f"repeat-and-select:mean={mean},count=fixed/gaussian:sigma=2")
    known = {word: registered(f"repeat-and-select.{word}") for word in ("fixed", "once")}
    applies = [word for word, theorem in known.items() if theorem.conditions(source) is None]
    ((step, runs),) = known[name].bound(source)
    return applies == [name] and (step.name, runs) == ("gaussian", times)
