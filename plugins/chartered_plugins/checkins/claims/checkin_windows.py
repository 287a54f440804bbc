"""Claims about windows of check-ins: the posterior of a slot, the ratio of a step, and the sum over all slots."""

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import POSITIVE, Each, Notation, Proofs, Shipped, numbers, replaced
from chartered.proving.proof_parts import Claimed, Nonnegative, Positive, Same, Slope
from chartered.proving.tables_of_answers import answers

from ...basics.formulas import randomized_response as response, subgaussian_tail as tail
from ..formulas import report_slots

ALL = "all eps0 > 0 (e^eps0 = 1 + l), 0 < p < 1 (p = u/(1+u)), m >= 1"
NOTATION = Notation(
    "odds = 1 + l",
    "p = u/(1 + u)",
    "posterior(u, m, low, before) = report_slots.posterior(m, u/(1 + u), low, before)",
    "area(u, m, low, before) = posterior(u, m, low, before)/(1 - low)",
    "proxy = report_slots.variance_proxy(m, p, l, 1/odds)",
    "c = p/m",
    # the ratio of a step, t being e^-eps0 + v or 1/(1 + below)
    "small = 1/odds + v",
    "t = 1/(1 + below)",
    # of Lemma A.2
    "a = p*l",
    "b = l/odds",
    ranges={"l u m y v w x e more less below before low rest": POSITIVE},
    report_slots=report_slots,
    response=response,
    tail=tail,
    zcdp=Shipped("checkin.zcdp", inner=ch.Pure),
    T32=Shipped("checkin.T32", inner=ch.Pure),
    T43=Shipped("checkin.T43", inner=ch.Pure),
)
BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at="proof of Theorem 3.2", notation=NOTATION)


BOOK.inequality(
    "steps.posterior",
    "Given the reports of the slots before, a slot is the client's own with probability pi_i/(1 - sum pi_j (1 - "
    "r_j)), r_j the likelihood ratios: at most c/(1 - (i-1) c (1 - lowest)) with c = p/m, which is shipped.",
    "all c > 0, pi_i = c - x, a sum v below its largest value 1 - w",
    Nonnegative("the bound less the posterior", "(x + more)/w - more/(w + v)", zero="v x"),
    Same("it is shipped", "posterior(u, m, low, before)", "c/(1 - before*c*(1 - low))"),
    so="Fix the other clients' choices: they name the record that is in each slot if the client's own is not. The "
    "client is in slot i with probability pi_i <= p/m (p = 1 in a sliding window), and each report before is at "
    "least `lowest` times as likely from it.",
)
BOOK.inequality(
    "steps.ratio",
    "(1 + q (s-1))/(1 + q' (t-1)) <= 1 + Q (e^eps0 - 1) for all posteriors q, q' <= Q and likelihood ratios s, t in "
    "[e^-eps0, e^eps0] with s <= e^eps0 t; that is the shipped eps of a slot.",
    "proof of Theorem 3.2 (the posteriors under two neighbours differ)",
    "all eps0 > 0 (e^eps0 = 1 + l), 0 < Q < 1 (Q = u/(1+u)), all s and t",
    Nonnegative("t >= 1", "p*v", zero="v"),
    Positive("t = e^-eps0 + v and s <= 1", "(1 + p*l)*(1 - p*(1 - small)) - 1", zero="v"),
    Nonnegative("t < 1 < s", "(1 + p*l)*(1 - p*(1 - t)) - (1 + p*(odds*t - less - 1))", zero="less"),
    Same("the shipped eps of a slot", "exp(report_slots.slot_epsilon(p, l))", "1 + p*l"),
    so="The quotient grows with q where s > 1 and falls with q' where t > 1. For t >= 1 the denominator is at least 1 "
    "and s <= e^eps0; for t < 1 it is at least 1 - Q (1-t), and either s <= 1 or 1 < s <= e^eps0 t.",
)


