"""Answers: certified bounds for a ledger, ready to be written as certificates; and reasons why an accountant has
none."""

from __future__ import annotations

from chartered_verify.enclosure import Enclosure
from msgspec import Struct

from ..certificate import check
from ..display import one_line
from ..enclose.certified_bound import CertifiedBound
from . import regret as regrets


class Answer(CertifiedBound):
    """One certified answer to a question about a ledger.

    As a number (`float`, `round`, `f"{answer:.3f}"`) it is its upper end, rounded up.

    Attributes:
        question: What was asked.
        entries: The ledger's entries.
        neighbours: The relation under which the answer holds.
        sampling: How the steps sample their records, in words, or None.
        derivation: The theorems from each step to the answer, as data; `path` lists their names.
        side: The direction in which the path errs: `Side.EXACT` where nothing is lost.
        enclosed: The enclosures behind the ends `lower` and `upper`.
        witness: The exact numbers that the search found, and that a certificate states.
        strangers: The third-party plugins on the path, or behind the ledger's mechanisms.
        seconds: The processor time of its search and its proof; None where it was read from a certificate.
        notes: What a reader must know, such as that a decimal was read for an irrational number.

    Examples:
        >>> answer = ch.Ledger("gaussian:sigma=20,times=1000").epsilon("1e-5")
        >>> answer
        <7.511275900744782 <= epsilon <= 7.511275900744783 at delta = 1e-5, by gaussian.gdp -> gdp -> gdp.profile>
        >>> f"{answer:.2f}", answer.exact, answer.certified
        ('7.52', True, True)
    """

    __slots__ = ()

    def certificate(self) -> check.Certificate:
        """A certificate of this answer, from which `ch.check` derives it again.

        Raises:
            CharteredError: The answer is heuristic.

        Examples:
            >>> ch.check(ch.Ledger("gaussian:sigma=20").epsilon("1e-5").certificate()).accepted
            True
        """
        return check.certificate_of(self)

    def regret(self) -> regrets.Regret:
        """For mu: the loss of the Gaussian summary, the supremum of delta_mu(eps) - delta(eps).

        Raises:
            CharteredError: The question is not about mu, or mu is not finite.

        Examples:
            >>> ch.Ledger("gaussian:sigma=1").mu().regret().upper < 1e-9
            True
        """
        return regrets.regret_of(self)


class Bounded:
    """A certified number of a ledger. `attained`: whether no smaller one holds, so that there is a lower end."""

    __slots__ = ()
    bound: Enclosure
    attained: bool

    @property
    def upper(self) -> float:
        """A number that holds, rounded up; infinity if none does."""
        return self.bound.upper

    @property
    def lower(self) -> float | None:
        """No smaller number holds; rounded down. None where that is not proved."""
        return self.bound.lower if self.attained else None

    @property
    def upper_exact(self) -> str:
        """The upper end as a decimal string, rounded up at the 20th significant digit."""
        return self.bound.upper_exact

    @property
    def lower_exact(self) -> str | None:
        """The lower end as a decimal string, or None."""
        return self.bound.lower_exact if self.attained else None


class NoAnswer(Struct, frozen=True):
    """An accountant without an answer, and the reason."""

    accountant: str
    why: str

    def __repr__(self) -> str:
        return one_line(f"<no answer by {self.accountant}: {self.why}>")
