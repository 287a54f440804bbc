"""Claims about one report of a check-in, and about the order in which clients report."""

from __future__ import annotations

from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound, held
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...subsampling.claims.sampling import BOOK as SAMPLING
from ...subsampling.claims.subsampling import SIZE, level
from ...subsampling.claims.whole_orders import rate as share
from .checkin_windows import ALL

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims


@BOOK.inequality(
    "pure.A1",
    "If A is eps0-DP and B draws record d with probability q, else any other record, then P(A(d))/P(A(B)) <= "
    "e^eps0/(1 + q (e^eps0 - 1)); "
    "attained where no other record is less than e^-eps0 times as likely.",
    "Lemma A.1",
    "all q = u/(1+u), e^eps0 = 1 + l, P(A(d)) = x, the others' e^-eps0 x + v",
)
def _lemma(effort: Effort) -> Verdict:
    def spare(xp: Any, u: Any, lift: Any, x: Any, v: Any) -> Any:
        mixed = share(u) * x + (1 - share(u)) * (x / (1 + lift) + v)
        return (1 + lift) * mixed - (1 + share(u) * lift) * x

    domain = {"u": SIZE, "l": SIZE, "x": SIZE}
    return chain(
        "It holds for every event, by averaging.",
        ("the difference", sign_of(spare, "u l x v", {**domain, "v": SIZE}, effort, zero=("v",), strict=False)),
        ("attained", same(lambda xp, u, lift, x: spare(xp, u, lift, x, xp.number(0)), "0", "u l x", domain, effort)),
    )


def _once(name: str, statement: str) -> None:
    @BOOK.soundness(f"{name}.once", statement, "direct computation", ALL)
    def once(effort: Effort) -> Verdict:
        def sampled(xp: Any, u: Any, lift: Any) -> Any:
            said = Said({"m": 1, "p": share(u), "n": 1}, inner=ch.Pure(epsilon=held(xp.log1p(lift))))
            return xp.exp(xp.number(bound("checkins", "checkin.pure")(said).epsilon))

        return chain(
            "Given all other choices the outputs are (1-p) A + p B and (1-p) A + p C: A where the client is not used, "
            "B and C where its record is one of two neighbours. Slot by slot A, B and C differ in one report, so each "
            "two of them are as close as two reports are; averaging over the other choices keeps that.",
            ("the mixture of a sample", SAMPLING.verdict("profile.mixture", effort)),
            (
                "the shipped e^eps",
                same(sampled, lambda xp, u, lift: level(xp, u, lift), "u l", {"u": SIZE, "l": SIZE}, effort),
            ),
        )


_once("pure", "A client that reports once, with probability at most p, has the eps of a record in a sample of rate p.")
_once(
    "approximate",
    "The same with delta: where reports are (eps0, delta0)-DP, the output is (log(1 + p (e^eps0-1)), p delta0)-DP.",
)
_once("profile", "The same at every point of a report's profile: delta'(log(1 + p (e^eps - 1))) <= p delta(eps).")
_once(
    "mixture",
    "The same of the whole protocol: given that the client checks in its law at p = 1 holds, whatever the others do.",
)


PARTS = dict.fromkeys("tpqhka", SIZE)


@BOOK.soundness(
    "renyi.mixture",
    "p^alpha q^(1-alpha) is convex in (p, q): its sum over outcomes is no larger for a mixture than for the worst of "
    "its parts, so no Renyi curve of a report is exceeded.",
    "direct computation",
    "all alpha = 1 + a > 1 and all lines (p + t h, q + t k)",
)
def _renyi(effort: Effort) -> Verdict:
    """Its second derivative along a line is the term itself times a square."""

    def term(xp: Any, t: Any, p: Any, q: Any, h: Any, k: Any, a: Any) -> Any:
        return xp.exp((1 + a) * xp.log(p + t * h) - a * xp.log(q + t * k))

    def square(xp: Any, t: Any, p: Any, q: Any, h: Any, k: Any, a: Any) -> Any:
        return a * (1 + a) * (h / (p + t * h) - k / (q + t * k)) ** 2 * term(xp, t, p, q, h, k, a)

    return chain(
        "Given all other choices and the slot, the outputs under two neighbours differ by one report.",
        ("the second derivative", same(slopes(term, 0, "t p q h k a", 2), square, "t p q h k a", PARTS, effort)),
    )


@BOOK.soundness(
    "gdp.mixture",
    "(p - e^eps q)_+ of a mixture is at most the mean of those of its parts, at every eps: no profile of a report is "
    "exceeded, and a profile decides which mu hold.",
    "direct computation; for the equivalence Dong, Roth, Su 2022, Corollary 1",
    "two parts of any weights w = u/(1+u) and 1 - w, all outcomes and eps",
)
def _gdp(effort: Effort) -> Verdict:
    def mixed(xp: Any, t: Any, p: Any, q: Any, h: Any, k: Any, a: Any) -> Any:
        return share(a) * p + (1 - share(a)) * h - t * (share(a) * q + (1 - share(a)) * k)

    def mean(xp: Any, t: Any, p: Any, q: Any, h: Any, k: Any, a: Any) -> Any:
        return share(a) * (p - t * q) + (1 - share(a)) * (h - t * k)

    return chain(
        "Given all other choices and the slot, the outputs differ by one report; the positive part of a mean is at "
        "most the mean of the "
        "positive parts.",
        ("before the positive part is taken both are equal", same(mixed, mean, "t p q h k a", PARTS, effort)),
    )


def _ordered(name: str) -> None:
    @BOOK.identity(
        f"{name}.order",
        "Given the sizes b_1, ..., b_m of the slots every assignment of n clients is as likely as any other, "
        "1/(n!/(b_1! ... b_m!)); so is "
        "the one that cuts a uniform order of all clients into pieces. A client drawn from a slot is the first of "
        "its piece.",
        "direct computation",
        "three slots of sizes a, b, c",
    )
    def _order(effort: Effort) -> Verdict:
        def assigned(xp: Any, a: Any, b: Any, c: Any) -> Any:
            """Each assignment has probability 3^-n, the sizes that of n!/(a! b! c!) of them."""
            return 1 / (xp.gamma(a + b + c + 1) / (xp.gamma(a + 1) * xp.gamma(b + 1) * xp.gamma(c + 1)))

        def cut(xp: Any, a: Any, b: Any, c: Any) -> Any:
            """Orders that lead to one assignment, of n! in all."""
            return xp.gamma(a + 1) * xp.gamma(b + 1) * xp.gamma(c + 1) / xp.gamma(a + b + c + 1)

        return chain(
            "The sizes do not depend on the data; averages, what is left out and dummies are computed from the "
            "reports in that order, each "
            "of which may depend on those before it. So the protocol is post-processing of an adaptive shuffle of n "
            "reports.",
            ("both laws", same(assigned, cut, "a b c", dict.fromkeys("abc", (1, 20)), effort)),
        )


_ordered("shuffled")
_ordered("shuffled-approximate")
