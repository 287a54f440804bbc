"""Claims about Renyi curves as theorems give them: where a composition ends, and what pure DP implies at eps = 0."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered.proving import Answers, Book, Each, accountant, claims_of, renyi

RENYI, PURE = Book("renyi", "Mironov 2017"), Book("pure", "Bun, Steinke 2016")
claims = claims_of(RENYI, PURE)


def _ends(tops: tuple[int | None, ...], wanted: int | None) -> bool:
    curves = [renyi("alpha", top=None if top is None else Fraction(top)) for top in tops]
    return bool(accountant("renyi", "renyi").compose(curves).top == wanted)


RENYI.stated(
    "composition.ends",
    "A sum of curves is known up to the least order at which one of them ends, and everywhere if none does.",
    "Proposition 1",
    "five lists of one to three curves",
    Each("run", _ends, [((3,), 3), ((3, 5), 3), ((5, None, 3), 3), ((None, 7), 7), ((None, None), None)]),
)

PURE.stated(
    "zcdp.as-stated",
    "eps-DP is eps tanh(eps/2)-zCDP; at eps = 0 that is 0, as a rational.",
    "Proposition 1.4",
    "eps = 0 and 1",
    Answers("pure.zcdp", ch.Pure(epsilon=0), more={"a rational": (lambda xp, found: int(found.rho == 0), 1)}),
    Answers("pure.zcdp", ch.Pure(epsilon=1), {"rho": "(exp(1) - 1)/(exp(1) + 1)"}),
)
