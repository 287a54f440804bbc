"""Claims about basic composition of privacy profiles, however delta is split."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Same, Sampled, accountant, claims_of, held, numbers, registered

from ...basics.claims.approximate import guarantee
from ...basics.formulas.gaussian_profile import delta_mu


def flat(share: Any) -> ch.Profile:
    """The same delta at every eps."""
    return ch.Profile(delta=lambda xp, epsilon, witness: xp.number(share))


def of_split(xp: Any, t: Any, u: Any) -> Any:
    """delta of two runs with delta t/(1+t) and u/(1+u), each taken at an eps of its own, by the shipped theorems."""
    shares = [held(x / (1 + x)) for x in (t, u)]
    runs = [registered("profile.basic").bound(flat(share)) for share in shares]
    whole = registered("basic.profile").bound(accountant("basic", "basic").compose(runs))
    return whole.delta(xp, xp.number(3), {"0.epsilon": Fraction(1), "1.epsilon": Fraction(2)})


def of_failures(xp: Any, t: Any, u: Any) -> Any:
    """The same by the accountant of approximate guarantees."""
    runs = [guarantee(xp, xp.number(1), x) for x in (t, u)]
    return xp.number(accountant("approximate", "approximate").compose(runs).delta)


def of_one(xp: Any, t: Any) -> Any:
    """delta of one run with delta t/(1+t)."""
    run = registered("profile.basic").bound(flat(held(t / (1 + t))))
    return registered("basic.profile").bound(run).delta(xp, xp.number(1), {"0.epsilon": Fraction(1)})


def of_count(xp: Any, t: Any) -> Any:
    """delta of three runs of it, by their count."""
    runs = accountant("basic", "basic").times(registered("profile.basic").bound(flat(held(t / (1 + t)))), 3)
    return registered("basic.profile").bound(runs).delta(xp, xp.number(3), {"0.epsilon": Fraction(1)})


NOTATION = Notation(
    ranges={"t u": (0, 9)},
    of_split=of_split,
    of_failures=of_failures,
    of_one=of_one,
    of_count=of_count,
)
BOOK = Proofs("basic", "Kairouz, Oh, Viswanath 2015", notation=NOTATION)
RUN = Proofs("profile", "Kairouz, Oh, Viswanath 2015", notation=NOTATION)
claims = claims_of(BOOK, RUN)

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
    "Theorem 3.3 with i = 0",
    "all delta in [0, 1)",
    Same("", "of_count(t)", "1 - (1 - of_one(t))^3"),
)

BOOK.identity(
    "profile.failures",
    "Two runs, each taken at one eps of its profile, fail together with the probability that the accountant of "
    "approximate guarantees gives them (approximate.composition).",
    "Theorem 3.3 with i = 0",
    "all delta_1, delta_2 in [0, 1)",
    Same("", "of_split(t, u)", "of_failures(t, u)"),
)


def _above(xp: Any, mu: Fraction, runs: int, at: Fraction) -> bool:
    one = registered("profile.basic").bound(ch.Profile(delta=lambda xp, e, w: delta_mu(xp, xp.number(mu), e)))
    whole = registered("basic.profile").bound(accountant("basic", "basic").times(one, runs))
    bound = whole.delta(xp, xp.number(runs * at), {"0.epsilon": at})
    return bool(delta_mu(xp, xp.number(mu) * xp.sqrt(xp.number(runs)), xp.number(runs * at)) <= bound)


BOOK.soundness(
    "profile.direct",
    "For runs of the Gaussian mechanism no split is below the exact profile of the composition.",
    "Theorem 3.3 with i = 0",
    "3 mu, 3 counts, 3 eps",
    Sampled(
        "balls: Gaussian DP",
        _above,
        digits=20,
        bits=160,
        mus=numbers("1/10 1 3"),
        runs=(2, 3, 10),
        eps=numbers("0 1/2 4"),
    ),
)
