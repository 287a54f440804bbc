"""Claims about averaged check-ins: the number of clients in the slots, and the sum over all slots."""

from chartered.proving import POSITIVE, Claimed, Notation, Positive, Proofs, Same

from ...basics.formulas import subgaussian_tail as tail
from ..formulas import report_slots
from .checkin_windows import BOOK as PURE

NOTATION = Notation(
    "odds = 1 + l",
    # m times variance and squared mean of a binomial size
    "squares = m*(n/m*(1 - 1/m) + (n/m)^2)",
    # what the shipped crowding adds to the norm's mean
    "added = report_slots.crowding(m, n, exp(-y)) - sqrt(1/n + 1/m)",
    "proxy = report_slots.averaged_variance_proxy(log1p(l), e1)",
    ranges={"n m y l e1": POSITIVE},
    report_slots=report_slots,
    tail=tail,
)
BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at="Theorem 4.1", notation=NOTATION)
BOOK.soundness(
    "T41.crowding",
    "The mean of sum b_j^2 over the slots' sizes is n + n(n-1)/m; one client's choice moves the norm by at most sqrt "
    "2, so by McDiarmid's inequality the norm is at most n eps_1 but for a chance of delta2 = e^-y.",
    "all n, m >= 1, y > 0",
    Same("the mean square", "squares", "n + n*(n - 1)/m"),
    Positive("it is at most (n sqrt(1/n + 1/m))^2", "n^2*(1/n + 1/m) - squares"),
    # t/n, where exp(-2 t^2/(2 n)) = e^-y
    Same("McDiarmid's term", "added", "sqrt(n*y)/n"),
    so="sqrt(n + n(n-1)/m) <= n sqrt(1/n + 1/m), and the mean of the norm is at most the root of the mean of its "
    "square.",
)
BOOK.inequality(
    "T41.sum",
    "Given sizes, the posterior of a slot is at most e^(2 eps0) b_j/n, so that the sum of eps_j^2 is at most the "
    "shipped variance proxy: e^(4 eps0) (e^eps0 - 1)^2 times the squared norm over n^2; eps is then the print.",
    "all eps0 > 0 (e^eps0 = 1 + l), eps_1 > 0, delta = e^-y",
    Same("the print", "tail.tail_epsilon(proxy/2, proxy, exp(-y))", "odds^4*l^2*e1^2/2 + odds^2*l*e1*sqrt(2*y)"),
    Claimed("the ratio of a step", PURE, "steps.ratio"),
    Claimed("crowding", BOOK, "T41.crowding"),
    so="Swap the client with one drawn uniformly: each arrangement of reports has a likelihood within e^(2 eps0) of "
    "any other, two records being moved; a slot is the client's own with prior probability b_j/n. The reports of a "
    "slot are as likely under a neighbour as in steps.ratio, log(1 + x) <= x, and the rest is as in zcdp.sum.",
)
