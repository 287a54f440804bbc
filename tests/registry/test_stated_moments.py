"""A stranger's plugin states the moment generating function of a loss, and a bound on its decay; nothing else."""

from __future__ import annotations

import math
from fractions import Fraction
from importlib import import_module

import chartered as ch
import pytest
from chartered.testing import conform
from mpmath import mp, mpf
from strangers import Install
from truth import gaussian

CODE = """
from fractions import Fraction
import chartered as ch

def numbers(*names):
    return tuple(ch.Parameter(name, "a number") for name in names)

@ch.hook
def register_mechanisms():
    return [
        ch.Mechanism("two-scales", "Gaussian noise whose scale a public coin decides", numbers("small", "large")),
        ch.Mechanism("skew", "one bit, 1 with chance p or q", numbers("p", "q")),
        ch.Mechanism("again", "Laplace noise", numbers("scale")),
        ch.Mechanism("fails", "gives all away with chance 1/1000, else randomized response", numbers("eps")),
    ]

def two_scales(case):
    squares = [(1 / case.number(scale)) ** 2 for scale in ("small", "large")]
    return ch.MomentGeneratingFunction(
        lambda xp, z: xp.log(sum(xp.exp(xp.number(s) / 2 * z * (z - 1)) for s in squares) / 2),
        lambda xp, c, y: xp.log(sum(xp.exp(xp.number(s) / 2 * (c * (c - 1) - y * y)) for s in squares) / 2),
        symmetric=True,
    )

def skew(case):
    p, q = case.number("p"), case.number("q")

    def log_moment(xp, z):
        one, other = xp.log(xp.number(p / q)), xp.log(xp.number((1 - p) / (1 - q)))
        return xp.log(xp.number(q) * xp.exp(one * z) + xp.number(1 - q) * xp.exp(other * z))

    largest = lambda xp: xp.maximum(abs(xp.log(xp.number(p / q))), abs(xp.log(xp.number((1 - p) / (1 - q)))))
    return ch.MomentGeneratingFunction(log_moment, max_loss=largest)

def again(case):
    e = 1 / case.number("scale")

    def log_moment(xp, z):
        return xp.log((z * xp.exp((z - 1) * xp.number(e)) + (z - 1) * xp.exp(-z * xp.number(e))) / (2 * z - 1))

    return ch.MomentGeneratingFunction(log_moment, max_loss=e, symmetric=True)

def fails(case):
    def log_moment(xp, z):
        e = xp.number(case.number("eps"))
        return xp.log(xp.number(Fraction(999, 1000)) * (xp.exp(z * e) + xp.exp((1 - z) * e)) / (1 + xp.exp(e)))

    end = {"infinity_mass": Fraction(1, 1000), "max_loss": case.number("eps")}
    return ch.MomentGeneratingFunction(log_moment, symmetric=True, **end)

@ch.hook
def register_theorems():
    functions = {"two-scales": two_scales, "skew": skew, "again": again, "fails": fails}
    kind = ch.MomentGeneratingFunction
    return [
        ch.Theorem(f"{name}.moments", ch.OnStep(name), kind, bound, "Direct.", "nobody", side=ch.Side.EXACT)
        for name, bound in functions.items()
    ]
"""


@pytest.fixture(autouse=True)
def _installed(install: Install) -> None:
    install("stated", CODE)


@pytest.mark.parametrize("runs", [1, 2, 7, 40])
@pytest.mark.parametrize("eps", ["0", "1/2", "3"])
def test_a_mixture_of_gaussians_is_the_mean_of_their_profiles(runs: int, eps: str) -> None:
    """The number of heads among n runs is binomial, and decides the mu: to forty digits, inside."""
    mp.dps = 60
    squares = (mpf(1) / 2, mpf(1) / 10)
    chances = [mpf(math.comb(runs, k)) / 2**runs for k in range(runs + 1)]
    mus = [mp.sqrt(k * squares[0] ** 2 + (runs - k) * squares[1] ** 2) for k in range(runs + 1)]
    at = mpf(Fraction(eps).numerator) / Fraction(eps).denominator
    truth = sum(chance * gaussian(mu, at) for chance, mu in zip(chances, mus, strict=True))
    ledger = ch.Ledger(f"two-scales:small=2,large=10,times={runs}")
    for answer in (ledger.delta(eps), ledger.delta(eps, digits=40)):
        assert answer.accountant == "characteristic-function"
        assert answer.strangers == ("stated",)
        assert mpf(answer.lower_exact) <= truth <= mpf(answer.upper_exact)
        assert ch.check(answer.certificate()).accepted
    assert mpf(answer.upper_exact) - mpf(answer.lower_exact) <= mpf(10) ** -40 * truth


