"""Claims about bounds on attacks: a point of the privacy profile bounds power, accuracy of guesses, precision and
reconstruction, in either order of the pair."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.profiles import tradeoff_curves
from chartered.proving import Notation, Positive, Proofs, Range, Rounds, Same, Sampled, Slope

from .pairs import Pair, seeded

CHANCE = (Fraction(1, 100), 100)
NOTATION = Notation(
    "direct(a, e, d) = d + exp(e)*a",
    "turned(a, e, d) = 1 - exp(-e)*(1 - d - a)",
    "accuracy(m, d) = tradeoff_curves.best_guess(m, d)",
    "member(m, a, b) = tradeoff_curves.precision(m, a, b)",
    "power(a, e, d) = tradeoff_curves.power(a, e, d)",
    "point(mu, a) = -mu*quantile(a) - mu^2/2",  # the eps of the tangent at a
    "tested(mu, a) = power(a, point(mu, a), curve(mu, point(mu, a)))",
    "curve(mu, e) = Phi(mu/2 - e/mu) - exp(e)*Phi(-mu/2 - e/mu)",
    ranges={
        "a b c d m w": Range.chance(CHANCE),
        "e": Range.epsilon((Fraction(1, 20), 20)),
        "h": (0, 1),
        "t": (Fraction(1, 20), 20),
    },
    tradeoff_curves=tradeoff_curves,
    quantile=lambda xp, a: xp.ndtri(a),
)
BOOK = Proofs("risk", "definition of the hockey-stick divergence", at="both orders of the pair", notation=NOTATION)
READINGS = "Balle, Cherubin, Hayes 2022; Hayes, Mahloujifar, Balle 2023"

BOOK.identity(
    "power.orders",
    "P(A) <= delta + e^eps Q(A), and, of the complement in the other order, P(A) <= 1 - e^-eps (1 - delta - Q(A)).",
    "all chances a = Q(A), all eps > 0, delta",
    Same("the complement where the second bound is met", "d + exp(e)*(1 - turned(a, e, d))", "1 - a"),
    Same("the shipped bound where both are above 1", "power(1/2, 5, 1/2)", "1"),
    Same("where the first is the least", "power(1/10, log(2), 1/10)", "direct(1/10, log(2), 1/10)"),
    Same("where the second is", "power(1/2, log(2), 1/10)", "turned(1/2, log(2), 1/10)"),
    so="1 - a = Q(not A) <= delta + e^eps P(not A) is b <= 1 - e^-eps (1 - delta - a) for the power b.",
)


@BOOK.soundness(
    "power.exact-pairs",
    "On exact pairs of distributions no event is likelier under P than the shipped bound allows for its chance under "
    "Q, with the larger delta of the two orders.",
    "random rational pairs of 2 to 4 outcomes, every event, eps in {0, 1/4, 1, 3}",
    Sampled("balls: every event", bits=256, pair=seeded(15, (2, 3, 4)), epsilon="0 1/4 1 3"),
)
def _no_event_is_above(xp: Any, pair: Pair, epsilon: Fraction) -> bool:
    e = xp.number(epsilon)
    orders = pair.hockey_stick(xp, e), Pair(pair.second, pair.first).hockey_stick(xp, e)
    delta = xp.maximum(*orders)
    for event in product((0, 1), repeat=len(pair.first)):
        b, a = (sum(p * inside for p, inside in zip(law, event, strict=True)) for law in (pair.first, pair.second))
        if xp.number(b) > tradeoff_curves.power(xp, xp.number(a), e, delta):
            return False
    return True


BOOK.identity(
    "accuracy.prior",
    "A guess which is right about P with chance b and about Q with chance 1 - a is right with chance m b + (1 - m)(1 - "
    "a); with the likelier one at probability m that is at most m + (1 - m) delta(log(m/(1 - m))).",
    "definition",
    "all priors m and chances a, b",
    Same("where Q is likelier", "m*(1 - a) + (1 - m)*b", "m + (1 - m)*(b - m/(1 - m)*a)"),
    Same("where P is", "m*b + (1 - m)*(1 - a)", "m + (1 - m)*((1 - a) - m/(1 - m)*(1 - b))"),
    Same("the shipped formula", "accuracy(m, d)", "m + (1 - m)*d"),
    so="What stands in brackets is P(A) - e^eps Q(A), or Q(not A) - e^eps P(not A), at e^eps = m/(1 - m) >= 1.",
)

BOOK.identity(
    "precision.bayes",
    "The shipped precision is pi b/(pi b + (1 - pi) a), and rises with the power b.",
    "Bayes' rule",
    "all priors m and chances a, b",
    Same("Bayes' rule", "member(m, a, b)", "m*b/(m*b + (1 - m)*a)"),
    Slope("by the power", "m*x/(m*x + (1 - m)*a)", "x", "m*(1 - m)*a/(m*x + (1 - m)*a)^2", over={"x": (0, 1)}),
    Positive("which is positive", "m*(1 - m)*a/(m*x + (1 - m)*a)^2", over={"x": (Fraction(1, 100), 1)}),
    so="So an upper bound of the power gives one of the precision at that type I error.",
)

BOOK.identity(
    "reconstruction.mean",
    "The mean over records z of the bounds h + t Q(S_z) is the bound h + t kappa at the mean kappa of Q(S_z): no "
    "convexity is lost, and the law Q of outputs without the record must not depend on z.",
    f"{READINGS}; Fubini: the mean of Q(S_z) is the chance of a blind guess",
    "two records of weights w and 1 - w, chances a and b, in both forms of the bound; more by induction",
    Same("for each t", "w*(h + t*a) + (1 - w)*(h + t*b)", "h + t*(w*a + (1 - w)*b)"),
    Same("the other order", "w*turned(a, e, d) + (1 - w)*turned(b, e, d)", "turned(w*a + (1 - w)*b, e, d)"),
    so="Given an output y of Q, which does not depend on z, an attack is near z with chance at most kappa; P_z(S_z) is "
    "the chance of success with z in the data.",
)


def _gaussian(mu: str) -> tuple[Rounds, ...]:
    """Steps: the decimals to which the registered formulas round, each at the best point of the profile of mu-GDP."""
    values = {
        "1/2": "0.197412651366 0.00479555920914 0.0338989391228 0.900000168725 0.0000105263060255",
        "1": "0.382924922548 0.0182984684057 0.0923622480737 0.901336306099 0.0000872176101404",
        "2": "0.682689492137 0.137805412898 0.372080585435 0.929939314141 0.00294877028645",
    }[mu].split()
    tests = (f"tested({mu}, {a})" for a in ("1/1000", "1/100"))
    advantage, guess, rebuilt = f"curve({mu}, 0)", f"accuracy(9/10, curve({mu}, log(9)))", f"tested({mu}, 1/10^6)"
    return tuple(
        Rounds(formula, formula, value)
        for formula, value in zip((advantage, *tests, guess, rebuilt), values, strict=True)
    )


BOOK.table(
    "gaussian",
    "For mu-GDP: advantage, power at 1e-3 and 1e-2, accuracy at prior 1/10 and reconstruction at 1e-6.",
    "the trade-off of mu-GDP, G(a) = Phi(Phi^-1(1 - a) - mu)",
    "mu in {1/2, 1, 2}",
    Same("power at a = Phi(-z), by the tangent there", "direct(Phi(-z), mu*z - mu^2/2, touched)", "Phi(mu - z)"),
    *(row for mu in ("1/2", "1", "2") for row in _gaussian(mu)),
    so="Each number is at the point of the profile that touches the trade-off.",
    where=("touched = curve(mu, mu*z - mu^2/2)",),
    over={"mu z": (Fraction(1, 20), 6)},
)

BOOK.table(
    "approximate",
    "Reconstruction from (1, 1e-5)-DP at baselines 1e-3, 1e-2 and 1/2; of a 4-ary randomized response with e^eps = 3 "
    "and a uniform record 1/2 is attained, and the bound is 3/4.",
    READINGS,
    "these cases",
    Rounds("at 1e-3", "power(1/1000, 1, 1/10^5)", "0.00272828182846"),
    Rounds("at 1e-2", "power(1/100, 1, 1/10^5)", "0.0271928182846"),
    Rounds("at 1/2", "power(1/2, 1, 1/10^5)", "0.816063958209"),
    Same("4-ary randomized response", "power(1/4, log(3), 0)", "3/4"),
    so="The bound is about pairs of records, not about all four at once.",
)
