"""Claims about the shuffle itself: it costs no more than one report, and at delta = 0 no less."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

CAPS = Book("shuffled", "data processing")
claims = CAPS.claims
SIZE = (Fraction(1, 20), 20)
KINDS: dict[str, Callable[[], Any]] = {
    "pure": lambda: ch.Pure(epsilon=Fraction(1, 3)),
    "approximate": lambda: ch.Approximate(epsilon=Fraction(1, 3), delta=Fraction(1, 7)),
    "zcdp": lambda: ch.ZCDP(rho=Fraction(1, 3)),
    "gdp": lambda: ch.GDP(mu_squared=Fraction(1, 3)),
    "renyi": lambda: ch.Renyi(curve=lambda xp, alpha: alpha / 3),
    "profile": lambda: ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 2),
}


def _number(g: Any, xp: Any) -> list[Any]:
    """What a guarantee says, in numbers."""
    if isinstance(g, ch.Renyi):
        return [g.curve(xp, xp.number(3))]
    if isinstance(g, ch.Profile):
        return [g.delta(xp, xp.number(Fraction(1, 2)), {})]
    return [xp.number(getattr(g, name)) for name in ("epsilon", "delta", "rho", "mu_squared") if hasattr(g, name)]


def _cap(kind: str) -> None:
    @CAPS.soundness(
        f"{kind}.cap",
        "The order and the others' reports are drawn without the record, so what is seen is computed from its one "
        "report, whichever reports came before it: no divergence grows, and the shipped guarantee is the report's own.",
        "for every kind of guarantee",
        "all n, all randomizers; the shipped guarantee on one example",
    )
    def cap(effort: Effort) -> Verdict:
        inner = KINDS[kind]()
        shipped = bound("shuffling", f"shuffled.{kind}")(Said({"n": Fraction(9)}, span=2, inner=inner))
        with balls(128) as xp:
            if any(not (a - b).contains(0) for a, b in zip(_number(inner, xp), _number(shipped, xp), strict=True)):
                return Refuted("run: another guarantee is shipped", witness={"kind": kind})
        return Proved("run: the shipped guarantee is that of one report; data processing")


for _kind in KINDS:
    _cap(_kind)


@CAPS.identity(
    "pure.attained",
    "That all n reports lie in a set is a product over the records: the ratio between neighbours is that of one "
    "report, so no smaller "
    "eps holds.",
    "direct computation",
    "all n, one report's chance x or x y, the others' z together",
)
def _attained(effort: Effort) -> Verdict:
    domain = {"x": SIZE, "y": SIZE, "z": SIZE}
    return chain(
        "Take the set on which one report attains its eps, or nearly so.",
        ("the ratio", same("x*y*z/(x*z)", "y", "x y z", domain, effort)),
    )


@CAPS.soundness(
    "monotone",
    "A shuffle of n + 1 reports is one of n to which the report of a further record, the same for both neighbours, "
    "is put at a "
    "uniform place: processing, whatever the data. So more reports cost no more.",
    "data processing",
    "all n, all randomizers, data and rounds (a chance u for each order of n reports)",
)
def _monotone(effort: Effort) -> Verdict:
    domain = {"u": SIZE, "n": SIZE}
    return chain(
        "Every order of n + 1 reports arises in one way: from the order of the others, of chance 1/n!, and one of n "
        "+ 1 places.",
        (
            "all places together",
            same(lambda xp, u, n: (n + 1) * (u / (n + 1)), lambda xp, u, n: u, "u n", domain, effort),
        ),
    )
