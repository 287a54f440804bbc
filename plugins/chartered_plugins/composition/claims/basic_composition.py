"""Claims about basic composition of privacy profiles, for any splitting of delta."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Book, Notation, Proofs, Same, accountant, claims_of, held, profile, registered
from chartered.proving.sampled import Each, Sampled

from ...basics.claims.approximate import guarantee
from ...basics.formulas.gaussian_profile import delta_mu


def flat(share: Any) -> ch.Profile:
    """The profile with the same delta at every eps."""
    return ch.Profile(delta=lambda xp, epsilon, witness: xp.number(share))


def of_split(xp: Any, t: Any, u: Any) -> Any:
    """delta of two runs with delta t/(1+t) and u/(1+u), each evaluated at its own eps, by the registered theorems."""
    shares = [held(x / (1 + x)) for x in (t, u)]
    runs = [registered("profile.basic").bound(flat(share)) for share in shares]
    whole = registered("basic.profile").bound(accountant("basic", "basic").compose(runs))
    return whole.delta(xp, xp.number(3), {"0.epsilon": Fraction(1), "1.epsilon": Fraction(2)})


def of_failures(xp: Any, t: Any, u: Any) -> Any:
    """The same delta by the accountant of approximate guarantees."""
    runs = [guarantee(xp, xp.number(1), x) for x in (t, u)]
    return xp.number(accountant("approximate", "approximate").compose(runs).delta)


def of_one(xp: Any, t: Any) -> Any:
    """delta of one run with delta t/(1+t)."""
    run = registered("profile.basic").bound(flat(held(t / (1 + t))))
    return registered("basic.profile").bound(run).delta(xp, xp.number(1), {"0.epsilon": Fraction(1)})


def of_count(xp: Any, t: Any) -> Any:
    """delta of three such runs, by `times`."""
    runs = accountant("basic", "basic").times(registered("profile.basic").bound(flat(held(t / (1 + t)))), 3)
    return registered("basic.profile").bound(runs).delta(xp, xp.number(3), {"0.epsilon": Fraction(1)})


NOTATION = Notation(
    ranges={"t u": (0, 9)}, of_split=of_split, of_failures=of_failures, of_one=of_one, of_count=of_count
)
BOOK = Proofs("basic", "Kairouz, Oh, Viswanath 2015", at="Theorem 3.3 with i = 0", notation=NOTATION)
RUN = Proofs("profile", "Kairouz, Oh, Viswanath 2015", notation=NOTATION)
ANSWERS = Book("basic", "Kairouz, Oh, Viswanath 2015")
claims = claims_of(BOOK, RUN, ANSWERS)

RUN.identity(
    "basic.itself",
    "One run, taken at an eps of its profile, has the delta of its profile there.",
    "definition",
    "all delta in [0, 1)",
    Same("", "of_one(t)", "t/(1 + t)"),
)

BOOK.identity(
    "composition.repeats",
    "Three runs of one profile fail with the probability that not all three keep their own eps.",
    "all delta in [0, 1)",
    Same("", "of_count(t)", "1 - (1 - of_one(t))^3"),
)

BOOK.identity(
    "profile.failures",
    "Two runs, each taken at one eps of its profile, fail together with the probability that the accountant of "
    "approximate guarantees gives them (approximate.composition).",
    "all delta_1, delta_2 in [0, 1)",
    Same("", "of_split(t, u)", "of_failures(t, u)"),
)

FALLING = profile("exp(-eps)/3", delta_at_infinity=Fraction(1, 9))
ENDING = profile("1", delta_at_infinity=Fraction(1, 7), max_loss=Fraction(1))
WITNESS = {"0.epsilon": Fraction(1, 2), "1.epsilon": Fraction(2)}


def of_runs(*runs: tuple[ch.Profile, int]) -> Any:
    """The composition of some profiles, each with a number of runs."""
    basic, one = accountant("basic", "basic"), registered("profile.basic").bound
    return basic.compose([basic.times(one(profile), count) for profile, count in runs])


def unless_above(share: Fraction, *runs: tuple[ch.Profile, int]) -> Any:
    """A function that is 1 if the composed eps at this delta, split as in WITNESS, is infinite, and 0 otherwise."""
    whole = registered("basic.profile").bound(of_runs(*runs))
    return lambda xp, found: int(whole.epsilon(xp, xp.number(share), WITNESS) == xp.inf)


EACH = [(FALLING, 2), (ENDING, 1), (FALLING, 3)]
COMPOSED = "1 - (1 - exp(-1/2)/3)^5*(1 - 1/7)"


@ANSWERS.stated(
    "profile.as-stated",
    "With eps = sum n_i eps_i, delta is 1 - prod (1 - delta_i(eps_i))^n_i from that eps on, and 1 below it. In the "
    "other direction, eps is this sum for every delta that is at least that product, and infinite for smaller ones. "
    "Runs of one profile are counted together, also as eps grows.",
    "Theorem 3.3 with i = 0",
    "six runs of two profiles, five of one of them, in an order of their own; runs that fail for certain",
    Each("run", cases=[(EACH, [(FALLING, 5), (ENDING, 1)])]),
    Answers(
        "basic.profile",
        of_runs(*EACH),
        {
            "delta(9/2)": COMPOSED,
            "delta(5)": COMPOSED,
            "delta(17/4)": 1,
            "epsilon(4/5)": Fraction(9, 2),
            "epsilon(1)": Fraction(9, 2),
            "at_infinity.delta": "1 - (8/9)^5*6/7",
            "at_infinity.max_loss": None,
        },
        witness=WITNESS,
        more={"no eps": (unless_above(Fraction(2, 3), *EACH), 1), "an eps": (unless_above(Fraction(4, 5), *EACH), 0)},
    ),
    Answers("basic.profile", of_runs((flat(Fraction(1)), 2), (FALLING, 1)), {"delta(9)": 1}, witness=WITNESS),
    Answers("basic.profile", of_runs((flat(Fraction(0)), 2), (FALLING, 1)), {"delta(9)": "exp(-2)/3"}, witness=WITNESS),
)
def _counted(runs: Sequence[tuple[ch.Profile, int]], wanted: Sequence[tuple[ch.Profile, int]]) -> bool:
    return [(id(profile), n) for profile, n in of_runs(*runs).parts] == [(id(profile), n) for profile, n in wanted]


@BOOK.soundness(
    "profile.direct",
    "For runs of the Gaussian mechanism no split is below the exact profile of the composition.",
    "3 mu, 3 counts, 3 eps",
    Sampled("balls: Gaussian DP", digits=20, bits=160, mus="1/10 1 3", runs=(2, 3, 10), eps="0 1/2 4"),
)
def _above(xp: Any, mu: Fraction, runs: int, at: Fraction) -> bool:
    one = registered("profile.basic").bound(ch.Profile(delta=lambda xp, e, w: delta_mu(xp, xp.number(mu), e)))
    whole = registered("basic.profile").bound(accountant("basic", "basic").times(one, runs))
    bound = whole.delta(xp, xp.number(runs * at), {"0.epsilon": at})
    return bool(delta_mu(xp, xp.number(mu) * xp.sqrt(xp.number(runs)), xp.number(runs * at)) <= bound)
