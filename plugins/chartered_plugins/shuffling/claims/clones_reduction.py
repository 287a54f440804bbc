"""Claims about the reduction to clones: every report is a clone with some probability, some randomizers have more
clones, and two counts alone are not enough."""

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod, sqrt
from typing import Any

from chartered.proving import POSITIVE, Each, Notation, Proofs, claims_of, numbers
from chartered.proving.proof_parts import Claimed, Crosses, Nonnegative, Positive, Rounds, Same

from .shuffling_cases import two_counts

NOTATION = Notation(
    "odds = 1 + l",
    "p = odds/(1 + odds)",
    # Q0 = (p R0 - (1-p) R1)/(2p - 1) at an outcome, and Q1, where R0 is x and R1 is y
    "q0(p, x, y) = (p*x - (1 - p)*y)/(2*p - 1)",
    "q1(p, x, y) = (p*y - (1 - p)*x)/(2*p - 1)",
    ranges={"l x y v a b": POSITIVE},
)
CLONES = Proofs("feldman2021", "Feldman, McMillan, Talwar 2021", notation=NOTATION)
STRONGER = Proofs(
    "feldman2023", "Feldman, McMillan, Talwar 2023", at="general bounds, where their proof stands", notation=NOTATION
)
claims = claims_of(CLONES, STRONGER)
CLONES.soundness(
    "clones.decomposition",
    "Let R0, R1 be the laws of the record's two values and R that of another, all within e^eps0 of each other. Then "
    "R0 = p Q0 + (1-p) Q1 and R1 = (1-p) Q0 + p Q1 with laws Q0, Q1 and p = e^eps0/(1+e^eps0), and R less e^-eps0 (Q0 "
    "+ Q1)/2 is nowhere negative: a report is with probability e^-eps0 a clone, which speaks for either value alike.",
    "Theorem 3.2",
    "all eps0 > 0 (e^eps0 = 1 + l), all outcomes: R0 = x, R1 = y, x = y/(1+l) + v",
    Same("R0 is the mixture", "p*q0(p, x, y) + (1 - p)*q1(p, x, y)", "x"),
    Positive("Q0 >= 0", "q0(p, y/odds + v, y)"),
    Same("the mean of Q0 and Q1 is that of R0 and R1", "(q0(p, x, y) + q1(p, x, y))/2", "(x + y)/2"),
    # R less the clones where R = v + the larger of x/(1+l) and y/(1+l), that is a + b, and the other is a
    Nonnegative("R has the clones", "(a + b)/odds + v - (a + b + a)/2/odds", zero="b v"),
    so="(2p-1) Q0 is p (x - e^-eps0 y). All three laws sum to 1. Given the clones and which report is the record's, D "
    "says which of Q0 and Q1 it is drawn from, and a clone is drawn from each as often: the shuffle is computed from "
    "how many speak for either value, whatever the randomizers ask of the reports before.",
)
STRONGER.soundness(
    "clones.condition",
    "Where every other report has R >= (R0 + R1)/(e^eps0 + 1) at each outcome, a report is a clone with probability "
    "2/(e^eps0 + 1), and the bound by the pair with this probability holds. k-ary randomized response meets it for "
    "every k; a subset selection, with R0 = R1 = e^eps0 v and R = v at an outcome, does not.",
    "all eps0 > 0 (e^eps0 = 1 + l), k = 2 + j; outcomes of probability proportional to e^eps0 and 1",
    Claimed("the decomposition", CLONES, "clones.decomposition"),
    # R less (R0 + R1)/(e^eps0 + 1) at an outcome, as multiples of the least of the three
    Same("randomized response at the record's value", "1 - (odds + 1)/(odds + 1)", "0"),
    Positive("at its own", "odds - (1 + 1)/(odds + 1)"),
    Positive("at others", "1 - (1 + 1)/(odds + 1)"),
    Positive("the selection", "(odds + odds)/(odds + 1) - 1"),
    so="By the mean of R0 and R1, as in feldman2021.clones.decomposition: (R0 + R1)/(e^eps0+1) is 2/(e^eps0+1) times "
    "it. Randomized response has e^eps0 at one outcome and 1 elsewhere.",
)
STRONGER.table(
    "clones.numbers",
    "n = 1000, eps0 = 1, delta = 1e-6: with clones of probability 2/(e^eps0 + 1), as randomized response allows, the "
    "pair gives 0.1487, where those of any randomizer give 0.1824 (feldman2021.clones.numbers).",
    "these numbers",
    Crosses("eps", lambda xp, epsilon: more_clones(xp.constants, 1000, 1, epsilon), Fraction(1, 10**6), "0.1487"),
    so="Both are run in balls.",
)