@pytest.mark.parametrize("runs", [1, 3, 30])
def test_both_directions_of_an_asymmetric_loss_count(runs: int) -> None:
    """A bit is 1 with chance p or q: the worst delta over both orders of the pair, a finite sum, is inside."""
    p, q = Fraction(3, 10), Fraction(1, 4)
    ledger = ch.Ledger(f"skew:p={p},q={q},times={runs}")
    for eps in (Fraction(0), Fraction(1, 10), Fraction(1, 2)):
        deltas = []
        for p1, q1 in ((p, q), (q, p)):
            pairs = (
                (
                    math.comb(runs, k) * p1**k * (1 - p1) ** (runs - k),
                    math.comb(runs, k) * q1**k * (1 - q1) ** (runs - k),
                )
                for k in range(runs + 1)
            )
            deltas.append(sum(max(0.0, float(a) - math.exp(eps) * float(b)) for a, b in pairs))
        found = ledger.delta(eps, "characteristic-function")
        assert found.lower <= max(deltas) * (1 + 1e-12) + 1e-15
        assert max(deltas) * (1 - 1e-12) <= found.upper


def test_laplace_noise_that_is_stated_again_costs_the_same() -> None:
    """The interval overlaps that of our own theorem, and the Renyi curve is the same, alone and beside other steps."""
    for text, delta in (("laplace:scale=5,times=30", "1e-5"), ("laplace:scale=1,times=2", "1e-3")):
        own, stated = ch.Ledger(text), ch.Ledger(text.replace("laplace", "again"))
        for beside in ([], ["poisson:rate=0.01/gaussian:sigma=1,times=200"]):
            one, two = ((ledger + ch.Ledger(beside) if beside else ledger).epsilon(delta) for ledger in (own, stated))
            assert one.lower <= two.upper
            assert two.lower <= one.upper
        renyi = [ledger.epsilon(delta, accountant="asoodeh2020.L1").upper for ledger in (own, stated)]
        assert renyi[0] == pytest.approx(renyi[1], rel=1e-12)


def test_infinite_losses_are_added() -> None:
    """As the worst (eps, delta)-DP mechanism, which is stated by `approximate`."""
    own, stated = ch.Ledger("approximate:epsilon=1/3,delta=1/1000,times=9"), ch.Ledger("fails:eps=1/3,times=9")
    one, two = own.delta("1/2"), stated.delta("1/2")
    assert one.lower <= two.upper
    assert two.lower <= one.upper
    assert stated.delta(3).upper == pytest.approx(1 - 0.999**9)
    missing = {none.accountant: none.why for none in stated.account(ch.Question.epsilon("0.1")).unavailable}
    assert "a loss is infinite with positive probability" in missing["renyi"]


WRONG = """
import chartered as ch
from fractions import Fraction

@ch.hook
def register_theorems():
    stated = lambda case: ch.MomentGeneratingFunction({moments})
    return [ch.Theorem("wrong.m", ch.OnStep("fails"), ch.MomentGeneratingFunction, stated, "No.", "nobody")]
"""
FORGOT = (
    "lambda xp, z: xp.log((xp.exp(z * xp.log(xp.number(Fraction(5, 2)))) + 4 * xp.exp(-z * xp.log(xp.number(4)))) / 5)"
)
BIT = "lambda xp, z: xp.log((xp.exp(z * xp.log(xp.number(3))) + 3 * xp.exp((1 - z) * xp.log(xp.number(3))) / 3) / 4)"
LEANING = (
    "lambda xp, z: xp.log((xp.exp(z * xp.log(xp.number(2))) + 3 * xp.exp(z * xp.log(xp.number(Fraction(2, 3))))) / 4)"
)
NORMAL = "lambda xp, z: z * (z - 1) / 2"


