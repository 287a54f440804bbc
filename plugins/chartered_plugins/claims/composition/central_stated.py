"""Claims about moments of losses as they are asked for: no loss has none, and the bound answers where some term is not normal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Refuted, Verdict

from ..book import Book
from ..shipped import theorem
from ..stated import Number, agree, answers, case, conditions, number

LIMIT, RESPONSE, LAPLACE = (
    Book("central-limit", "direct computation"),
    Book("randomized-response", "definition"),
    Book("laplace", "definition"),
)
PARTS: dict[str, Callable[[Any], ch.Number]] = {
    "mean": lambda g: g.mean,
    "variance": lambda g: g.variance,
    "third": lambda g: g.third,
}


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*LIMIT.entries, *RESPONSE.entries, *LAPLACE.entries]


def _parts(name: str, source: Any) -> dict[str, Number]:
    found = answers("central_limit", name, source)
    return {what: number(part(found)) for what, part in PARTS.items()}


@RESPONSE.claim(
    "moments.as-asked",
    Kind.TABLE,
    "Without loss every moment is 0; else those of the eps and k that are stated.",
    "the loss",
    "eps 0 and log 3",
)
def _response(effort: Effort) -> Verdict:
    silent = (
        _parts("randomized-response.moments", case("randomized-response:epsilon=0,k=3")),
        _parts("pure.moments", ch.Pure(epsilon=0)),
    )
    pairs = {f"eps 0, {what}, {k}": (part, _zero) for k, parts in enumerate(silent) for what, part in parts.items()}
    said = _parts("pure.moments", ch.Pure(epsilon=lambda xp: xp.log(xp.number(3))))
    pairs["eps log 3, mean"] = said["mean"], lambda xp: xp.log(xp.number(3)) / 2
    return agree(pairs, effort)


def _zero(xp: Any) -> Any:
    return xp.number(0)


@LAPLACE.claim(
    "moments.as-asked",
    Kind.TABLE,
    "They are those at the sensitivity over the scale, or at the eps that is stated.",
    "the loss",
    "scale 5, sensitivity 2, and eps 2/5",
)
def _laplace(effort: Effort) -> Verdict:
    scaled, stated = (_parts("laplace.moments", case(f"laplace:{said}")) for said in ("scale=5,sensitivity=2", "epsilon=2/5"))

    def mean(xp: Any) -> Any:
        return xp.exp(-xp.number(Fraction(2, 5))) - xp.number(Fraction(3, 5))

    return agree({**{what: (scaled[what], stated[what]) for what in PARTS}, "eps - 1 + e^-eps": (scaled["mean"], mean)}, effort)


@LIMIT.claim(
    "profile.as-asked",
    Kind.SOUNDNESS,
    "The bound and the limit answer of sums with a term that is not normal; an eps that is proposed stands where its delta is no larger "
    "than asked, an added variance that is negative nowhere.",
    "the definition",
    "200 runs at eps 1/10; Gaussian DP",
)
def _as_asked(effort: Effort) -> Verdict:
    moments: Any = theorem("central_limit", "gdp.moments").gives
    some, normal = (moments(mean=1, variance=2, third=third) for third in (Fraction(1, 10**9), 0))
    for name in ("central-limit.profile", "central-limit.limit"):
        kept = conditions("central_limit", name, {"some": some}, {"all normal": normal})
        if kept is not None:
            return kept
    profile = answers("central_limit", "central-limit.profile", some)
    with balls(128) as xp:
        at = profile.delta(xp, xp.number(3), {"added": Fraction(1, 5)})
        for share, stands in ((Fraction(99, 100), False), (Fraction(101, 100), True)):
            found = profile.epsilon(xp, at * xp.number(share), {"epsilon": Fraction(3), "added": Fraction(1, 5)})
            if bool(found == 3) is not stands or bool(found == xp.inf) is stands:
                return Refuted("the proposed eps is judged otherwise", witness={"delta asked, over its own": str(share)})
        try:
            return Refuted("less than nothing is added", witness={"delta": str(profile.delta(xp, xp.number(3), {"added": Fraction(-1)}))})
        except ch.Unavailable:
            return Proved("balls: each case, run, is judged as stated")
