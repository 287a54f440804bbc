"""Answers: what is proved of a ledger, ready to be certified; or why an accountant has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..display import one_line
from ..enclose.certified_bound import CertifiedBound

if TYPE_CHECKING:
    from ..certificate.check import Certificate
    from .regret import Regret


class Answer(CertifiedBound):
    """One certified answer to a question about a ledger.

    `upper` is a double that the true value does not exceed; `lower` one that it is not below, or None where no theorem
    proves one. `upper_exact` and `lower_exact` carry values of any size as decimal strings. `strangers` are the plugins
    behind it, on the path or of the ledger's mechanisms, that do not ship with Chartered."""

    __slots__ = ()

    def certificate(self) -> Certificate:
        """A certificate of this answer. Raises CharteredError for a heuristic answer."""
        from ..certificate.check import certificate_of

        return certificate_of(self)

    def regret(self) -> Regret:
        """For mu: what the Gaussian summary gives away, the largest delta_mu(eps) - delta(eps). Raises CharteredError
        without finite mu."""
        from .regret import regret_of

        return regret_of(self)


@dataclass(frozen=True, slots=True, repr=False)
class NoAnswer:
    """An accountant that has nothing to say, and why."""

    accountant: str
    why: str

    def __repr__(self) -> str:
        return one_line(f"<no answer by {self.accountant}: {self.why}>")
