"""Claims about averaged check-ins: how crowded the slots are, and the sum over all of them."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas import subgaussian_tail as advanced
from ...subsampling.claims.subsampling import SIZE
from ..formulas import checkins
from .checkin_windows import BOOK as PURE

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims


@BOOK.soundness(
    "T41.crowding",
    "The mean of sum b_j^2 over the slots' sizes is n + n(n-1)/m; one client's choice moves the norm by at most sqrt "
    "2, so by McDiarmid's "
    "inequality the norm is at most n eps_1 but for a chance of delta2 = e^-y.",
    "Theorem 4.1",
    "all n, m >= 1, y > 0",
)
def _crowding(effort: Effort) -> Verdict:
    def squares(xp: Any, n: Any, m: Any) -> Any:
        """m times variance and squared mean of a binomial size."""
        return m * (n / m * (1 - 1 / m) + (n / m) ** 2)

    def shipped(xp: Any, n: Any, m: Any, y: Any) -> Any:
        return checkins.crowding(xp, m, n, xp.exp(-y)) - xp.sqrt(1 / n + 1 / m)

    def moved(xp: Any, n: Any, m: Any, y: Any) -> Any:
        """t/n, where exp(-2 t^2/(2 n)) = e^-y."""
        return xp.sqrt(n * y) / n

    domain = {"n": (1, 1000), "m": (1, 1000)}
    return chain(
        "sqrt(n + n(n-1)/m) <= n sqrt(1/n + 1/m), and the mean of the norm is at most the root of the mean of its "
        "square.",
        ("the mean square", same(squares, "n + n*(n - 1)/m", "n m", domain, effort)),
        (
            "it is at most (n sqrt(1/n + 1/m))^2",
            sign_of(lambda xp, n, m: n**2 * (1 / n + 1 / m) - squares(xp, n, m), "n m", domain, effort),
        ),
        ("McDiarmid's term", same(shipped, moved, "n m y", {**domain, "y": SIZE}, effort)),
    )


@BOOK.inequality(
    "T41.sum",
    "Given sizes, the posterior of a slot is at most e^(2 eps0) b_j/n, so that the sum of eps_j^2 is at most the "
    "shipped variance proxy: "
    "e^(4 eps0) (e^eps0 - 1)^2 times the squared norm over n^2; eps is then the print.",
    "Theorem 4.1",
    "all eps0 > 0 (e^eps0 = 1 + l), eps_1 > 0, delta = e^-y",
)
def _averaged(effort: Effort) -> Verdict:
    def shipped(xp: Any, lift: Any, e1: Any, y: Any) -> Any:
        found = checkins.averaged_variance_proxy(xp, xp.log1p(lift), e1)
        return advanced.tail_epsilon(xp, found / 2, found, xp.exp(-y))

    def printed(xp: Any, lift: Any, e1: Any, y: Any) -> Any:
        odds = 1 + lift
        return odds**4 * lift**2 * e1**2 / 2 + odds**2 * lift * e1 * xp.sqrt(2 * y)

    return chain(
        "Swap the client with one drawn uniformly: each arrangement of reports has a likelihood within e^(2 eps0) of "
        "any other, two records being moved; a slot is the client's own with prior probability b_j/n. The reports of a "
        "slot are as likely under a neighbour as in steps.ratio, log(1 + x) <= x, and the rest is as in zcdp.sum.",
        ("the print", same(shipped, printed, "l e1 y", {"l": SIZE, "e1": SIZE, "y": SIZE}, effort)),
        ("the ratio of a step", PURE.verdict("steps.ratio", effort)),
        ("crowding", BOOK.verdict("T41.crowding", effort)),
    )
