"""Claims about the short form of Erlingsson et al. 2019: the registered answers, and by how much its constant 12 is
larger than necessary."""

from fractions import Fraction

import chartered as ch
from chartered.proving import POSITIVE, Answers, Between, Conditions, Notation, Positive, Proofs, Same, replaced

from ...basics.formulas import subgaussian_tail as tail
from ..formulas import closed_forms as shuffling

NOTATION = Notation(
    "steps(e0, n) = shuffling.swap_variance_proxy(e0, n)",
    # eps of the general form over eps0 sqrt(log(1/delta)/n), delta = e^-y
    "factor(e0, n, y) = tail.tail_epsilon(steps(e0, n)[0], steps(e0, n)[1], exp(-y))/(e0*sqrt(y/n))",
    "c = 2*(1 + l)^2*l",
    ranges={"l y e0": POSITIVE, "n": (2, 1000), "x": (Fraction(1, 20), 2)},
    shuffling=shuffling,
    tail=tail,
)
BOOK = Proofs("erlingsson2019", "Erlingsson et al. 2019", at="Theorem 7", notation=NOTATION)
BOOK.inequality(
    "T7.constant",
    "For n >= 1000, eps0 < 1/2 and delta < 1/100 the general form is at most 10.343 eps0 sqrt(log(1/delta)/n), and "
    "10.342 would not do: it is below the short form, whose constant is 12.",
    "all n >= 1000, 0 < eps0 <= 1/2, delta <= 1/100",
    Same("the factor", "factor(log1p(l), n, y)", "c/log(1 + l)*(sqrt(2) + (exp(c/n) - 1)*sqrt(n/y))"),
    # the slope of log((e^e - 1)/e), times e (e^e - 1), is 1 + e^e (e - 1)
    Positive("(e^eps0-1)/eps0 rises: e (e^e-1) times its slope has the slope e e^e", "d/de0 1 + exp(e0)*(e0 - 1)"),
    # that of log((e^(x^2) - 1)/x), times x (e^(x^2) - 1), is 0 at 0
    Positive("(e^(x^2) - 1)/x rises", "d/dx 1 + exp(x^2)*(2*x^2 - 1)"),
    Between("at the corner it", "factor(1/2, 1000, log(100))", "10.342", "10.343"),
    so="The factor is c/eps0 (sqrt 2 + (e^(c/n) - 1) sqrt(n/y)), c = 2 e^(2 eps0) (e^eps0 - 1), y = log(1/delta). c "
    "and c/eps0 rise with eps0; (e^(c/n) - 1) sqrt n is sqrt c times (e^(x^2) - 1)/x at x = sqrt(c/n), and falls with "
    "n. So it is largest at eps0 = 1/2, n = 1000 and delta = 1/100.",
)


def _shuffle(n: int, epsilon0: str = "1/10") -> ch.Case:
    return replaced(f"shuffled:n={n}/pure:epsilon=1", ch.Pure(epsilon=Fraction(epsilon0)))


EPSILON, DELTA = "12*e0*sqrt(-log({})/n)", "exp(-({}/(12*e0))^2*n)"
NAMES = {"e0": Fraction(1, 10), "n": 10**5}
BOOK.stated(
    "T7-short.as-printed",
    "eps = 12 eps0 sqrt(log(1/delta)/n) for n >= 1000, eps0 < 1/2, delta < 1/100, and never above eps0.",
    "n = 100000, eps0 = 1/10, and both sides of every end",
    Conditions(
        "erlingsson2019.T7-short",
        [_shuffle(1000, "49/100")],
        [_shuffle(1000, "1/2"), _shuffle(999), _shuffle(1000, "0")],
    ),
    Answers(
        "erlingsson2019.T7-short",
        _shuffle(10**5),
        {
            "epsilon(1/10^6)": EPSILON.format("1/10^6"),
            "epsilon(1/10)": EPSILON.format("1/100"),
            "delta(1/50)": DELTA.format("(1/50)"),
            "delta(1/125)": 1,
            "delta(8145/10^6)": DELTA.format("(8145/10^6)"),
            "at_infinity.max_loss": "e0",
        },
        NAMES,
    ),
    Answers("erlingsson2019.T7-short", _shuffle(1000), {"epsilon(1/10^6)": "e0", "delta(11/100)": 0}, NAMES),
)
