"""Claims about the paper's check-ins of reports that are not pure: its print is never below what clipping gives."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...subsampling.claims.subsampling import SIZE
from ...subsampling.claims.whole_orders import rate as share
from ..formulas import checkins
from .clipped_reports import BOOK as CLIPPED, lowest, spread

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims


def _replaced(name: str, number: str) -> None:
    @BOOK.inequality(
        f"{name}-approximate.clipped",
        "Under the paper's condition on delta0 its variance proxy at 8 eps0 and its m (e^eps + 1) delta1 are at least "
        "the clipped ones, so the print holds whatever the constants of the reduction on which its proof builds.",
        f"Theorem {number}, second part",
        "all eps0 > 0 (e^eps0 = 1 + l) and delta0 <= (1 - e^-eps0) delta1/(8 e^eps0), delta1 < 1, as the condition "
        "implies; p = u/(1+u)",
    )
    def check(effort: Effort) -> Verdict:
        def d(lift: Any, s: Any) -> Any:
            return lift / (8 * (1 + lift) ** 2 * (1 + s))

        def shrunk(xp: Any, lift: Any, s: Any) -> Any:
            return ((1 + lift) ** 8 - 1) / lift - spread(xp, lift, d(lift, s)) / lift

        def low(xp: Any, lift: Any, s: Any) -> Any:
            return (1 + lift) ** 8 * lowest(xp, lift, d(lift, s)) - 1

        def printed(xp: Any, lift: Any, u: Any) -> Any:
            return checkins.printed_variance_proxy(xp, 1, share(u), 8 * xp.log1p(lift))

        def ends(xp: Any, lift: Any, u: Any) -> Any:
            return (share(u) * ((1 + lift) ** 8 - 1)) ** 2 * (1 + lift) ** 8

        domain = {"l": SIZE, "s": SIZE}
        return chain(
            "The condition's rounds are at least 2, both logarithms being positive. The clipped variance proxy (p "
            "spread)^2/(m (1 - p + p "
            "lowest)) has "
            "spread <= e^(8 eps0) - 1 and 1/(1 - p + p lowest) <= 1/lowest <= e^(8 eps0); and delta0 <= delta1, p <= "
            "m.",
            ("spread", sign_of(shrunk, "l s", domain, effort)),
            ("lowest", sign_of(low, "l s", domain, effort)),
            (
                "the printed variance proxy has these two factors",
                same(printed, ends, "l u", {"l": SIZE, "u": SIZE}, effort),
            ),
            ("clipping", CLIPPED.verdict("clipped.lemma", effort)),
            ("its step", CLIPPED.verdict("clipped.step", effort)),
            ("its transfer", CLIPPED.verdict("clipped.transfer", effort)),
        )


_replaced("T32", "3.2")
_replaced("T43", "4.3")
