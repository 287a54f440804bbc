"""Claims about Corollary 3.3 of the check-ins paper: n/m rounds of m slots at p = m/n, as far as it can be derived."""

from fractions import Fraction

from chartered.proving import POSITIVE, Claimed, Nonnegative, Notation, Positive, Proofs, Rounds, Same

from ...basics.formulas import randomized_response as response, subgaussian_tail as tail
from ..formulas import report_slots
from .checkin_windows import BOOK as WINDOWS
from .checkins_numbers import NOTATION as WINDOW
from .numbers import shipped
from .table1 import NOTATION as ROWS

NOTATION = Notation(
    # n of the first condition at h = e^(eps0/2) = 1 + l, sqrt m = r, and of the second one at sqrt m = 1 + s
    "first = 8*(1 + v)*(1 + l)^3*r",
    "second = (1 + w)*l^2*(1 + l)*(1 + s)*(1 + z)",
    # at n = 10^6, m = 1000, eps0 = 3: a round by Theorem 3.2, n/m of them by Kairouz, Oh and Viswanath's Theorem 3.5
    "once = windows.printed(1000, 1/1000, 3, 10^-8)",
    "composed = tail.tail_epsilon(1000*once*response.variation(once), 1000*once^2, 10^-6)",
    ranges={"l v r z w s y n m": POSITIVE},
    windows=WINDOW,
    rows=ROWS,
    report_slots=report_slots,
    response=response,
    tail=tail,
)
BOOK = Proofs("balle2020checkins", "Balle et al. 2020 (random check-ins)", at="Corollary 3.3", notation=NOTATION)
BOOK.inequality(
    "C3.3.first-condition",
    "eps0 <= (2/3) log(n/(8 sqrt m)) says that e^(1.5 eps0) sqrt(m)/n <= 1/8; then the variance proxy of one round "
    "is below 1/64.",
    "Corollary 3.3, first condition",
    "all h = e^(eps0/2) = 1 + l, sqrt(m) = r, n = 8 (1 + v) h^3 r, v >= 0",
    Same("the condition's slack is (2/3) log(1 + v)", "2*log(first/(8*r))/3 - 2*log1p(l)", "2*log(1 + v)/3"),
    Positive("below 1/64", "1 - 64*report_slots.printed_variance_proxy(r^2, r^2/first, 2*log1p(l))", zero="v"),
    so="The condition is v >= 0.",
)
BOOK.inequality(
    "C3.3.rate",
    "The variance proxy of all n/m rounds is e^eps0 (e^eps0 - 1)^2/n, whatever m is; under the second condition, n "
    ">= (e^eps0 - 1)^2 e^eps0 sqrt(m) log(1/beta), beta <= 1/e, it is at most 1, and n updates are (eps, delta)-DP "
    "with eps <= (1/2 + sqrt(2 log(1/delta))) e^(1.5 eps0)/sqrt n. No beta is spent: the rounds compose as zCDP.",
    "all eps0 > 0 (e^eps0 = 1 + l), m = r^2 >= 1, log(1/beta) = 1 + z, delta = e^-y",
    Claimed("a round, and the sum over rounds", WINDOWS, "T32.sound"),
    Same("V", "rows.checked_in(l, n, m)", "(1 + l)*l^2/n"),
    Nonnegative("V <= 1", "1 - rows.checked_in(l, second, (1 + s)^2)", zero="z w s"),
    Positive("V/2 <= sqrt(V)/2", "(1/2 + sqrt(2*y))/(1 + v) - windows.window(1/(1 + v)^2, exp(-y))"),
    Positive("V < e^(3 eps0)/n", "(1 + l)^3/n - rows.checked_in(l, n, m)"),
    so="eps = V/2 + sqrt(2 V log(1/delta)) rises with V, and V <= sqrt V for V <= 1.",
)
STEP = "checkin:m=1000,p=1/1000,n=1000000/pure:epsilon=3,times=1000"
BOOK.table(
    "C3.3.numbers",
    "n = 1e6, m = 1000, eps0 = 3: 1000 rounds of Theorem 3.2 at beta = 1e-8 composed at 1e-6 (in all 1.1e-5) give "
    "2.864, 31.8 times e^4.5/1000. By zCDP it is 0.4533 at delta = 1e-6, 0.1006 with p kept in the posterior, and "
    "the shipped answer is below 0.0741.",
    "these numbers",
    Rounds("the composed eps", "composed", "2.864"),
    Rounds("over e^4.5/1000", "composed*1000/exp(9/2)", "31.8"),
    Rounds("by zCDP", "windows.window(rows.checked_in(expm1(3), 10^6, 1000), 10^-6)", "0.4533"),
    Rounds("with p kept", "windows.window(rows.sharpened(expm1(3), 10^6, 1/1000), 10^-6)", "0.1006"),
    shipped(STEP, "0.0741", Fraction(1, 10**6), "checkin.zcdp", "renyi"),
    so="All are run in balls, and what ships is asked.",
)
