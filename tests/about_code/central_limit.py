"""Claims about registered answers on moments of losses: a loss of 0 has none, and the bound applies if some term is not
normal; and about the normal law beside one run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Book, Conditions, Each, Kind, Proofs, Sampled, balls, claims_of, registered
from chartered.proving.printed_formulas import Number
from chartered.proving.tables_of_answers import answers
from chartered_plugins.composition.formulas import central_limit as clt
from chartered_plugins.mechanisms.formulas.laplace_profile import delta_laplace

LIMIT, RESPONSE, LAPLACE = (
    Book("central-limit", "direct computation"),
    Book("randomized-response", "definition"),
    Book("laplace", "definition"),
)
LAW = Proofs("central-limit", "Dong, Roth, Su 2022")
claims = claims_of(LIMIT, RESPONSE, LAPLACE, LAW)
NONE = {"mean": 0, "variance": 0, "third": 0}

RESPONSE.stated(
    "moments.as-asked",
    "Without loss every moment is 0; otherwise the moments are those at the stated eps and k.",
    "the loss",
    "eps 0 and log 3",
    Answers("randomized-response.moments", "randomized-response:epsilon=0,k=3", NONE),
    Answers("pure.moments", ch.Pure(epsilon=0), NONE),
    Answers("pure.moments", ch.Pure(epsilon=lambda xp: xp.log(xp.number(3))), {"mean": "log(3)/2"}),
)


def _by_epsilon(what: str) -> Number:
    return lambda xp: xp.number(getattr(answers("laplace.moments", "laplace:epsilon=2/5"), what))


LAPLACE.stated(
    "moments.as-asked",
    "The moments are those at the sensitivity over the scale, or at the stated eps.",
    "the loss",
    "scale 5, sensitivity 2, and eps 2/5",
    Answers("laplace.moments", "laplace:epsilon=2/5", {"mean": "exp(-2/5) - 3/5"}),
    Answers("laplace.moments", "laplace:scale=5,sensitivity=2", {what: _by_epsilon(what) for what in NONE}),
)


def _moments(third: Fraction | int) -> Any:
    made: Any = registered("gdp.moments").gives
    return made(mean=1, variance=2, third=third)


SOME = _moments(Fraction(1, 10**9))


def _proposed(added: Fraction, share: Fraction) -> str:
    """The answer for a proposed eps of 3, if the target is the delta at that eps times `share`."""
    profile = answers("central-limit.profile", SOME)
    with balls(128) as xp:
        try:
            asked = profile.delta(xp, xp.number(3), {"added": added}) * xp.number(share)
        except ch.Unavailable:
            return "refused"
        found = profile.epsilon(xp, asked, {"epsilon": Fraction(3), "added": added})
        return "stands" if found == 3 else "infinite" if found == xp.inf else "another"


PROPOSED = [("1/5", "99/100", "infinite"), ("1/5", "101/100", "stands"), ("-1", "1", "refused")]


def _judged(added: str, share: str, stated: str) -> bool:
    return _proposed(Fraction(added), Fraction(share)) == stated


LIMIT.stated(
    "profile.as-asked",
    "The bound and the limit apply to compositions in which some run has a loss that is not normal. A proposed eps is "
    "accepted if its delta is at most the target; a negative added variance is refused.",
    "the definition",
    "200 runs at eps 1/10; Gaussian DP",
    Each("balls", _judged, PROPOSED),
    Conditions("central-limit.profile", [SOME], [_moments(0)]),
    Conditions("central-limit.limit", [SOME], [_moments(0)]),
    kind=Kind.SOUNDNESS,
)


@LAW.soundness(
    "profile.one-laplace",
    "The exact delta of one run of Laplace noise is within g of the normal law's.",
    "Theorem 3.5",
    "eps0 in {1/100, 1/2, 2, 10}, eps in {0, eps0/2, eps0}",
    Sampled("balls: both sides", bits=256, eps0="1/100 1/2 2 10", share="0 1/2 1"),
)
def _one_laplace(xp: Any, epsilon0: Fraction, share: Fraction) -> Any:
    e0, e = xp.number(epsilon0), xp.number(epsilon0 * share)
    mean, variance, third = clt.laplace(xp, e0)
    gap = delta_laplace(xp, e0, e) - clt.delta_normal(xp, mean, variance, e)
    return abs(gap) <= clt.distance(xp, variance, third)
