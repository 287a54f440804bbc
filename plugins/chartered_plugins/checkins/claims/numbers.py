"""Claims about numbers: what the bounds for check-ins and shuffles come to at a few settings, and what is exact or
shipped beside them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.decimals import crosses, rounds
from chartered.proving.steps import Step, certain, chain
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.formulas import subgaussian_tail as advanced
from ...composition.formulas import binomial
from ...shuffling.formulas import closed_forms as shuffling, shuffled_binary_rr as shuffled_response
from ..formulas import checkins

BOOK = Book("balle2020checkins", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims
TARGET = Fraction(1, 10**6)
Number = Callable[[Any], Any]


def shipped(step: str, most: str, delta: Fraction, *accountants: str) -> Step:
    """The answer to a question is no larger."""
    found = ch.Ledger([step]).account(ch.Question.epsilon(delta), accountant=accountants).answers[0].upper
    good = Fraction(found) <= Fraction(most)
    said = f"{step} by {accountants[0]} is below {most}"
    return said, (
        Proved(f"run: {found}") if good else Refuted("run: a larger answer is shipped", witness={"eps": found})
    )


def window(m: int, p: str, epsilon0: str, delta: Fraction) -> Number:
    """Theorem 3.2."""

    def value(xp: Any) -> Any:
        variance_proxy = checkins.printed_variance_proxy(
            xp, xp.number(m), xp.number(Fraction(p)), xp.number(Fraction(epsilon0))
        )
        return advanced.tail_epsilon(xp, variance_proxy / 2, variance_proxy, xp.number(delta))

    return value


def averaged(n: int, m: int, epsilon0: str) -> Number:
    """Theorem 4.1 with delta = delta2 = 1e-6."""

    def value(xp: Any) -> Any:
        crowded = checkins.crowding(xp, xp.number(m), xp.number(n), xp.number(TARGET))
        variance_proxy = checkins.averaged_variance_proxy(xp, xp.number(Fraction(epsilon0)), crowded)
        return advanced.tail_epsilon(xp, variance_proxy / 2, variance_proxy, xp.number(TARGET))

    return value


def places(n: int, epsilon0: str) -> Number:
    """Theorem 5.1 at delta = 1e-6."""

    def value(xp: Any) -> Any:
        variance_proxy = shuffling.variance_proxy(xp, xp.number(Fraction(epsilon0)), xp.number(n))
        return advanced.tail_epsilon(xp, variance_proxy / 2, variance_proxy, xp.number(TARGET))

    return value


def closed(n: int, epsilon0: str) -> Number:
    """Feldman et al. 2021, Theorem 3.1, at delta = 1e-6."""
    return lambda xp: shuffling.feldman_epsilon(xp, xp.number(Fraction(epsilon0)), xp.number(n), xp.number(TARGET))


def known(slots: int, share: Fraction, epsilon0: Fraction) -> Callable[[Any, Fraction], Any]:
    """delta of binary responses in all slots, of which the client's own is one with probability `share`, the others'
    records being 0."""

    def delta(xp: Any, epsilon: Fraction) -> Any:
        e0, level = xp.number(epsilon0), xp.exp(xp.number(epsilon))
        flips, truth = binomial.weights(xp, e0, slots - 1, 0, slots - 1), 1 / (1 + xp.exp(-e0))
        padded = [0, *flips, 0]
        without = [truth * padded[x + 1] + (1 - truth) * padded[x] for x in range(slots + 1)]
        own = [(1 - truth) * padded[x + 1] + truth * padded[x] for x in range(slots + 1)]
        seen = [xp.number(share) * a + (1 - xp.number(share)) * b for a, b in zip(own, without, strict=True)]
        gains = [sum((xp.positive(a - level * b) for a, b in pairs), xp.number(0)) for pairs in _both(seen, without)]
        return xp.maximum(*gains)

    return delta


def _both(first: list[Any], second: list[Any]) -> tuple[Any, Any]:
    return zip(first, second, strict=True), zip(second, first, strict=True)


@BOOK.table(
    "T3.2.numbers",
    "delta = 1e-5, m = 600: at eps0 = 1 Theorem 3.2 gives 0.5617, its slots composed one by one less than 0.4301, "
    "and with all other "
    "reports known to be on one record the exact eps is 0.1410; at p = 1/20 0.0278, one by one less than 0.00922, "
    "exactly 0.0048. At "
    "eps0 = 0.1 it gives 0.02167. With m = 4, p = 0.4, eps0 = 0.3, delta = 1e-3 it gives 0.3055.",
    "Theorem 3.2",
    "these numbers",
)
def _windows(effort: Effort) -> Verdict:
    delta, one = Fraction(1, 10**5), Fraction(1)
    return chain(
        "",
        *rounds("m = 600, eps0 = 1", window(600, "1", "1", delta), "0.5617"),
        *rounds("p = 1/20", window(600, "1/20", "1", delta), "0.0278"),
        *rounds("eps0 = 1/10", window(600, "1", "1/10", delta), "0.02167"),
        *rounds("m = 4", window(4, "2/5", "3/10", Fraction(1, 1000)), "0.3055"),
        *crosses("exactly", known(600, one, one), delta, "0.1410"),
        *crosses("exactly at p = 1/20", known(600, one / 20, one), delta, "0.0048"),
        shipped("checkin:m=600,p=1,n=600/pure:epsilon=1", "0.4301", delta, "checkin.steps", "optimal"),
        shipped("checkin:m=600,p=1/20,n=600/pure:epsilon=1", "0.00922", delta, "checkin.steps", "optimal"),
    )


@BOOK.table(
    "T3.2.approximate-numbers",
    "eps0 = 0.5, delta0 = 1e-10, m = 1000, p = 1, delta = 1e-6: the eps' of the second part is 144, whatever delta1 "
    "is; that of clipped "
    "reports is below 0.1963.",
    "Theorem 3.2, second part",
    "these numbers",
)
def _approximate(effort: Effort) -> Verdict:
    step = "checkin:m=1000,p=1,n=1000/approximate:epsilon=0.5,delta=1e-10"
    return chain(
        "",
        *rounds("eps'", lambda xp: window(1000, "1", "4", TARGET)(xp) / 1000, "0.144"),
        shipped(step, "0.1963", TARGET, "checkin.clipped", "clipped"),
    )


@BOOK.table(
    "dummies.numbers",
    "Expected dummies: 10.981 in a fixed window of m = 30, n = 100, p = 0.3; 14.296 in a sliding one of m = 10, n = "
    "50.",
    "Propositions 3.4 and 4.4",
    "these numbers",
)
def _dummies(effort: Effort) -> Verdict:
    def fixed(xp: Any) -> Any:
        return xp.number(checkins.empty_slots(Fraction(30), Fraction(30), Fraction(3, 10), 100))

    def sliding(xp: Any) -> Any:
        return xp.number(checkins.empty_slots(Fraction(10), Fraction(41), Fraction(1), 10))

    return chain("Exact rationals, run.", *rounds("fixed", fixed, "10.981"), *rounds("sliding", sliding, "14.296"))


@BOOK.table(
    "T4.1.numbers",
    "delta = delta2 = 1e-6: at n = 1000, m = 100 Theorem 4.1 gives 0.755 (eps0 = 0.3) and 18.8 (eps0 = 1), at n = "
    "1e5, m = 1000, eps0 = 1 "
    "3.06. As shuffles of n reports they have 0.091 (Theorem 5.1), 0.566 and 0.073 (Feldman et al. 2021, Theorem "
    "3.1); shipped are less "
    "than 0.0371, 0.1825 and 0.0153.",
    "Theorem 4.1",
    "these numbers; delta = 1e-6 where there is no delta2",
)
def _averages(effort: Effort) -> Verdict:
    def step(n: int, m: int, epsilon0: str) -> str:
        return f"checkin:m={m},n={n},protocol=averaged/pure:epsilon={epsilon0}"

    return chain(
        "",
        *rounds("eps0 = 0.3", averaged(1000, 100, "0.3"), "0.755"),
        *rounds("eps0 = 1", averaged(1000, 100, "1"), "18.8"),
        *rounds("n = 1e5", averaged(10**5, 1000, "1"), "3.06"),
        *rounds("Theorem 5.1", places(1000, "0.3"), "0.091"),
        *rounds("the closed form", closed(1000, "1"), "0.566"),
        *rounds("and at n = 1e5", closed(10**5, "1"), "0.073"),
        shipped(step(1000, 100, "0.3"), "0.0371", TARGET, "checkin.shuffled", "profile"),
        shipped(step(1000, 100, "1"), "0.1825", TARGET, "checkin.shuffled", "profile"),
        shipped(step(10**5, 1000, "1"), "0.0153", TARGET, "checkin.shuffled", "profile"),
    )


@BOOK.table(
    "T5.1.numbers",
    "delta = 1e-6, n = 1000: Theorem 5.1 gives 0.0203 where the exact eps of two-valued responses, all others alike, "
    "is 0.0097 (eps0 = "
    "0.1), and 0.2292 where it is 0.0569 (eps0 = 0.5). At n = 3000, eps0 = 0.1 it gives 0.0117 and beats the closed "
    "form of Feldman et "
    "al. 2021, 0.0296.",
    "Theorem 5.1",
    "these numbers",
)
def _shuffles(effort: Effort) -> Verdict:
    return chain(
        "All of them are run in balls.",
        *rounds("eps0 = 0.1", places(1000, "0.1"), "0.0203"),
        *rounds("eps0 = 0.5", places(1000, "0.5"), "0.2292"),
        *rounds("n = 3000", places(3000, "0.1"), "0.0117"),
        *rounds("the closed form", closed(3000, "0.1"), "0.0296"),
        *crosses("exactly", known(1000, Fraction(1), Fraction("0.1")), TARGET, "0.0097"),
        *crosses("exactly at eps0 = 0.5", known(1000, Fraction(1), Fraction("0.5")), TARGET, "0.0569"),
    )


@BOOK.table(
    "T5.1.worst-data",
    "n = 3000, eps0 = 0.5: at eps = 0.031203 shuffled two-valued responses have delta below 1e-6 where all others "
    "hold the same, and above "
    "it where one of them holds the other value: the worst data are not alike.",
    "direct computation, beside Theorem 5.1",
    "these numbers",
)
def _worst(effort: Effort) -> Verdict:
    half, at = Fraction(1, 2), Fraction(31203, 10**6)

    def delta(xp: Any, ones: int) -> Any:
        with balls(192) as inner:
            return inner.maximum(
                *(shuffled_response.gain(inner, half, j, 2999 - j, inner.number(at)) for j in (ones, 2999 - ones))
            )

    return chain(
        "Both data are run in balls.",
        certain("alike", lambda xp: xp.number(TARGET) - delta(xp, 0)),
        certain("one of them not", lambda xp: delta(xp, 1) - xp.number(TARGET)),
    )
