"""Claims about the shuffle itself: it costs no more than one report, and at delta = 0 exactly as much."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import POSITIVE, Each, Notation, Proofs, Said, Same, registered

CAPS = Proofs("shuffled", "data processing", notation=Notation(ranges={"x y z n u": POSITIVE}))
claims = CAPS.claims
KINDS: dict[str, Callable[[], Any]] = {
    "pure": lambda: ch.Pure(epsilon=Fraction(1, 3)),
    "approximate": lambda: ch.Approximate(epsilon=Fraction(1, 3), delta=Fraction(1, 7)),
    "zcdp": lambda: ch.ZCDP(rho=Fraction(1, 3)),
    "gdp": lambda: ch.GDP(mu_squared=Fraction(1, 3)),
    "renyi": lambda: ch.Renyi(curve=lambda xp, alpha: alpha / 3),
    "profile": lambda: ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 2),
}


def _number(g: Any, xp: Any) -> list[Any]:
    """The numbers of a guarantee."""
    if isinstance(g, ch.Renyi):
        return [g.curve(xp, xp.number(3))]
    if isinstance(g, ch.Profile):
        return [g.delta(xp, xp.number(Fraction(1, 2)), {})]
    return [xp.number(getattr(g, name)) for name in ("epsilon", "delta", "rho", "mu_squared") if hasattr(g, name)]


def _kept(xp: Any, kind: str) -> bool:
    inner = KINDS[kind]()
    shipped = registered(f"shuffled.{kind}").bound(Said({"n": Fraction(9)}, span=2, inner=inner))
    return all((a - b).contains(0) for a, b in zip(_number(inner, xp), _number(shipped, xp), strict=True))


for _kind in KINDS:
    CAPS.soundness(
        f"{_kind}.cap",
        "The order and the others' reports are drawn without the record, so what is seen is computed from its one "
        "report, whichever reports came before it: no divergence grows, and the shipped guarantee is the report's own.",
        "for every kind of guarantee",
        "all n, all randomizers; the shipped guarantee on one example",
        Each("run: the shipped guarantee is that of one report; data processing", _kept, [(_kind,)], bits=256),
    )
CAPS.identity(
    "pure.attained",
    "That all n reports lie in a set is a product over the records: the ratio between neighbours is that of one "
    "report, so no smaller eps holds.",
    "direct computation",
    "all n, one report's chance x or x y, the others' z together",
    Same("the ratio", "x*y*z/(x*z)", "y"),
    so="Take the set on which one report attains its eps, or nearly so.",
)
CAPS.soundness(
    "monotone",
    "A shuffle of n + 1 reports is one of n to which the report of a further record, the same for both neighbours, "
    "is put at a uniform place: processing, whatever the data. So more reports cost no more.",
    "data processing",
    "all n, all randomizers, data and rounds (a chance u for each order of n reports)",
    Same("all places together", "(n + 1)*(u/(n + 1))", "u"),
    so="Every order of n + 1 reports arises in one way: from the order of the others, of chance 1/n!, and one of n + 1 "
    "places.",
)
