"""Claims about rules that look like filters and are none, each with a plan that breaks its promise."""

from fractions import Fraction

from chartered.proving import Each, Proofs

from ...basics.claims.outcomes import Outcomes, divergence, responses, together
from .adversaries import failing

BOOK = Proofs("filter", "Rogers, Roth, Ullman, Vadhan 2016")


def _after(first: Outcomes, *then: Outcomes) -> Outcomes:
    """A plan: after each outcome of the first mechanism another one."""
    return [(p * x, q * y) for (p, q), pair in zip(first, then, strict=True) for x, y in pair]


@BOOK.inequality(
    "running-epsilon.is-no-filter",
    "To go on while the exact (eps, delta) of what was run so far keeps a target is no filter: after randomized "
    "response with e^eps = 2 either one with e^eps = 4, or all is revealed with probability 4/15. Each ledger has "
    "delta = 4/15 at e^eps = 4; the plan that takes the first after one answer and the second after the other has "
    "16/45.",
    "a witness, in fractions",
    "this plan",
    Each("exact: 16/45 where 12/45 was promised", t="4", loss="16/45"),
)
def _running(t: Fraction, loss: Fraction) -> bool:
    first, answer, reveal = responses(Fraction(2)), responses(Fraction(4)), failing(Fraction(4, 15))
    kept = divergence(together(first, answer), t) == divergence(together(first, reveal), t) == Fraction(4, 15)
    return kept and divergence(_after(first, answer, reveal), t) == loss > Fraction(4, 15)
