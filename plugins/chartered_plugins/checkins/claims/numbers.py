"""Claims about numbers: the bounds for check-ins and shuffles at a few settings, compared with exact or registered
values."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Certain, Crosses, Each, Notation, Proofs, Rounds, balls

from ...composition.formulas import binomial
from ...shuffling.formulas import closed_forms as shuffling, shuffled_binary_rr as shuffled_response
from ..formulas import report_slots
from .checkins_numbers import NOTATION as WINDOW

NOTATION = Notation(
    # Theorem 4.1 with delta = delta2 = 1e-6; Theorem 5.1, and Feldman et al. 2021, Theorem 3.1, at delta = 1e-6
    "crowded(n, m) = report_slots.crowding(m, n, 10^-6)",
    "averaged(n, m, e0) = windows.window(report_slots.averaged_variance_proxy(e0, crowded(n, m)), 10^-6)",
    "places(n, e0) = windows.window(shuffling.variance_proxy(e0, n), 10^-6)",
    "closed(n, e0) = shuffling.feldman_epsilon(e0, n, 10^-6)",
    windows=WINDOW,
    report_slots=report_slots,
    shuffling=shuffling,
)
BOOK = Proofs("balle2020checkins", "Balle et al. 2020 (random check-ins)", notation=NOTATION)
TARGET, DELTA = Fraction(1, 10**6), Fraction(1, 10**5)
HALF, ONE = Fraction(1, 2), Fraction(1)


def shipped(step: str, most: str, delta: Fraction, *accountants: str) -> Each:
    """A step that proves that the registered answer to a question is no larger."""

    def below(xp: Any) -> bool:
        found = ch.Ledger([step]).account(ch.Question.epsilon(delta), accountant=accountants).answers[0].upper
        return Fraction(found) <= Fraction(most)

    return Each(f"run: {step} by {accountants[0]} is below {most}", below, [()], bits=256)


def known(slots: int, share: Fraction, epsilon0: Fraction) -> Callable[[Any, Fraction], Any]:
    """delta of binary responses in all slots, one of which is the client's own with probability `share`; the records of
    the others are 0."""

    def delta(xp: Any, epsilon: Fraction) -> Any:
        e0, level = xp.number(epsilon0), xp.exp(xp.number(epsilon))
        flips, truth = binomial.weights(xp, e0, slots - 1, 0, slots - 1), 1 / (1 + xp.exp(-e0))
        padded = [0, *flips, 0]
        without = [truth * padded[x + 1] + (1 - truth) * padded[x] for x in range(slots + 1)]
        own = [(1 - truth) * padded[x + 1] + truth * padded[x] for x in range(slots + 1)]
        seen = [xp.number(share) * a + (1 - xp.number(share)) * b for a, b in zip(own, without, strict=True)]
        gains = [
            sum((xp.positive(a - level * b) for a, b in zip(one, other, strict=True)), xp.number(0))
            for one, other in ((seen, without), (without, seen))
        ]
        return xp.maximum(*gains)

    return delta


def _two_valued(ones: int) -> Any:
    """delta of 3000 two-valued responses at eps0 = 1/2, for this number of others with the other value."""
    with balls(192) as xp:
        at = xp.number(Fraction(31203, 10**6))
        return xp.maximum(*(shuffled_response.gain(xp, HALF, j, 2999 - j, at) for j in (ones, 2999 - ones)))


BOOK.table(
    "T3.2.numbers",
    "delta = 1e-5, m = 600: at eps0 = 1 Theorem 3.2 gives 0.5617, its slots composed one by one less than 0.4301, "
    "and with all other reports known to be on one record the exact eps is 0.1410; at p = 1/20 0.0278, with p kept in "
    "the posterior 0.0171, one by one less than 0.00922, exactly 0.0048. At eps0 = 0.1 it gives 0.02167. With m = 4, "
    "p = 0.4, eps0 = 0.3, delta = 1e-3 it gives 0.3055.",
    "Theorem 3.2",
    "these numbers",
    Rounds("m = 600, eps0 = 1", "windows.printed(600, 1, 1, 10^-5)", "0.5617"),
    Rounds("p = 1/20", "windows.printed(600, 1/20, 1, 10^-5)", "0.0278"),
    Rounds("p kept", "windows.kept(600, 1/20, 1, 10^-5)", "0.0171"),
    Rounds("eps0 = 1/10", "windows.printed(600, 1, 1/10, 10^-5)", "0.02167"),
    Rounds("m = 4", "windows.printed(4, 2/5, 3/10, 1/1000)", "0.3055"),
    Crosses("exactly", known(600, ONE, ONE), DELTA, "0.1410"),
    Crosses("exactly at p = 1/20", known(600, ONE / 20, ONE), DELTA, "0.0048"),
    shipped("checkin:m=600,p=1,n=600/pure:epsilon=1", "0.4301", DELTA, "checkin.steps", "optimal"),
    shipped("checkin:m=600,p=1/20,n=600/pure:epsilon=1", "0.00922", DELTA, "checkin.steps", "optimal"),
    so="All are run in balls, and what ships is asked.",
)
BOOK.table(
    "T3.2.approximate-numbers",
    "eps0 = 0.5, delta0 = 1e-10, m = 1000, p = 1, delta = 1e-6: the eps' of the second part is 144, whatever delta1 "
    "is; that of clipped reports is below 0.1963.",
    "Theorem 3.2, second part",
    "these numbers",
    Rounds("eps'", "windows.printed(1000, 1, 4, 10^-6)/1000", "0.144"),
    shipped(
        "checkin:m=1000,p=1,n=1000/approximate:epsilon=0.5,delta=1e-10", "0.1963", TARGET, "checkin.clipped", "clipped"
    ),
    so="All are run in balls, and what ships is asked.",
)
BOOK.table(
    "dummies.numbers",
    "Expected dummies: 10.981 in a fixed window of m = 30, n = 100, p = 0.3; 14.296 in a sliding one of m = 10, n = "
    "50.",
    "Propositions 3.4 and 4.4",
    "these numbers",
    Rounds("fixed", "report_slots.empty_slots(30, 30, 3/10, 100)", "10.981"),
    Rounds("sliding", "report_slots.empty_slots(10, 41, 1, 10)", "14.296"),
    so="Both are run in balls.",
)
AVERAGED = "checkin:m={},n={},protocol=averaged/pure:epsilon={}"
BOOK.table(
    "T4.1.numbers",
    "delta = delta2 = 1e-6: at n = 1000, m = 100 Theorem 4.1 gives 0.755 (eps0 = 0.3) and 18.8 (eps0 = 1), at n = "
    "1e5, m = 1000, eps0 = 1 3.06. As shuffles of n reports they have 0.091 (Theorem 5.1), 0.566 and 0.073 (Feldman "
    "et al. 2021, Theorem 3.1); shipped are less than 0.0371, 0.1825 and 0.0153.",
    "Theorem 4.1",
    "these numbers; delta = 1e-6 where there is no delta2",
    Rounds("eps0 = 0.3", "averaged(1000, 100, 3/10)", "0.755"),
    Rounds("eps0 = 1", "averaged(1000, 100, 1)", "18.8"),
    Rounds("n = 1e5", "averaged(10^5, 1000, 1)", "3.06"),
    Rounds("Theorem 5.1", "places(1000, 3/10)", "0.091"),
    Rounds("the closed form", "closed(1000, 1)", "0.566"),
    Rounds("and at n = 1e5", "closed(10^5, 1)", "0.073"),
    *(
        shipped(AVERAGED.format(*step), most, TARGET, "checkin.shuffled", "profile")
        for *step, most in ((100, 1000, "0.3", "0.0371"), (100, 1000, "1", "0.1825"), (1000, 10**5, "1", "0.0153"))
    ),
    so="All are run in balls, and what ships is asked.",
)
BOOK.table(
    "T5.1.numbers",
    "delta = 1e-6, n = 1000: Theorem 5.1 gives 0.0203 where the exact eps of two-valued responses, all others alike, "
    "is 0.0097 (eps0 = 0.1), and 0.2292 where it is 0.0569 (eps0 = 0.5). At n = 3000, eps0 = 0.1 it gives 0.0117 and "
    "beats the closed form of Feldman et al. 2021, 0.0296.",
    "Theorem 5.1",
    "these numbers",
    Rounds("eps0 = 0.1", "places(1000, 1/10)", "0.0203"),
    Rounds("eps0 = 0.5", "places(1000, 1/2)", "0.2292"),
    Rounds("n = 3000", "places(3000, 1/10)", "0.0117"),
    Rounds("the closed form", "closed(3000, 1/10)", "0.0296"),
    Crosses("exactly", known(1000, ONE, Fraction("0.1")), TARGET, "0.0097"),
    Crosses("exactly at eps0 = 0.5", known(1000, ONE, HALF), TARGET, "0.0569"),
    so="All of them are run in balls.",
)
BOOK.table(
    "T5.1.worst-data",
    "n = 3000, eps0 = 0.5: at eps = 0.031203 shuffled two-valued responses have delta below 1e-6 where all others "
    "hold the same, and above it where one of them holds the other value: the worst data are not alike.",
    "direct computation, beside Theorem 5.1",
    "these numbers",
    Certain("alike", lambda xp: xp.number(TARGET) - _two_valued(0)),
    Certain("one of them not", lambda xp: _two_valued(1) - xp.number(TARGET)),
    so="Both data are run in balls.",
)
