"""Claims about approximate DP: the exact partial order of its guarantees (Liu et al. 2022, Theorem 2.1), and its
composition."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import chartered as ch
from chartered.model.failure_event import beside
from chartered.proving import Nonnegative, Notation, Positive, Proofs, Same, SameParts, Shipped, held
from chartered.proving.formula_reader import defined

SIZE = (Fraction(1, 20), 20)
ALL = "all 0 <= eps < eps0, 0 <= delta0 < 1 (e^eps = 1 + x, e^eps0 = 1 + x + y, delta0 = t/(1+t))"
PLAIN = "(t + y/(2 + x + y))/(1 + t)"
"""delta0 + (1-delta0) (A-L)/(1+A) without positive parts."""


def guarantee(xp: Any, level: Any, t: Any) -> ch.Approximate:
    """The guarantee (log(1 + level), t/(1+t))-DP."""
    return ch.Approximate(epsilon=held(xp.log1p(level)), delta=held(t / (1 + t)))


def outcomes(x: Any, y: Any, t: Any) -> list[tuple[Any, Any]]:
    """The four-outcome mechanism: the probabilities of each outcome from the inputs 0 and 1, with A = 1 + x + y."""
    fails, truth, lie = t / (1 + t), (1 + x + y) / (2 + x + y) / (1 + t), 1 / (2 + x + y) / (1 + t)
    return [(fails, 0 * t), (0 * t, fails), (truth, lie), (lie, truth)]


def events(x: Any, y: Any, t: Any) -> list[tuple[Any, Any]]:
    """The probabilities of all 16 events from both inputs, and with the inputs exchanged: 32 cases."""
    four = outcomes(x, y, t)
    found = [event for size in range(5) for event in combinations(four, size)]
    chances = [tuple(sum((chances[side] for chances in event), 0 * t) for side in (0, 1)) for event in found]
    return [case for p, q in chances for case in ((p, q), (q, p))]


def stick(xp: Any, x: Any, y: Any, t: Any, level: Any) -> Any:
    """The hockey-stick divergence of the four-outcome mechanism."""
    return sum((xp.positive(p - level * q) for p, q in outcomes(x, y, t)), xp.number(0))


def further(xp: Any, event: Any, mass: Any) -> Any:
    """The mass of a failure beside one of the mass `event`, where both together have `mass`."""
    return xp.number(beside(held(event), held(mass)))


NOTATION = Notation(
    "above(m, x) = (x - m)/(1 - m)",
    "shipped(x, y, t) = approximate_profile(epsilon=log1p(x + y), delta=t/(1 + t)).delta(log1p(x))",
    "first_weight(x, y) = ((1 + x + y)*(1 + x) - 1)/((1 + x + y)^2 - 1)",
    "second_weight(x, y) = y/((1 + x + y)^2 - 1)",
    "most = 1 + x + y",
    "fails = t/(1 + t)",
    "worst(x, y, t, e) = worst_case(epsilon=log1p(x + y), delta=fails).delta(e)",
    ranges={"e d y": SIZE, "x": (0, 20), "t": (0, 9), "p q": (0, 1)},
    stated=Shipped("approximate.approximate"),
    approximate_profile=Shipped("approximate.profile", ch.Approximate),
    parted=Shipped("approximate.pure", ch.Approximate),
    pure_profile=Shipped("pure.profile", ch.Pure),
    worst_case=Shipped("approximate.worst-case"),
    events=events,
    stick=stick,
    further=further,
)
BOOK = Proofs("approximate", "Liu et al. 2022", at="definition of (eps, delta)-DP", notation=NOTATION)
shipped = defined(NOTATION, "shipped")
"""The registered profile at eps < eps0, as a function of x, y and t."""

BOOK.identity(
    "approximate.definition",
    "The step's guarantee is the pair that it states.",
    "all eps, delta > 0",
    Same("", "stated(epsilon=e, delta=d).epsilon + stated(epsilon=e, delta=d).delta^2", "e + d^2"),
)

BOOK.soundness(
    "worst-case.cases",
    "In all 64 cases (16 events, both inputs, at eps0 and at eps) the four-outcome mechanism is (eps0, delta0)-DP and "
    "within the profile.",
    "Theorem 2.1, 'only if'",
    ALL,
    SameParts("the shipped profile without positive parts", "shipped(x, y, t)", PLAIN),
    *(
        Nonnegative(f"{at}, case {number}", f"{bound} - {p} + {level}*{q}", zero="x t", points=3)
        for at, bound, level in (("eps0", "fails", "most"), ("eps", PLAIN, "(1 + x)"))
        for number in range(32)
        for p, q in [(f"events(x, y, t)[{number}][0]", f"events(x, y, t)[{number}][1]")]
    ),
    so="Every event from either input is covered.",
)

BOOK.identity(
    "worst-case.attained",
    "The hockey-stick divergence of the four-outcome mechanism is the stated delta at every eps: no smaller delta "
    "holds.",
    "Theorem 2.1, 'only if'",
    "all eps0 > 0, eps >= 0, 0 <= delta0 < 1",
    SameParts("for eps < eps0", "worst(x, y, t, log1p(x)) - stick(x, y, t, 1 + x)", "0"),
    SameParts("for eps >= eps0", "worst(0, y, t, log1p(x + y)) - stick(0, y, t, most)", "0"),
    so="By the 64 cases (approximate.worst-case.cases) the mechanism is (eps0, delta0)-DP.",
)

BOOK.identity(
    "pure.parts",
    "The guarantee is eps of the one part, and delta is the mass of the other: that mass and the profile of pure DP of "
    "the rest are together the profile of (eps, delta)-DP, so that nothing is lost.",
    "Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    ALL,
    Same("", "parted(epsilon=e, delta=d).epsilon + parted(epsilon=e, delta=d).failure^2", "e + d^2"),
    SameParts(
        "the two parts",
        "fails + (1 - fails)*pure_profile(epsilon=parted(epsilon=log1p(x + y), delta=fails).epsilon).delta(log1p(x))",
        "shipped(x, y, t)",
    ),
    so="The second is the four-outcome mechanism, whose outcomes are those of randomized response without the failure.",
)

BOOK.identity(
    "pure.outside",
    "delta is at most m + (1 - m) delta_mu, for a failure of mass m, if and only if its part without a failure of mass "
    "f <= m is at most that of a failure of mass (m - f)/(1 - f): at m = f, the mu except for a failure is the mu of "
    "that part. It is never above the mu without a failure.",
    "direct computation",
    "all probabilities f = p m <= m < 1 and q",
    Same(
        "with the further failure it is the whole",
        "p*fails + (1 - p*fails)*(further(p*fails, fails) + (1 - further(p*fails, fails))*q)",
        "fails + (1 - fails)*q",
    ),
    Same("the part above a failure is no larger", "q - above(fails, q)", "fails*(1 - q)/(1 - fails)"),
    so="The first is a weighted mean that rises with the delta_mu that q stands for; the second is not negative.",
)

BOOK.soundness(
    "profile.sound",
    "For probabilities p, q of an event with p <= A q + delta0 and 1-q <= A (1-p) + delta0, p - L q is at most the "
    "stated delta: the difference is a sum of both constraints with nonnegative weights.",
    "Theorem 2.1, 'if'",
    ALL,
    SameParts(
        "delta - (p - L q) is the weighted sum",
        "shipped(x, y, t) - (p - (1 + x)*q)",
        "first_weight(x, y)*(most*q + fails - p) + second_weight(x, y)*(most*(1 - p) + fails - (1 - q))",
    ),
    Positive("u = (A L - 1)/(A^2 - 1) > 0", "first_weight(x, y)", zero="x"),
    Positive("v = (A - L)/(A^2 - 1) > 0", "second_weight(x, y)", zero="x"),
    so="A = e^eps0, L = e^eps; the constraints are those of the event and of its complement. For L >= A, p - L q <= "
    "p - A q <= delta0.",
)

BOOK.soundness(
    "monotone",
    "What is (eps, delta)-DP is (eps', delta')-DP for every eps' >= eps and delta' >= delta: so less of either states "
    "no less, inside every wrapper.",
    "all eps' > eps >= 0, delta' > delta and events (e^eps' = e^eps (1 + y), delta' = delta + d, a chance q > 0)",
    Positive("what is more", "(1 + x)*y*q + d", {"q": (Fraction(1, 100), 1), "d": (Fraction(1, 100), 1)}, zero="x"),
    so="P <= e^eps Q + delta <= e^eps' Q + delta' for every event.",
)
