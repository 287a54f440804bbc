"""Claims about the blanket of shuffled k-ary randomized response: its pair, its sum, and the mechanisms that it
bounds."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import POSITIVE, Each, Notation, Positive, Proofs, Same, Sampled, near, numbers
from chartered.proving.sampled import FEW_SUMS

from ..formulas import blanket, blanket_krr as response_blanket, clones
from .blanket_core import core
from .shuffles import SMALL, Shuffle, above_many, above_small

NOTATION = Notation(
    "odds = 1 + l",
    "k = 2 + j",
    "gamma = k/(l + k)",
    # of s reports among T = s + t that say 0 or 1: e^eps1, and the cut
    "level = 1 + l*s/(s + t)",
    "cut = s*(1 + m)/(2 + m) + (s + t)*(m/(2 + m))/l",
    "share = u/(2 + u)*(2 + u + v)/(u + v)",
    ranges={"l m j s t u v": POSITIVE},
)
BOOK = Proofs("balle2019", "Balle, Bell, Gascon, Nissim 2019", at="Section 5.2", notation=NOTATION)
RATIOS = numbers("1 5/4 3/2 4")
NUMBERS = {2: "0.14867", 3: "0.13069", 10: "0.08016", 100: "0.02547"}


def _shipped(xp: Any, n: int, k: int, odds: Fraction, epsilon: Any) -> Any:
    return response_blanket.delta(xp, lambda a: a.log(a.number(odds)), n, k, epsilon)


BOOK.identity(
    "response-pair.pair",
    "A response is uniform with probability gamma = k/(e^eps0 + k - 1) and true otherwise. With N uniform reports of "
    "others, the weight of a histogram h of T = N + 1 is gamma/T ((e^eps0 - 1) h_0 + T) times the multinomial one.",
    "Theorem 3.1 and Section 5.2",
    "all eps0 > 0 (e^eps0 = 1 + l), k = 2 + j, T",
    Same("the chance of the truth", "1 - gamma + gamma/k", "odds/(l + k)"),
    # own report 0 of h_0 = 1: P(own = 0) mult(T-1; h - e_0) k^-(T-1) over mult(T; h) k^-T, for each of h_0; others
    # likewise
    Same("the factor of h_0", "(odds/(l + k) - 1/(l + k))*k/t", "gamma*l/t"),
    # over the multinomial law, where h_0 has the mean T/k
    Same("it is a distribution", "gamma/t*(l*t/k + t)", "1"),
    so="Each other report is split so; an adversary told of the true ones sees no less, and the order hides which of "
    "the T reports is the record's own. To exchange the names of 0 and 1 swaps both distributions; any two values "
    "may have them.",
)
BOOK.identity(
    "response-pair.two-values",
    "Given T and s the record's report is one of s that say 0 or 1: randomized response on two values at e^eps1 = 1 "
    "+ (e^eps0 - 1) s/T among s - 1 fair coins. What it gains is that of feldman2021.clones with s - 1 clones, and "
    "the first outcome is the shipped one.",
    "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), s, T = s + t",
    # the factor of `at` over that of `beyond`, gamma left out; p (1 - e^(eps - eps1)) with p = e^eps1/(1 + e^eps1)
    Same("the gain", "(l*s/(2*(s + t)) - m/2)/(l*s/(2*(s + t)) + 1)", "level/(1 + level)*(1 - (1 + m)/level)"),
    # ((e^eps0 - 1) h + T) - e^eps ((e^eps0 - 1)(s - h) + T) at the cut
    Same("the cut", "l*cut + s + t - (1 + m)*(l*(s - cut) + s + t)", "0"),
    so="h_0 is Bin(s, 1/2) times the factor; the factor's part in h_0 makes it 1 + Bin(s-1, 1/2). tanh(eps/2) = m/(2 + "
    "m).",
)
BOOK.inequality(
    "response-pair.fewer",
    "Leaving out a uniform report, leaving out a coin, and raising eps1 never hides more, since the output with the "
    "report or coin is computed from the output without it. So a range of T may be replaced by its smallest T, and a "
    "range of s by its smallest number of coins at the eps1 of its largest s.",
    "data processing",
    "all e^eps1 = 1 + u < 1 + u + v",
    # the chance of the truth at 1 + u, from that at 1 + u + v and a fair coin; and what is left to the coin
    Same("less truth is truth mixed with a coin", "share*(1 + u + v)/(2 + u + v) + (1 - share)/2", "(1 + u)/(2 + u)"),
    Positive("the coin has a positive share", "1 - share"),
    so="A uniform report, or a coin, is added without the record.",
)


@BOOK.identity(
    "response-pair.direct",
    "The shipped delta is E(L_1 + ... + L_M)_+/(gamma n), M ~ Bin(n, gamma).",
    "Theorem 3.1",
    "n <= 8, k in {2, 3, 4, 10}, e^eps0 in {3/2, 7}, e^eps in {1, 5/4, 3/2, 4}",
    Each(
        "run: exact rationals, to 40 digits",
        cases=product(range(2, 9), (2, 3, 4, 10), numbers("3/2 7"), RATIOS),
        bits=256,
    ),
)
def _is_core(xp: Any, n: int, k: int, odds: Fraction, level: Fraction) -> bool:
    found = _shipped(xp, n, k, odds, xp.log(xp.number(level)))
    return near(found, xp.number(core(n, k, odds, level)), 40, of=1)


BOOK.soundness(
    "response-pair.exact-cases",
    "The bound is not below the exact delta of small shuffles, nor below that of shuffled randomized response on two "
    "values.",
    "enumeration",
    f"{SMALL}; k = 4, e^eps0 = 7, n <= 5, e^eps in {{1, 4}}; n = 300, k = 2, eps0 = 1/2, 1 and 2",
    above_small(
        lambda xp, s, e: _shipped(xp, s.n, s.k, s.odds, e),
        *(
            (Shuffle(n, 4, Fraction(7)), lambda a, level=level: a.log(a.number(level)))
            for n in range(2, 6)
            for level in (1, 4)
        ),
    ),
    above_many(lambda xp, n, epsilon0, e: response_blanket.delta(xp, epsilon0, n, 2, e), what="all data, binomial"),
)


@BOOK.inequality(
    "response-pair.below-others",
    "It is below the two inequalities of the same blanket, and below the clones pair.",
    "Section 5",
    "n in {3, 300}, k in {2, 3, 50}, eps0 in {1/10, 1, 3}, eps in {eps0/20, eps0/3}",
    Sampled("balls", cases=product((3, 300), (2, 3, 50), numbers("1/10 1 3"), (20, 3)), why=FEW_SUMS, bits=256),
)
def _below(xp: Any, n: int, k: int, epsilon0: Fraction, part: int) -> bool:
    e, size = xp.number(epsilon0 / part), xp.number(epsilon0)
    own, of = response_blanket.delta(xp, epsilon0, n, k, e), blanket.response(xp, size, xp.number(k), e)
    others = [tail(xp, of, xp.number(n), e) for tail in (blanket.hoeffding, blanket.bennett)]
    return not any(own > other for other in (*others, clones.delta(xp, epsilon0, n, e)))


@BOOK.table(
    "response-pair.numbers",
    "n = 1000, eps0 = 1, delta = 1e-6: eps begins 0.14867, 0.13069, 0.08016 and 0.02547 for k = 2, 3, 10 and 100. "
    "4-ary randomized response, e^eps0 = 7, n = 5: 0.08829 at e^eps = 4, above the true 2001/25000, which the "
    "two-count reduction is not.",
    "these numbers",
    Each("run: balls enclose the first four", cases=NUMBERS.items(), bits=256),
    Each(
        "exact rationals",
        lambda xp, found: core(5, 4, Fraction(7), Fraction(4)) == found > Fraction(2001, 25000),
        [numbers("0.08829")],
        bits=256,
    ),
)
def _begins(xp: Any, k: int, digits: str) -> bool:
    ends = (xp.number(Fraction(digits) + Fraction(step, 10**5)) for step in (0, 1))
    low, high = (response_blanket.delta(xp, Fraction(1), 1000, k, end) for end in ends)
    return bool(low > xp.number(Fraction(1, 10**6)) > high)
