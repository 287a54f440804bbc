"""Claims about the lemmas of the check-ins paper: the sum over steps, the effect of one client on the sizes of slots,
and the two combined."""

from fractions import Fraction

from chartered.proving import POSITIVE, Between, Claimed, Covered, Nonnegative, Notation, Positive, Proofs, Same, Slope

from ...composition.claims.kairouz2015 import BOOK as COMPOSED
from ...shuffling.formulas import closed_forms as shuffling
from ..formulas import report_slots
from .checkin_windows import BOOK as WINDOWS
from .checkins_numbers import NOTATION as WINDOW, RISES
from .crowded_slots import BOOK as CROWDED

NOTATION = Notation(
    "b = u/(1 + u)",
    "here = j + 1 + r - b*j",
    "area(k, b, x) = 1/(b*(k - b*x))",
    # the factor of eps0^2 eps_1^2 at eps0 = 1
    "square = report_slots.averaged_variance_proxy(1, 1)/2",
    # Theorem 5.1, and e^eps - 1 of the closed form, over (e^eps0 - 1) s, s = 1/sqrt n, delta = e^-y
    "window(l, y, s) = (1 + l)^3*l*s/2 + sqrt((1 + l)^3)*sqrt(2*y)",
    "closed(l, y, s) = 8/(2 + l)*(sqrt((1 + l)*(y + log(4))) + (1 + l)*s)",
    "shipped_window = windows.window(shuffling.variance_proxy(log1p(l), n), exp(-y))*sqrt(n)/l",
    "shipped_closed = expm1(shuffling.feldman_epsilon(log1p(l), n, exp(-y)))*sqrt(n)/l",
    ranges={"a u k j r x y c n m v gap l s": POSITIVE},
    windows=WINDOW,
    report_slots=report_slots,
    shuffling=shuffling,
)
BOOK = Proofs("balle2020checkins", "Balle et al. 2020 (random check-ins)", notation=NOTATION)
BOOK.inequality(
    "A.2.sum",
    "If k adaptive steps are eps_i-DP with eps_i <= log(1 + a/(k - b (i-1))), 0 < b < 1, then together they are "
    "(eps, delta)-DP with eps = a^2/(2k(1-b)) + sqrt(2 a^2 log(1/delta)/(k(1-b))).",
    "Lemma A.2",
    "all a > 0, 0 < b < 1 (b = u/(1+u)), k = j + 1 + r at place j = i - 1, delta = e^-y",
    # the integral of 1/(k - b x)^2 over [j, j+1] less its first value
    Positive("each term is at most its stretch of the integral", "1/(here*(here - b)) - 1/here^2", zero="j r"),
    Slope("an antiderivative", "area(k, b, x)", "x", "1/(k - b*x)^2"),
    Same("its ends", "area(k, b, k) - area(k, b, 0)", "1/(k*(1 - b))"),
    Claimed("tanh(eps/2) <= eps/2", WINDOWS, "zcdp.sum"),
    Claimed("the tail of adaptive steps", COMPOSED, "T35.sound"),
    Same("the print", "windows.window(a^2/(k*(1 - b)), exp(-y))", "a^2/(2*k*(1 - b)) + sqrt(2*a^2*y/(k*(1 - b)))"),
    so="log(1 + x) <= x, so the variance proxy, the sum of eps_i^2, is at most a^2/(k(1-b)); the mean loss, the sum of "
    "eps_i tanh(eps_i/2), is at most half of it (zcdp.sum), and the tail rises with both.",
)
BOOK.inequality(
    "T4.1.difference",
    "One client that goes from a slot with a clients to one with c moves the norm of the sizes by at most sqrt 2.",
    "proof of Theorem 4.1 (McDiarmid's differences)",
    "all sizes a, c, and squares r of the others; norm N",
    Same("the square moves by 2 (c - a) + 2", "(a - 1)^2 + (c + 1)^2 + r - (a^2 + c^2 + r)", "2*(c - a) + 2"),
    Nonnegative("(c - a)^2 <= 2 N^2", "2*(a^2 + c^2 + r) - (c - a)^2", zero="a c r"),
    # less the new N^2, which is N^2 + 2 (c - a) + 2 by the first step
    Same(
        "(N + sqrt 2)^2 has 2 (sqrt 2 N - (c - a)) to spare",
        "(n + sqrt(2))^2 - (n^2 + 2*gap + 2)",
        "2*(sqrt(2)*n - gap)",
    ),
    so="c - a <= sqrt 2 N, so the new norm is at most N + sqrt 2; to go back is such a move too, so it is no less than "
    "N - sqrt 2.",
)
BOOK.inequality(
    "T4.1.short",
    "For eps0 <= 1 the eps of Theorem 4.1 is at most 80.7 eps0^2 eps_1^2 + 12.70 eps0 eps_1 sqrt(2 log(1/delta)), "
    "where 80.6 and 12.69 would not do; and eps_1 <= (1 + sqrt 2)/sqrt m for n >= m log(1/delta2), n >= m: so it is "
    "O(eps0/sqrt m).",
    "Theorem 4.1, last sentence",
    "all 0 < eps0 <= 1; all m, n = m + v, and n = m log(1/delta2) + v",
    RISES,
    Between("at eps0 = 1 the square's factor", "square", "80.6", "80.7"),
    Between("the root's", "sqrt(2*square)", "12.69", "12.7"),
    Nonnegative("1/n + 1/m <= 2/m", "1/m - 1/(m + v)", zero="v"),
    Nonnegative("log(1/delta2)/n <= 1/m", "1/m - y/(m*y + v)", zero="v"),
    Claimed("eps_1 is shipped so", CROWDED, "T41.crowding"),
    so="Over eps0^2 eps_1^2 and eps0 eps_1 sqrt(2 log(1/delta)) the terms are e^(4 eps0) ((e^eps0-1)/eps0)^2/2 and "
    "e^(2 eps0) (e^eps0-1)/eps0, which rise with eps0.",
)
BOOK.inequality(
    "T5.1.below-T31",
    "For eps0 <= 1/2, n >= 1000 and delta from 1e-9 to 1/100 Theorem 5.1 is below the closed form of Feldman et al. "
    "2021.",
    "Theorem 5.1; Feldman et al. 2021, Theorem 3.1",
    "all 0 < eps0 <= 1/2, n >= 1000, 1e-9 <= delta <= 1/100",
    Same("Theorem 5.1", "shipped_window", "window(l, y, 1/sqrt(n))"),
    Same("the closed form", "shipped_closed", "closed(l, y, 1/sqrt(n))"),
    Positive("log(1 + u) - u + u^2/2 rises from 0", "d/du log(1 + u) - u + u^2/2"),
    Covered(
        "the difference",
        "closed(l, y, s) - closed(l, y, s)^2*l*s/2 - window(l, y, s)",
        {"l": (0, Fraction("0.6488")), "s": (0, Fraction("0.031623")), "y": (Fraction("4.6"), Fraction("20.724"))},
        sloped=True,
    ),
    so="log(1 + u) >= u - u^2/2, with u = e^eps - 1 of the closed form. Both are divided by (e^eps0 - 1)/sqrt n. The "
    "box holds e^eps0 - 1, 1/sqrt n and log(1/delta).",
)
