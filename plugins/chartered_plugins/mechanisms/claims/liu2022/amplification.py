"""Claims about Section 4.3 of Liu et al. 2022: what Poisson subsampling before a Laplace mechanism does to its mu."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.enclose.gaussian_dp import measured
from chartered.proving import Book, Said
from chartered.proving.registered import bound
from chartered.proving.steps import Step, certain, chain
from chartered.search.least_mu import gauge
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

BOOK = Book("liu2022", "Liu et al. 2022")
claims = BOOK.claims
ROWS = (("1", "1.80091", "0"), ("1/2", "0.97828", "0.770"), ("1/10", "0.27731", "0.350"))
"""Rates q, the mu of the sampled mechanism, and the eps' at which it is attained."""


def _row(rate: str, mu: str, at: str) -> list[Step]:
    """The bracket of mu is within the rounding of the printed digits, and so is where it is attained."""
    inner = bound("laplace", "laplace.profile")(Said({"epsilon": Fraction(2)}))
    sampled = (
        bound("subsampling", "poisson.profile")(Said({"rate": Fraction(rate)}, inner=inner)) if rate != "1" else inner
    )
    witness = gauge(sampled, ch.Question.mu().at)
    bracket = measured(sampled, witness).bound
    half, place = Fraction(1, 2 * 10**5), Fraction(witness["at"] or 0)

    def near(xp: Any) -> Any:
        return xp.minimum(xp.number(Fraction(mu) + half) - bracket.hi, bracket.lo - xp.number(Fraction(mu) - half))

    def there(xp: Any) -> Any:
        return xp.number(Fraction(1, 2000) - abs(place - Fraction(at)))

    return [certain(f"q = {rate}: mu = {mu}", near), certain(f"q = {rate}: attained at eps' = {at}", there)]


@BOOK.table(
    "4.3.laplace",
    "A Laplace mechanism with Delta/b = 2 is 1.80091-GDP; on a Poisson sample of rate 1/2 it is 0.97828-GDP, attained "
    "inside at eps' = 0.770, and at rate 1/10 0.27731-GDP. No smaller mu holds for these profiles.",
    "Section 4.3",
    "Delta/b = 2, q in {1, 1/2, 1/10}",
)
def _laplace(effort: Effort) -> Verdict:
    rows = [step for row in ROWS for step in _row(*row)]
    return chain("Each bracket is proved over all eps: run on the shipped profiles.", *rows)
