"""Claims about one report of a check-in, and about the order in which clients report."""

import chartered as ch
from chartered.proving import POSITIVE, Claimed, Nonnegative, Notation, Proofs, Same, Shipped

from ...subsampling.claims.sampling import BOOK as SAMPLING
from ...subsampling.formulas import amplification
from .checkin_windows import ALL

NOTATION = Notation(
    "odds = 1 + l",
    "share = u/(1 + u)",
    "w = a/(1 + a)",
    # what the ratio of Lemma A.1 leaves, the others' likelihood being e^-eps0 x + v
    "spare(p, l, x, v) = (1 + l)*(p*x + (1 - p)*(x/(1 + l) + v)) - (1 + p*l)*x",
    "term = exp((1 + a)*log(p + t*h) - a*log(q + t*k))",
    ranges={"u l x v t a b c h k p q": POSITIVE},
    amplification=amplification,
    sampled=Shipped("checkin.pure", inner=ch.Pure),
)
BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at="direct computation", notation=NOTATION)
BOOK.inequality(
    "pure.A1",
    "If A is eps0-DP and B draws record d with probability q, else any other record, then P(A(d))/P(A(B)) <= "
    "e^eps0/(1 + q (e^eps0 - 1)); attained where no other record is less than e^-eps0 times as likely.",
    "Lemma A.1",
    "all q = u/(1+u), e^eps0 = 1 + l, P(A(d)) = x, the others' e^-eps0 x + v",
    Nonnegative("the difference", "spare(share, l, x, v)", zero="v"),
    Same("attained", "spare(share, l, x, 0)", "0"),
    so="It holds for every event, by averaging.",
)
ONCE = {
    "pure": "A client that reports once, with probability at most p, has the eps of a record in a sample of rate p.",
    "approximate": "The same with delta: where reports are (eps0, delta0)-DP, the output is (log(1 + p (e^eps0-1)), "
    "p delta0)-DP.",
    "profile": "The same at every point of a report's profile: delta'(log(1 + p (e^eps - 1))) <= p delta(eps).",
    "mixture": "The same of the whole protocol: given that the client checks in its law at p = 1 holds, whatever the "
    "others do.",
}
for _name, _statement in ONCE.items():
    BOOK.soundness(
        f"{_name}.once",
        _statement,
        ALL,
        Claimed("the mixture of a sample", SAMPLING, "profile.mixture"),
        Same(
            "the shipped e^eps",
            "exp(sampled(m=1, p=share, epsilon=log1p(l)).epsilon)",
            "exp(amplification.sampled_epsilon(share, log1p(l)))",
        ),
        so="Given all other choices the outputs are (1-p) A + p B and (1-p) A + p C: A where the client is not used, B "
        "and C where its record is one of two neighbours. Slot by slot A, B and C differ in one report, so each two "
        "of them are as close as two reports are; averaging over the other choices keeps that.",
    )
BOOK.soundness(
    "renyi.mixture",
    "p^alpha q^(1-alpha) is convex in (p, q): its sum over outcomes is no larger for a mixture than for the worst of "
    "its parts, so no Renyi curve of a report is exceeded.",
    "all alpha = 1 + a > 1 and all lines (p + t h, q + t k)",
    # the second derivative along a line is the term itself times a square
    Same("the second derivative", "d2/dt2 term", "a*(1 + a)*(h/(p + t*h) - k/(q + t*k))^2*term"),
    so="Given all other choices and the slot, the outputs under two neighbours differ by one report.",
)
BOOK.soundness(
    "gdp.mixture",
    "(p - e^eps q)_+ of a mixture is at most the mean of those of its parts, at every eps: no profile of a report is "
    "exceeded, and a profile decides which mu hold.",
    "direct computation; for the equivalence Dong, Roth, Su 2022, Corollary 1",
    "two parts of any weights w = u/(1+u) and 1 - w, all outcomes and eps",
    Same(
        "before the positive part is taken both are equal",
        "w*p + (1 - w)*h - t*(w*q + (1 - w)*k)",
        "w*(p - t*q) + (1 - w)*(h - t*k)",
    ),
    so="Given all other choices and the slot, the outputs differ by one report; the positive part of a mean is at most "
    "the mean of the positive parts.",
)
for _name in ("shuffled", "shuffled-approximate"):
    BOOK.identity(
        f"{_name}.order",
        "Given the sizes b_1, ..., b_m of the slots every assignment of n clients is as likely as any other, "
        "1/(n!/(b_1! ... b_m!)); so is the one that cuts a uniform order of all clients into pieces. A client drawn "
        "from a slot is the first of its piece.",
        "three slots of sizes a, b, c",
        # each assignment has probability 3^-n, the sizes that of n!/(a! b! c!) of them; of n! orders in all a! b! c!
        # lead to one assignment
        Same(
            "both laws",
            "1/(gamma(a + b + c + 1)/(gamma(a + 1)*gamma(b + 1)*gamma(c + 1)))",
            "gamma(a + 1)*gamma(b + 1)*gamma(c + 1)/gamma(a + b + c + 1)",
        ),
        so="The sizes do not depend on the data; averages, what is left out and dummies are computed from the reports "
        "in that order, each of which may depend on those before it. So the protocol is post-processing of an "
        "adaptive shuffle of n reports.",
    )
