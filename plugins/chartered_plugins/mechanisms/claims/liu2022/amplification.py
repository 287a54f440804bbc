"""Claims about Section 4.3 of Liu et al. 2022: the mu of a Laplace mechanism after Poisson subsampling."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.enclose.proved_mu import measured
from chartered.proving import Each, Proofs, Said, registered
from chartered.search.least_mu import gauge

BOOK = Proofs("liu2022", "Liu et al. 2022")
ROWS = [("1", "1.80091", "0"), ("1/2", "0.97828", "0.770"), ("1/10", "0.27731", "0.350")]
"""Rates q, the mu of the sampled mechanism, and the eps' at which it is attained."""


@BOOK.table(
    "4.3.laplace",
    "A Laplace mechanism with Delta/b = 2 is 1.80091-GDP; on a Poisson sample of rate 1/2 it is 0.97828-GDP, attained "
    "inside at eps' = 0.770, and at rate 1/10 0.27731-GDP. No smaller mu holds for these profiles.",
    "Section 4.3",
    "Delta/b = 2, q in {1, 1/2, 1/10}",
    Each(
        "balls: mu and where it is attained, each bracket proved over all eps of the shipped profile",
        cases=ROWS,
        bits=256,
    ),
)
def _row(xp: Any, rate: str, mu: str, at: str) -> bool:
    profile = registered("laplace.profile").bound(Said({"epsilon": Fraction(2)}))
    if rate != "1":
        profile = registered("poisson.profile").bound(Said({"rate": Fraction(rate)}, inner=profile))
    witness = gauge(profile, ch.Question.mu().at)
    bracket, half = measured(profile, witness).bound, Fraction(1, 2 * 10**5)
    near = bracket.hi < xp.number(Fraction(mu) + half) and bracket.lo > xp.number(Fraction(mu) - half)
    return bool(near) and abs(Fraction(witness["at"] or 0) - Fraction(at)) < Fraction(1, 2000)
