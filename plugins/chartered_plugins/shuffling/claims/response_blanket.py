"""Claims about the blanket of shuffled k-ary randomized response: its pair, its sum, and what it bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sample, sign_of
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ..formulas import blanket, blanket_krr as response_blanket, clones, shuffled_binary_rr as shuffled_response
from .blanket_core import core
from .shuffles import LEVELS, SMALL, Shuffle, small

BOOK = Book("balle2019", "Balle, Bell, Gascon, Nissim 2019")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
FOUR = dict.fromkeys("lmst", SIZE)
"""e^eps0 = 1 + l, e^eps = 1 + m, s reports of the two values and t others, T = s + t."""
RATIOS = (Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(4))


@BOOK.identity(
    "response-pair.pair",
    "A response is uniform with probability gamma = k/(e^eps0 + k - 1) and true otherwise. With N uniform reports of "
    "others, the weight of "
    "a histogram h of T = N + 1 is gamma/T ((e^eps0 - 1) h_0 + T) times the multinomial one.",
    "Theorem 3.1 and Section 5.2",
    "all eps0 > 0 (e^eps0 = 1 + l), k = 2 + j, T",
)
def _pair(effort: Effort) -> Verdict:
    def gamma(lift: Any, j: Any) -> Any:
        return (2 + j) / (lift + 2 + j)

    def true(xp: Any, lift: Any, j: Any) -> Any:
        return 1 - gamma(lift, j) + gamma(lift, j) / (2 + j)

    def mean(xp: Any, lift: Any, j: Any, t: Any) -> Any:
        """Over the multinomial law, where h_0 has the mean T/k."""
        return gamma(lift, j) / t * (lift * t / (2 + j) + t)

    def own(xp: Any, lift: Any, j: Any, t: Any) -> Any:
        """Own report 0 of h_0 = 1: P(own = 0) mult(T-1; h - e_0) k^-(T-1) over mult(T; h) k^-T, for each of h_0; others
        likewise."""
        return (1 + lift) / (lift + 2 + j) * (2 + j) / t - 1 / (lift + 2 + j) * (2 + j) / t

    domain = {"l": SIZE, "j": (0, 20), "t": (1, 50)}
    pair = {"l": SIZE, "j": (0, 20)}
    return chain(
        "Each other report is split so; an adversary told of the true ones sees no less, and the order hides which of "
        "the T reports is the record's own. To exchange the names of 0 and 1 swaps both distributions; any two "
        "values may have them.",
        ("the chance of the truth", same(true, "(1 + l)/(l + 2 + j)", "l j", pair, effort)),
        ("the factor of h_0", same(own, lambda xp, lift, j, t: gamma(lift, j) * lift / t, "l j t", domain, effort)),
        ("it is a distribution", same(mean, "1", "l j t", domain, effort)),
    )


@BOOK.identity(
    "response-pair.two-values",
    "Given T and s the record's report is one of s that say 0 or 1: randomized response on two values at e^eps1 = 1 "
    "+ (e^eps0 - 1) s/T "
    "among s - 1 fair coins. What it gains is that of feldman2021.clones with s - 1 clones, and the first outcome is "
    "the shipped one.",
    "Section 5.2",
    "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), s, T = s + t",
)
def _two_values(effort: Effort) -> Verdict:
    def shipped(xp: Any, lift: Any, m: Any, s: Any, t: Any) -> Any:
        """The factor of `at` over that of `beyond`, gamma left out."""
        size = s + t
        return (lift * s / (2 * size) - m / 2) / (lift * s / (2 * size) + 1)

    def of_clones(xp: Any, lift: Any, m: Any, s: Any, t: Any) -> Any:
        """p (1 - e^(eps - eps1)) with p = e^eps1/(1 + e^eps1)."""
        level = 1 + lift * s / (s + t)
        return level / (1 + level) * (1 - (1 + m) / level)

    def gained(xp: Any, lift: Any, m: Any, s: Any, t: Any) -> Any:
        """((e^eps0 - 1) h + T) - e^eps ((e^eps0 - 1)(s - h) + T) at the cut."""
        cut = s * (1 + m) / (2 + m) + (s + t) * (m / (2 + m)) / lift
        return lift * cut + s + t - (1 + m) * (lift * (s - cut) + s + t)

    return chain(
        "h_0 is Bin(s, 1/2) times the factor; the factor's part in h_0 makes it 1 + Bin(s-1, 1/2). tanh(eps/2) = "
        "m/(2 + m).",
        ("the gain", same(shipped, of_clones, "l m s t", FOUR, effort)),
        ("the cut", same(gained, "0", "l m s t", FOUR, effort)),
    )


@BOOK.inequality(
    "response-pair.fewer",
    "To leave out a uniform report, to leave out a coin, and to raise eps1, never hides more: what is seen after is "
    "computed from what is "
    "seen before. So a run of T counts as its least one, and a run of s as its least number of coins at the eps1 of "
    "its most.",
    "data processing",
    "all e^eps1 = 1 + u < 1 + u + v",
)
def _fewer(effort: Effort) -> Verdict:
    def mixed(xp: Any, u: Any, v: Any) -> Any:
        """The chance of the truth at 1 + u, from that at 1 + u + v and a fair coin."""
        share = (u / (2 + u)) / ((u + v) / (2 + u + v))
        return share * (1 + u + v) / (2 + u + v) + (1 - share) / 2

    def coin(xp: Any, u: Any, v: Any) -> Any:
        """What is left to the coin."""
        return 1 - (u / (2 + u)) / ((u + v) / (2 + u + v))

    domain = {"u": SIZE, "v": SIZE}
    return chain(
        "A uniform report, or a coin, is added without the record.",
        ("less truth is truth mixed with a coin", same(mixed, "(1 + u)/(2 + u)", "u v", domain, effort)),
        ("the coin has a positive share", sign_of(coin, "u v", domain, effort)),
    )


def _shipped(xp: Any, n: int, k: int, odds: Fraction, epsilon: Any) -> Any:
    return response_blanket.delta(xp, lambda a: a.log(a.number(odds)), n, k, epsilon)


@BOOK.identity(
    "response-pair.direct",
    "The shipped delta is E(L_1 + ... + L_M)_+/(gamma n), M ~ Bin(n, gamma).",
    "Theorem 3.1",
    "n <= 8, k in {2, 3, 4, 10}, e^eps0 in {3/2, 7}, e^eps in {1, 5/4, 3/2, 4}",
)
def _direct(effort: Effort) -> Verdict:
    for case in [
        (n, k, odds, level)
        for n in range(2, 9)
        for k in (2, 3, 4, 10)
        for odds in (Fraction(3, 2), Fraction(7))
        for level in RATIOS
    ]:
        with balls(192) as xp:
            found = _shipped(xp, *case[:3], xp.log(xp.number(case[3])))
            if not abs(found - xp.number(core(*case))) < xp.number(Fraction(1, 10**40)):
                return Refuted("balls: another delta", witness={"case": [str(part) for part in case]})
    return Proved("run: exact rationals, to 40 digits")


@BOOK.soundness(
    "response-pair.exact-cases",
    "The bound is not below the exact delta of small shuffles, nor below that of shuffled randomized response on two "
    "values.",
    "enumeration",
    f"{SMALL}; k = 4, e^eps0 = 7, n <= 5, e^eps in {{1, 4}}; n = 300, k = 2, eps0 = 1/2, 1 and 2",
)
def _exact(effort: Effort) -> Verdict:
    def above(shuffle: Shuffle, epsilon: Any) -> bool:
        with balls(192) as xp:
            e = xp.number(epsilon)
            return not shuffle.worst(xp, e) > _shipped(xp, shuffle.n, shuffle.k, shuffle.odds, e)

    def above_many(epsilon0: Fraction, epsilon: Fraction) -> bool:
        with balls(192) as xp:
            e = xp.number(epsilon)
            return not shuffled_response.gain(xp, epsilon0, 299, 0, e) > response_blanket.delta(xp, epsilon0, 300, 2, e)

    logs: list[Any] = [lambda a, level=level: a.log(a.number(level)) for level in (RATIOS[0], RATIOS[-1])]
    few: list[Any] = [(s, e) for s in small() for e in LEVELS]
    few += [(Shuffle(n, 4, Fraction(7)), e) for n in range(2, 6) for e in logs]
    found = sample(above, few, effort.digits, "balls: all data")
    many = [(e0, e0 / part) for e0 in (Fraction(1, 2), Fraction(1), Fraction(2)) for part in (8, 3)]
    return found if isinstance(found, Refuted) else sample(above_many, many, effort.digits, "balls: all data, binomial")


@BOOK.inequality(
    "response-pair.below-others",
    "It is below the two inequalities of the same blanket, and below the clones pair.",
    "Section 5",
    "n in {3, 300}, k in {2, 3, 50}, eps0 in {1/10, 1, 3}, eps in {eps0/20, eps0/3}",
)
def _below(effort: Effort) -> Verdict:
    def below(n: int, k: int, epsilon0: Fraction, epsilon: Fraction) -> bool:
        with balls(128) as xp:
            e, size = xp.number(epsilon), xp.number(epsilon0)
            own, of = response_blanket.delta(xp, epsilon0, n, k, e), blanket.response(xp, size, xp.number(k), e)
            others = [tail(xp, of, xp.number(n), e) for tail in (blanket.hoeffding, blanket.bennett)]
            return not any(own > other for other in (*others, clones.delta(xp, epsilon0, n, e)))

    sizes = (Fraction(1, 10), Fraction(1), Fraction(3))
    cases = [(n, k, e0, e0 / part) for n in (3, 300) for k in (2, 3, 50) for e0 in sizes for part in (20, 3)]
    return sample(
        below, cases, effort.digits, "balls", why="sums without a closed form are compared, for a few n and eps0"
    )


NUMBERS = {2: "0.14867", 3: "0.13069", 10: "0.08016", 100: "0.02547"}


@BOOK.table(
    "response-pair.numbers",
    "n = 1000, eps0 = 1, delta = 1e-6: eps begins 0.14867, 0.13069, 0.08016 and 0.02547 for k = 2, 3, 10 and 100. "
    "4-ary randomized "
    "response, e^eps0 = 7, n = 5: 0.08829 at e^eps = 4, above the true 2001/25000, which the two-count reduction is "
    "not.",
    "Section 5.2",
    "these numbers",
)
def _numbers(effort: Effort) -> Verdict:
    target = Fraction(1, 10**6)
    for k, digits in NUMBERS.items():
        with balls(128) as xp:
            ends = (xp.number(Fraction(digits) + Fraction(step, 10**5)) for step in (0, 1))
            low, high = (response_blanket.delta(xp, Fraction(1), 1000, k, end) for end in ends)
            if not low > xp.number(target) > high:
                return Refuted("balls: another number", witness={"k": k, "delta": str(low)})
    if not core(5, 4, Fraction(7), Fraction(4)) == Fraction(8829, 10**5) > Fraction(2001, 25000):
        return Refuted("rationals: another number", witness={"delta": str(core(5, 4, Fraction(7), Fraction(4)))})
    return Proved("run: balls enclose the first four; exact rationals")
