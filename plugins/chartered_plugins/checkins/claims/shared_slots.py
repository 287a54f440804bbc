"""A claim about the others in a client's slot: what one number of them costs."""

from chartered.proving import POSITIVE, Claimed, Nonnegative, Notation, Proofs, Same

from ...subsampling.claims.sampling import BOOK as SAMPLING
from .checkin_windows import ALL

NOTATION = Notation("term = r*p - (r + s)*q", ranges={"p q r s y": POSITIVE})
BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at="direct computation", notation=NOTATION)

BOOK.soundness(
    "shared-slot.mixture",
    "Given N others in its slot the report of a client is used with probability r = p/(N+1), and that costs at most r "
    "delta0(log(1 + (e^eps - 1)/r)), which falls as N rises.",
    ALL,
    Claimed("the mixture of a sample", SAMPLING, "profile.mixture"),
    Same("r times the excess at 1 + (e^eps - 1)/r, s = e^eps - 1", "r*(p - (1 + s/r)*q)", "term"),
    Same("where p exceeds that by y it rises with r", "d/dr term", "p - q"),
    Nonnegative("at such p", "(1 + s/r)*q + y - q"),
    so="Choose among the others first, then replace the choice by the client with probability r: whatever else is "
    "known, the two laws of the slot are a mixture with a common part, and the slots before and after are the same. "
    "N does not depend on the data, so delta is the mean.",
)
