"""Claims about composition in closed form by Kairouz, Oh and Viswanath 2015 (Theorems 3.4 and 3.5), about two older
bounds that they improve, and about the order of all."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Each, Notation, Proofs, Range, claims_of, numbers, registered
from chartered.proving.proof_parts import Claimed, Positive, Same, Slope

from ...basics.formulas import randomized_response as response, subgaussian_tail as advanced
from .optimal_composition import answers

SIZE = (Fraction(1, 20), 20)
NOTATION = Notation(
    "mean(eps0) = (exp(eps0) - 1)/(exp(eps0) + 1)",
    "log_moment(eps0, s) = log((exp(eps0)*exp(s) + exp(-s))/(1 + exp(eps0))) - s*mean(eps0)",
    "root(eps0, s) = (exp(eps0)*exp(2*s) - 1)/(exp(eps0)*exp(2*s) + 1)",
    # d is the mean loss D, v the root of the variance proxy V, and z = (eps - D)/v
    "tail = advanced.tail_delta(d, v^2, d + v*z)",
    "second = advanced.integrated_epsilon(d, v^2, v/(exp(z^2/2) - exp(1)))",
    "quadruple(v, y) = advanced.tail_epsilon(0, 16*v^2, exp(-(v + y)^2))",
    "spare = v*((3*sqrt(2) - 1/2)*v + 3*sqrt(2)*y)",
    ranges={"eps0": Range.epsilon(SIZE), "s d v z y x": SIZE},
    response=response,
    advanced=advanced,
)
BOOK = Proofs("kairouz2015", "Kairouz, Oh, Viswanath 2015", at="Theorems 3.4 and 3.5", notation=NOTATION)
DWORK = Proofs("dwork2010", "Dwork, Rothblum, Vadhan 2010", notation=NOTATION)
MIRONOV = Proofs("mironov2017", "Mironov 2017", notation=NOTATION)
OPTIMAL = Proofs("optimal", "Kairouz, Oh, Viswanath 2015", notation=NOTATION)
claims = claims_of(BOOK, DWORK, MIRONOV, OPTIMAL)
RUNS: dict[str, Any] = {"k": (1, 7, 50), "eps0": numbers("1/5 2")}
GRID: dict[str, Any] = {"k": (1, 2, 5, 50, 200), "eps0": numbers("1/100 1/10 1/5 1")}
DELTAS = numbers("1/10 1e-3 1e-5 1e-12")
MEAN_LOSS = Same("the mean loss", "response.concentration(eps0)", "eps0*mean(eps0)")

BOOK.inequality(
    "T35.hoeffding",
    "The centred loss of randomized response has log E[e^(s (loss - mean)/eps0)] <= s^2/2: both sides and their "
    "slopes agree at s = 0, and the second derivative is 1 less a square.",
    "proof of Theorem 3.4 (Hoeffding's lemma)",
    "all eps0 > 0 (e^eps0 = 1 + y), all s",
    Slope("the first derivative", "log_moment(eps0, s)", "s", "root(eps0, s) - mean(eps0)"),
    Slope("the second derivative", "root(eps0, s) - mean(eps0)", "s", "1 - root(eps0, s)^2"),
    Same("the value at 0", "log_moment(eps0, 0)", "0"),
    Same("the slope at 0", "root(eps0, 0) - mean(eps0)", "0"),
    MEAN_LOSS,
    so="Integrated twice from 0 on either side.",
)


@BOOK.soundness(
    "T35.sound",
    "With mean loss D, variance proxy V and a = eps - D: delta(eps) <= P(loss > eps) <= r = e^(-a^2/(2V)), and "
    "delta(eps) = int e^-s P(loss > eps + s) ds <= r V/(V + a), which is below sqrt(V)/(1/r - e) wherever that is "
    "below 1.",
    "all D, V = v^2 > 0, eps = D + v z",
    Claimed("Hoeffding's lemma", BOOK, "T35.hoeffding"),
    Same("Chernoff's bound, of order t = a/V and log E <= t^2 V/2", "exp((z/v)^2*v^2/2 - (z/v)*(v*z))", "tail"),
    Slope("1 - e^-y = int e^-s ds from 0 to y", "-(exp(-y) - 1)", "y", "exp(-y)"),
    Positive("the exponent at eps + s less z^2/2 + s z/v", "(v*z + s)^2/(2*v^2) - (z^2/2 + s*z/v)"),
    Positive("V/(V+a) < sqrt(V) for a > sqrt(V)", "v - v/(v + 1 + y)"),
    Each(
        "balls: the shipped second bound is sqrt(V)/(1/r - e)",
        bits=192,
        mean_loss="1/10 1 10",
        root="1/100 1 20",
        z="1/2 3/2 2 5 30",
    ),
    so="The answers are independent and the worst case (optimal.composition.sound); the energies add up. int e^-s "
    "e^(-z^2/2 - s z/v) ds = r V/(V + a). Where the last bound is below 1, 1/r > e, so z^2 > 2; then r V/(V+a) (1/r - "
    "e) <= V/(V+a) < sqrt(V). At eps = sum of eps_i delta is 0.",
)
def _second_bound(xp: Any, mean_loss: Fraction, root: Fraction, z: Fraction) -> Any:
    d, v = xp.number(mean_loss), xp.number(root)
    found = advanced.integrated_delta(xp, d, v**2, d + v * xp.number(z))
    spare = xp.exp(xp.number(z) ** 2 / 2) - xp.exp(xp.number(1))
    return found.overlaps(v / spare) if spare > v else found == 1


BOOK.identity(
    "T35.inverse",
    "The printed eps has the stated delta: both bounds on the tail are solved.",
    "all D, V > 0, eps > D; of the second bound eps - D > sqrt(2V)",
    Same("the tail", "advanced.tail_epsilon(d, v^2, tail)", "d + v*z"),
    Same("the integrated tail", "(second - d)^2", "(v*z)^2", {"z": (2, 20)}),
    so="The least of both and of the sum of all is the shipped eps.",
)


def _profile(name: str, k: int, epsilon0: Fraction) -> ch.Profile:
    found: ch.Profile = registered(name).bound(answers((epsilon0, k)))
    return found


def _eps(xp: Any, name: str, k: int, epsilon0: Fraction, delta: Any) -> Any:
    """The registered eps of this number of answers."""
    inverse = _profile(name, k, epsilon0).epsilon
    assert inverse is not None
    return inverse(xp, xp.number(delta), {})


@DWORK.soundness(
    "advanced.sound",
    "It is Theorem 3.5's bound on the tail with a larger mean loss: eps (e^eps - 1) exceeds eps tanh(eps/2).",
    "Theorem III.3",
    "all eps > 0 (e^eps = 1 + y), all mean losses",
    Claimed("the tail's bound", BOOK, "T35.sound"),
    Positive("the difference of the mean losses, over eps", "y - y/(2 + y)"),
    MEAN_LOSS,
    Each("balls: the shipped profile", bits=192, **RUNS, delta="1/10 1e-9"),
    so="The tail rises with the mean loss, and so does its eps.",
)
def _shipped_dwork(xp: Any, k: int, epsilon0: Fraction, delta: Fraction) -> Any:
    e = xp.number(epsilon0)
    wanted = e * xp.sqrt(2 * k * -xp.log(xp.number(delta))) + k * e * (xp.exp(e) - 1)
    return _eps(xp, "dwork2010.advanced", k, epsilon0, delta).overlaps(wanted)


@MIRONOV.soundness(
    "C1.sound",
    "For L = log(1/delta) >= V, 4 sqrt(2VL) exceeds V/2 + sqrt(2VL), which exceeds the bound on the tail, as eps "
    "tanh(eps/2) <= eps^2/2; for a larger delta the eps at L = V is taken.",
    "Corollary 1",
    "all V = v^2 > 0, L = (v + y)^2, y >= 0",
    Claimed("the tail's bound", BOOK, "T35.sound"),
    Same("the shipped eps is 4 sqrt(2VL)", "quadruple(v, y)", "4*sqrt(2*v^2*(v + y)^2)"),
    Same("its difference from V/2 + sqrt(2VL)", "quadruple(v, y) - v^2/2 - sqrt(2)*v*(v + y)", "spare"),
    Positive("is positive", "spare", zero="y"),
    Slope("the slope of x - tanh x", "x - mean(2*x)", "x", "1 - 4*exp(2*x)/(1 + exp(2*x))^2"),
    Positive("which is positive, at e^(2x) = 1 + y", "1 - 4*(1 + y)/(2 + y)^2"),
    Same("where it begins", "quadruple(v, 0)", "advanced.quadruple_start(v^2)"),
    Each("balls: the shipped profile", bits=192, **RUNS, delta="9/10 1/10 1e-90"),
    so="x - tanh x rises from 0. A profile does not rise, so the eps at a smaller delta holds.",
)
def _shipped_mironov(xp: Any, k: int, epsilon0: Fraction, delta: Fraction) -> Any:
    """Steps: the registered eps is 4 eps0 sqrt(2 k log(1/delta)), or its value at log(1/delta) = k eps0^2; and at a
    slightly larger eps the delta is no larger."""
    e, aim = xp.number(epsilon0), xp.number(delta)
    found = _eps(xp, "mironov2017.C1", k, epsilon0, delta)
    wanted = 4 * e * xp.sqrt(2 * k * xp.maximum(-xp.log(aim), k * e * e))
    just_above = found * (1 + xp.number(Fraction(1, 10**20)))
    return found.overlaps(wanted) and _profile("mironov2017.C1", k, epsilon0).delta(xp, just_above, {}) <= aim


def _exact(xp: Any, k: int, epsilon0: Fraction, delta: Fraction) -> Any:
    return xp.positive(_eps(xp, "responses.profile", k, epsilon0, delta))


def _rises(xp: Any, k: int, epsilon0: Fraction, delta: Fraction) -> Any:
    here = _exact(xp, k, epsilon0, delta)
    more, larger = _exact(xp, k + 1, epsilon0, delta), _exact(xp, k, epsilon0 * Fraction(101, 100), delta)
    return here <= more and here <= larger


@OPTIMAL.inequality(
    "composition.order",
    "The exact eps is at most that of Theorem 3.5, which is at most that of Dwork, Rothblum and Vadhan; it is at most "
    "the sum of all, and rises with k and with eps0.",
    "Theorems 3.3 to 3.5",
    "k in {1, 2, 5, 50, 200}, eps0 in {1/100, 1/10, 1/5, 1}, delta in {1/10, 1e-3, 1e-5, 1e-12}",
    Each("balls: in order", bits=256, **GRID, delta=DELTAS),
    Each("balls: rising with k and eps0", _rises, bits=256, **GRID, delta=DELTAS),
    so="All run on this grid; the first is proved in general, since the other bounds are sound.",
)
def _ordered(xp: Any, k: int, epsilon0: Fraction, delta: Fraction) -> Any:
    exact = _exact(xp, k, epsilon0, delta)
    least, first = (
        xp.positive(_eps(xp, name, k, epsilon0, delta)) for name in ("kairouz2015.T35", "dwork2010.advanced")
    )
    return exact <= least and least <= first and exact <= k * xp.number(epsilon0)