@BOOK.soundness(
    "steps.grouped",
    "The shipped steps of positive eps are as many as there are slots, and none has a smaller eps than any slot that "
    "it stands for, as the posterior rises.",
    "the rewriting for m in {1, 2, 17, 600, 10^12}, p in {1/1000, 1}, eps0 in {1/1000, 1, 200}; the slope for all",
    Each(
        "run: the shipped steps",
        cases=product((1, 2, 17, 600, 10**12), numbers("1/1000 1"), numbers("1/1000 1 200")),
        bits=256,
    ),
    # in m = before + rest
    Positive("the posterior rises", "p^2*(1 - 1/(1 + low))/rest^2"),
    so="Every step takes the eps of the last of its slots.",
)
def _grouped(xp: Any, m: int, p: Fraction, e0: Fraction) -> bool:
    """A step of eps 0 stands for no slot."""
    last, size = 0, xp.number(e0)
    window = replaced(f"checkin:m={m},p={p},n=1/pure:epsilon={e0}", ch.Pure(epsilon=e0))
    for part, count in answers("checkin.steps", window):
        if part.settings["epsilon"] == 0:
            continue
        last += count
        q = report_slots.posterior(xp.number(m), xp.number(p), xp.exp(-size), last - 1)
        if not xp.number(part.settings["epsilon"]) >= report_slots.slot_epsilon(xp, q, xp.expm1(size)):
            return False
    return last == m


BOOK.inequality(
    "zcdp.sum",
    "The sum of q_i^2 is at most its integral from 0 to m, p^2/(m (1 - p (1-e^-eps0))); with eps_i <= q_i (e^eps0 - "
    "1) the sum of eps_i^2 is at most the shipped variance proxy, of which rho is half.",
    "Lemma A.2",
    ALL,
    Slope("an antiderivative of q^2", "area(u, m, low, before)", "before", "posterior(u, m, low, before)^2"),
    Same("its ends", "area(u, m, low, m) - area(u, m, low, 0)", "report_slots.variance_proxy(m, p, 1, low)"),
    Positive("the slope of x - log(1+x)", "d/dx x - log(1 + x)"),
    Slope(
        "eps/2 - tanh(eps/2) has the slope tanh(eps/2)^2/2 >= 0",
        "e/2 - response.concentration(e)/e",
        "e",
        "((exp(e) - 1)/(exp(e) + 1))^2/2",
    ),
    Same("rho is shipped", "zcdp(m=m, p=p, epsilon=log1p(l)).rho", "proxy/2"),
    so="q_i^2 is at most its mean over [i-1, i], since it rises; log(1+x) <= x; zCDP adds up over adaptive steps, is "
    "at most eps^2/2 for an eps-DP one, and holds of a mixture over the other clients' choices if it holds of each.",
)


def _as_printed(name: str, number: str) -> None:
    shipped = f"{name}(m=m, p=p, epsilon=log1p(l)).epsilon(exp(-y))"
    BOOK.identity(
        f"{name}.printed",
        "The shipped eps is the print p^2 e^eps0 (e^eps0 - 1)^2/(2m) + p (e^eps0 - 1) sqrt(2 e^eps0 log(1/delta)/m), "
        "which is Lemma A.2 with a = p (e^eps0 - 1) and b = 1 - e^-eps0; delta is its inverse.",
        f"Theorem {number}",
        ALL + ", delta = e^-y < 1",
        Same("Lemma A.2", shipped, "a^2/(2*m*(1 - b)) + sqrt(2*a^2*y/(m*(1 - b)))"),
        Same("the print", shipped, "p^2*odds*l^2/(2*m) + p*l*sqrt(2*odds*y/m)"),
        so="The print writes out a and b.",
    )
    BOOK.inequality(
        f"{name}.sound",
        "The printed variance proxy is at least the sharper one, which keeps p in the posterior, and the plain "
        "conversion of rho = half of that is the print's: so the print is sound, and equal at p = 1.",
        f"Theorem {number}",
        ALL,
        Claimed("zcdp.sum", BOOK, "zcdp.sum"),
        Claimed("the posterior", BOOK, "steps.posterior"),
        Claimed("the ratio of a step", BOOK, "steps.ratio"),
        Positive(
            "the print has the larger variance proxy", "report_slots.printed_variance_proxy(m, p, log1p(l)) - proxy"
        ),
        Same("the same at p = 1", "report_slots.variance_proxy(m, 1, l, 1/odds)", "l^2*odds/m"),
        Same("the plain conversion", "tail.tail_epsilon(v/2, v, exp(-y))", "v/2 + 2*sqrt(v/2*y)"),
        so="By zcdp.sum and the plain conversion eps = rho + 2 sqrt(rho log(1/delta)), which rises with rho.",
    )


for _name, _number in (("T32", "3.2"), ("T43", "4.3")):
    _as_printed(_name, _number)
