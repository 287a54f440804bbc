"""Claims about the Renyi curve of those who check in, and about rounds of reports that are not pure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...shuffling.claims.clone_moments import BOOK as PAIR, ORDERS, log_two
from ...shuffling.formulas import clones_renyi as clone_moments
from ...subsampling.claims.subsampling import SIZE
from ...subsampling.claims.whole_orders import rate as share
from .checkins import BOOK as ONCE
from .participants import BOOK as PARTICIPANTS

BOOK = Book("checkin", PARTICIPANTS.paper)
SHUFFLES = Book("shuffled", "Feldman, McMillan, Talwar 2021")
claims = claims_of(BOOK, SHUFFLES)


@BOOK.soundness(
    "clones-renyi.participants",
    "p^alpha q^(1-alpha) is convex in (p, q): e^((alpha-1) D) of the window is at most 1 - p, where the client is "
    "absent, and p times the "
    "mean over how many others check in, that is over the number of clones. That is shipped.",
    "Theorem 3.2",
    "all n, 0 < p < 1 (p = u/(1+u)), all orders; the shipped curve at 4 orders",
)
def _participants(effort: Effort) -> Verdict:
    def mixed(xp: Any, u: Any, m: Any) -> Any:
        return 1 - share(u) + share(u) * (1 + m)

    shipped = Proved("run: 4 orders in balls")
    for alpha in ORDERS:
        with balls(256) as xp:
            order, p = xp.number(alpha), Fraction(1, 3)
            whole = clone_moments.excess(xp, log_two(xp), order - 1, clone_moments.moments(xp, log_two, 9, p))
            stated = xp.log(1 + xp.number(p) * whole) / (order - 1)
            if not clone_moments.renyi(xp, log_two, 9, order, p).overlaps(stated):
                return Refuted("run: another curve is shipped", witness={"alpha": str(alpha)})
    return chain(
        "Who checks in is drawn without the data.",
        ("convex", ONCE.verdict("renyi.mixture", effort)),
        (
            "as log(1 + p times the excess)",
            same(mixed, lambda xp, u, m: 1 + share(u) * m, "u m", {"u": SIZE, "m": SIZE}, effort),
        ),
        ("the number of clones", PARTICIPANTS.verdict("clones.thinned", effort)),
        ("the pair", PAIR.verdict("renyi.pair", effort)),
        ("it is shipped", shipped),
    )


def _near(book: Book, name: str, theorem: str, share_of: Fraction) -> None:
    @book.claim(
        name,
        Kind.SOUNDNESS,
        "At every eps of a report, of which delta0 is the delta there: what is seen is within p (1 + 2 (n-1) p "
        "e^-eps0) delta0 of what has "
        "the Renyi curve of the clones pair; that is shipped.",
        "Theorem 3.2",
        "all n, p, eps0 and delta0; the shipped curve and distance at 3 eps of a report, p = " + str(share_of),
    )
    def near(effort: Effort) -> Verdict:
        return chain(
            "Without the client both neighbours are alike and nothing is replaced; with it, as many reports are as "
            "have checked in.",
            ("the distance", PARTICIPANTS.verdict("clones-approximate.transfer", effort)),
            ("the curve of a shuffle", PAIR.verdict("renyi.pair", effort)),
            ("that of those who check in", BOOK.verdict("clones-renyi.participants", effort)),
            ("what is shipped", _shipped_near(theorem, share_of)),
        )


def _shipped_near(theorem: str, p: Fraction) -> Verdict:
    inner, n = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7), 9
    found = bound("crowds", theorem)(Said({"n": Fraction(n), "p": p}, inner=inner))
    for local in (Fraction(1, 5), Fraction(1), Fraction(4)):
        with balls(256) as xp:
            e, d = xp.number(local), xp.exp(-xp.number(local)) / 7
            far = xp.number(p) * (1 + 2 * (n - 1) * xp.number(p) * xp.exp(-e)) * d
            curve = clone_moments.renyi(xp, local, n, xp.number(3), p)
            if not (found.transfer(xp, local).overlaps(far) and found.curve(xp, xp.number(3), local).overlaps(curve)):
                return Refuted("run: another guarantee is shipped", witness={"local": str(local)})
    return Proved("run: 3 guarantees in balls")


_near(SHUFFLES, "clipped.near", "shuffled.clipped", Fraction(1))
_near(BOOK, "clones-clipped.near", "checkin.clones-clipped", Fraction(1, 3))