@pytest.mark.parametrize(
    ("moments", "says"),
    [
        ("lambda xp, z: xp.number(1) + 0 * z", "M(0) = 2.718281828, which must be 1 - infinity_mass = 1.00"),
        ("lambda xp, z: xp.number(-1) + 0 * z", "M(0) = 0.3678794412"),
        (FORGOT, "M(1) = 0.7000000000"),
        (f"{FORGOT}, infinity_mass=Fraction(3, 10)", "M(0) = 1.000000000"),
        (
            f"{FORGOT}, infinity_mass=Fraction(3, 10), infinity_mass_added=Fraction(1, 5)",
            "M(0) = 1.000000000, which must be 1 - infinity_mass_added = 0.8",
        ),
        (f"{NORMAL}, lambda xp, c, y: xp.log(xp.number(0))", "log_bound"),
        (
            f"{BIT}, outcomes=((Fraction(1, 3), Fraction(1, 4)),)",
            "outcomes of which M(-1) is 0.1875000000, and by log_moment",
        ),
        (
            f"{BIT}, outcomes=((Fraction(1, 3), Fraction(0)),)",
            "0, 1)),), whose probabilities must be exact numbers above 0",
        ),
        (f"{BIT}, outcomes=(0.5, 0.5)", "outcomes = (0.5, 0.5), which must be pairs"),
        ("lambda xp, z: z * (1 - z) / 2", "M(1/4) = 1.098285140, which must not be above a mean of M(0) and M(1)"),
        (f"{LEANING}, symmetric=True", "symmetric is True, but M(-1) = 1.250000000 is not M(2) = 1.333333333"),
        ("lambda xp, z: xp.exp(z * (z - 1)) - 1 + 9 * (z * (z - 1)) ** 4", "|M(2 + "),
        (
            f"{NORMAL}, lambda xp, c, y: c * (c - 1) / 2 - 100 * y**2",
            "log_bound = -99.00000000 at 2 + 1i, below log |M| = 0.5",
        ),
    ],
)
def test_a_moment_that_cannot_be_one_is_a_fault(install: Install, moments: str, says: str) -> None:
    """M(0) and M(1) are what infinite losses leave of 1, and a bound is one; the reason names plugin and theorem."""
    install("wrong", WRONG.replace("{moments}", moments))
    account = ch.Ledger("fails:eps=1").account(ch.Question.epsilon("1e-1"))
    assert {answer.theorem for answer in account.answers} == {"characteristic-function.profile"}
    (fault,) = account.faults
    assert fault.startswith("plugin wrong")
    assert says in fault


def test_the_error_says_what_is_wrong_where_nothing_else_answers(install: Install) -> None:
    """The value and the point at which it is wrong stand in the error itself, and in every refusal of a target."""
    install("wrong", ONLY)
    says = "plugin wrong.*theorem only.m: bound states M\\(1/4\\) = 1.0982.*, which must not be above a mean"
    with pytest.raises(ch.PluginFault, match=says):
        ch.Ledger("only:sigma=1").epsilon("1e-5")
    with pytest.raises(ch.CharteredError, match=r"no sigma of only meets .*plugin wrong.*theorem only.m: bound states"):
        ch.calibrate("only", solve="sigma", epsilon=1, delta="1e-5").value  # noqa: B018
    assert "theorem only.m: bound states M(1/4)" in (ch.largest_times("only:sigma=1", mu=1).why or "")


ONLY = """
import chartered as ch

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("only", "Noise", (ch.Parameter("sigma", "its scale", safer="larger"),))]

@ch.hook
def register_theorems():
    def stated(case):
        return ch.MomentGeneratingFunction(lambda xp, z: z * (1 - z) / 2 / xp.number(case.number("sigma")) ** 2)
    return [ch.Theorem("only.m", ch.OnStep("only"), ch.MomentGeneratingFunction, stated, "No.", "nobody")]
"""


def test_such_a_plugin_conforms() -> None:
    """The conformance kit finds nothing."""
    conform(
        import_module("stated"),
        steps=["two-scales:small=2,large=10", "skew:p=1/3,q=1/4", "again:scale=3", "fails:eps=1"],
    )


PROFILE = """
import chartered as ch

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("known", "Laplace noise by its profile alone", (ch.Parameter("e", "largest loss"),))]

def profile(case):
    e = case.number("e")
    delta = lambda xp, eps, witness: xp.positive(-xp.expm1((eps - xp.number(e)) / 2))
    return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(max_loss=e), worst_pair=True)

@ch.hook
def register_theorems():
    kind = ch.OnStep("known"), ch.Profile
    return [ch.Theorem("known.profile", *kind, profile, "Closed form.", "nobody", side=ch.Side.EXACT)]
"""


@pytest.mark.parametrize("runs", [1, 10, 100])
def test_a_profile_alone_composes_from_both_sides(install: Install, runs: int) -> None:
    """Where one pair of outputs attains it: what our own theorem about the same noise says lies between both ends."""
    install("known", PROFILE)
    found, own = ch.Ledger(f"known:e=1/5,times={runs}").epsilon("1e-5"), ch.Ledger(f"laplace:scale=5,times={runs}")
    truth = own.epsilon("1e-5")
    assert found.exact
    assert found.lower <= truth.upper
    assert truth.lower <= found.upper < 1.001 * truth.upper
    assert found.lower > 0.98 * truth.upper
    assert ch.check(found.certificate()).accepted


def test_where_a_record_is_replaced_runs_need_not_agree_on_the_order() -> None:
    """An asymmetric function is read at real orders alone, where the larger of both counts in each run."""
    ledger = ch.Ledger("skew:p=3/10,q=1/4,times=3", "replace-one")
    found = ledger.epsilon("1e-3")
    assert (found.lower, "renyi" in found.path[1]) == (None, True)
    why = [none.why for none in ledger.account(ch.Question.epsilon("1e-3")).unavailable]
    assert any("where a record is replaced, each run may have either order of the two" in one for one in why)
