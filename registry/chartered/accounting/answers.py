"""Answers: certified bounds for a ledger, ready to be written as certificates; and reasons why an accountant has
none."""

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

    `upper`: a double that the true value does not exceed. `lower`: a double that the true value is not below, or None
    if no theorem proves one. `upper_exact`, `lower_exact`: the same ends as decimal strings, for values of any size.
    `strangers`: the third-party plugins on the path or behind the ledger's mechanisms."""

    __slots__ = ()

    def certificate(self) -> Certificate:
        """A certificate of this answer. Raises CharteredError for a heuristic answer."""
        from ..certificate.check import certificate_of

        return certificate_of(self)

    def regret(self) -> Regret:
        """For mu: the loss of the Gaussian summary, the supremum of delta_mu(eps) - delta(eps). Raises CharteredError
        if mu is not finite."""
        from .regret import regret_of

        return regret_of(self)


@dataclass(frozen=True, slots=True, repr=False)
class NoAnswer:
    """An accountant without an answer, and the reason."""

    accountant: str
    why: str

    def __repr__(self) -> str:
        return one_line(f"<no answer by {self.accountant}: {self.why}>")