def more_clones(xp: Any, n: int, epsilon0: int, epsilon: Fraction) -> Any:
    """delta of the pair if each of n - 1 reports is a clone with odds 2 : e^eps0 - 1. The best events are those of
    clones.cut; numbers of clones more than eight standard deviations from the mean count with their whole
    probability."""
    truth, odds = 1 / (1 + xp.exp(xp.number(-epsilon0))), 2 / xp.expm1(xp.number(epsilon0))
    grown = xp.exp(xp.number(epsilon))
    up, down = truth - grown * (1 - truth), grown * truth - (1 - truth)
    mean, reach = (n - 1) * float(odds / (1 + odds)), 8 * sqrt((n - 1) * float(odds / (1 + odds) ** 2))
    first, last = max(0, int(mean - reach)), min(n - 1, int(mean + reach))
    mass, total, seen = comb(n - 1, first) * odds**first / (1 + odds) ** (n - 1), xp.number(0), xp.number(0)
    for c in range(first, last + 1):
        x = int(((c + 1) * down / (up + down)).floor().unique_fmpz()) + 1
        beyond = heads_from(c, x)
        total, seen = total + mass * (up * (beyond + comb(c, x - 1)) - down * beyond) / 2**c, seen + mass
        mass = mass * odds * (n - 1 - c) / (c + 1)
    return total.union(total + 1 - seen)


def heads_from(c: int, x: int) -> int:
    """The number of the 2^c outcomes of c coins with at least x heads."""
    ways, found = comb(c, x), 0
    for heads in range(x, c + 1):
        ways, found = ways * (c - heads) // (heads + 1), found + ways
    return found


def third_value(n: int, k: int, odds: Fraction, level: Fraction) -> Fraction:
    """The exact delta if the n - 1 others hold a third value, by the numbers of reports of the first, the second, the
    third and all other values."""
    chances = [Fraction(x) / (odds + k - 1) for x in (1, 1, odds, k - 3)]

    def others(*counts: int) -> Fraction:
        if min(counts) < 0:
            return Fraction(0)
        ways = factorial(n - 1) // prod(factorial(count) for count in counts)
        return ways * prod((c**count for c, count in zip(chances, counts, strict=True)), start=Fraction(1))

    def gained(counts: tuple[int, ...]) -> Fraction:
        own = [others(*(count - (index == i) for i, count in enumerate(counts))) / (odds + k - 1) for index in range(4)]
        less = own[2] + (k - 3) * own[3]
        return max((odds - level) * own[0] + (1 - level * odds) * own[1] + (1 - level) * less, Fraction(0))

    return sum(
        (
            gained((a, b, c, n - a - b - c))
            for a in range(n + 1)
            for b in range(n + 1 - a)
            for c in range(n + 1 - a - b)
        ),
        start=Fraction(0),
    )


FOUR: tuple[Any, ...] = (5, 4, *numbers("7 11/2"))
FIVE: tuple[Any, ...] = (20, 5, *numbers("7.38906 4.95303"))
STRONGER.table(
    "two-counts.third-value",
    "Where all others hold a third value the two-count reduction of k-ary randomized response is the truth at k = 3, "
    "and below it at k = 4, e^eps0 = 7, n = 5, e^eps = 11/2, with 0.003285 against 0.010905, and at k = 5, eps0 = 2, "
    "n = 20, eps = 1.6, with 2.05e-5 against 1.52e-4.",
    "Lemma 3.5; shuffled.erratum.two-counts",
    "k = 3: n <= 7, e^eps0 in {3/2, 7}, e^eps in {1, 5/4}, exactly; e^2 and e^1.6 to six digits",
    Each(
        "run: k = 3",
        lambda xp, n, e0, e: third_value(n, 3, e0, e) == two_counts(n, 3, e0, e),
        product(range(2, 8), numbers("3/2 7"), numbers("1 5/4")),
        bits=256,
    ),
    Rounds("the truth at k = 4", lambda xp: xp.number(third_value(*FOUR)), "0.010905"),
    Rounds("two counts", lambda xp: xp.number(two_counts(*FOUR)), "0.003285"),
    Rounds("the truth at k = 5, over 1e-4", lambda xp: xp.number(third_value(*FIVE)) * 10**4, "1.52"),
    Rounds("two counts, over 1e-5", lambda xp: xp.number(two_counts(*FIVE)) * 10**5, "2.05"),
    so="The record may report a value that is neither of the two, and then hides among reports that more often are the "
    "third one.",
)
