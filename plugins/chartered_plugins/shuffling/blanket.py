"""A shuffle of independent reports: the privacy blanket, and the exact profile of shuffled randomized response."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import START_BITS, fraction_of

from ..basics.formula_at import formula_at
from ..loss_distribution import from_profiles as pld
from ..loss_distribution.guarantee import COARSE, MEDIUM
from ..mechanisms.laplace_step import laplace_epsilon
from .formulas import blanket, blanket_krr as response_blanket, shuffled_binary_rr as shuffled_response
from .search import blanket_krr as response_search, shuffled_binary_rr as shuffled_search

PAPER = "Balle, Bell, Gascon, Nissim 2019"
MAX_TWO_VALUES, MAX_MORE_VALUES = 10**6, 10**5
"""The largest number of reports whose profile is put on a grid, for randomized response on two values and on more."""
CUTS = 32
"""The number of subdivisions in the search for the worst data at each grid point: fewer than for a single answer."""


def _adaptive(case: ch.Case) -> str | None:
    """A shuffle that does not say that its reports are independent may be any."""
    return None if case.get("adaptive") is False else "a report may depend on those before it"


def _apart(case: ch.Case) -> str | None:
    return _adaptive(case) or ("eps is 0: a report says nothing" if case.epsilon == 0 else None)


def _stated(case: ch.Case) -> str | None:
    return _adaptive(case) or ("eps is 0: a report says nothing" if _response(case)[0] == 0 else None)


def _summed(case: ch.Case) -> str | None:
    most = response_blanket.MOST
    return _stated(case) or (None if case.number("n") <= most else f"its sum is taken for at most {most} reports")


def _two_values(case: ch.Case) -> str | None:
    most = shuffled_response.MOST
    more = "the response is one of more than two values" if _response(case)[1] > 2 else None
    return (
        _stated(case)
        or more
        or (None if case.number("n") <= most else f"the worst data are looked for among at most {most} reports")
    )


def _response(case: ch.Case) -> tuple[Fraction, Fraction]:
    """(eps0, k) of the shuffled randomized response."""
    within = ch.Case(case.wrapped, case.neighbours, local=True)
    return within.number("epsilon"), within.number("k")


def _laplace(case: ch.Case) -> Fraction:
    """eps0 of the shuffled Laplace mechanism."""
    within = ch.Case(case.wrapped, case.neighbours, local=True)
    return laplace_epsilon(within)


def _profile(
    case: ch.Case, epsilon0: Number, of: Callable[[Arithmetic, Value], blanket.Blanket], tail: Any
) -> ch.Profile:
    n = case.number("n")

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return xp.number(0) if epsilon >= xp.number(epsilon0) else tail(xp, of(xp, epsilon), xp.number(n), epsilon)

    return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(max_loss=epsilon0))


def _of_any(case: ch.Case, tail: Any) -> ch.Profile:
    return _profile(case, case.epsilon, formula_at(blanket.any_randomizer, case.epsilon), tail)


def _of_response(case: ch.Case, tail: Any) -> ch.Profile:
    epsilon0, k = _response(case)
    return _profile(case, epsilon0, formula_at(blanket.response, epsilon0, k), tail)


def _of_pair(case: ch.Case) -> ch.Profile:
    (epsilon0, k), n = _response(case), int(case.number("n"))

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return response_blanket.delta(xp, epsilon0, n, int(k), epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        above, target = (
            ch.Bracket.read(witness).above or Fraction(0),
            delta if isinstance(delta, float) else fraction_of(delta.lower()),
        )
        if not 0 <= above <= epsilon0 or (
            above < epsilon0 and not response_blanket.holds(epsilon0, n, int(k), above, Fraction(target))
        ):
            raise ch.Unavailable("delta at the proposed eps is not certainly at most the target")
        return xp.number(above)

    def for_epsilon(delta: Fraction) -> ch.Witness:
        return response_search.propose(epsilon0, n, int(k), delta)

    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(for_epsilon=for_epsilon, fields=ch.Bracket.fields(above={"high": epsilon0})[:1]),
        at_infinity=ch.AtInfinity(max_loss=epsilon0),
    )


def _of_laplace(case: ch.Case, tail: Any) -> ch.Profile:
    epsilon0 = _laplace(case)
    return _profile(case, epsilon0, formula_at(blanket.laplace, epsilon0), tail)


def _exact(case: ch.Case, cuts: int | None = None) -> ch.Profile:
    epsilon0, n = _response(case)[0], int(case.number("n"))
    cuts = shuffled_response.CUTS if cuts is None else cuts

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        above, below = (shuffled_response.delta(epsilon0, n, end, cuts) for end in _ends(xp, epsilon))
        return xp.hull(xp.number(below), xp.number(above))

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        pair = ch.Bracket.read(witness)
        above, below = pair.above or Fraction(0), pair.below or Fraction(0)
        if not 0 <= below <= above <= epsilon0 or not shuffled_response.delta(epsilon0, n, above) <= delta:
            raise ch.Unavailable("delta at the proposed eps is not certainly at most the target")
        if below > 0 and not shuffled_response.delta(epsilon0, n, below) >= delta:
            raise ch.Unavailable("the proposed eps is not certainly within a hair of the least one")
        return xp.hull(xp.number(below), xp.number(above))

    def for_epsilon(delta: Fraction) -> ch.Witness:
        return shuffled_search.propose(epsilon0, n, float(epsilon0), delta)

    fields = ch.Bracket.fields(above={"high": epsilon0}, below={"high": epsilon0})
    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(for_epsilon=for_epsilon, fields=fields),
        at_infinity=ch.AtInfinity(max_loss=epsilon0),
    )


def _ends(xp: Arithmetic, epsilon: Value) -> tuple[Fraction, Fraction]:
    """The rational ends of a ball of eps: delta decreases with eps, and is computed at rational numbers only."""
    with xp.in_balls(START_BITS) as ball:
        found = ball.number(epsilon)
        return fraction_of(found.lower()), fraction_of(found.upper())


def _pair(
    name: str, pattern: ch.OnStep | ch.OnWrapper, bound: Callable[..., ch.Profile], of: str, where: str, **more: Any
) -> list[ch.Theorem]:
    tails: dict[str, Any] = {
        "hoeffding": lambda *terms: blanket.hoeffding(*terms),
        "bennett": lambda *terms: blanket.bennett(*terms),
    }
    return [
        ch.Theorem(
            name=f"balle2019.{name}{tail}",
            takes=pattern,
            gives=ch.Profile,
            bound=partial(bound, tail=formula),
            statement=f"The privacy blanket of {of}, by {tail.capitalize()}'s inequality.",
            source=f"{PAPER}, {where}",
            latex=r"\delta\le\frac{1}{\gamma n}\,\mathbb{E}\left(\sum_{i=1}^{M}L_i\right)_+,\quad "
            r"M\sim\mathrm{Bin}(n,\gamma)",
            **more,
        )
        for tail, formula in tails.items()
    ]


def _cut_exactly(case: ch.Case) -> ch.Profile:
    return _exact(case, CUTS)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The blanket of any pure randomizer, of Laplace noise and, summed exactly, of randomized response; for two values
    the exact profile."""
    anything, response = ch.OnWrapper("shuffled", ch.Pure), ch.OnStep("shuffled", "randomized-response")
    noise = ch.OnStep("shuffled", "laplace")
    return [
        *_pair("", anything, _of_any, "any eps0-DP randomizer", "Lemma 5.2 and Section 5", conditions=_apart),
        *_pair("response-", response, _of_response, "k-ary randomized response", "Section 5.2", conditions=_stated),
        *_pair(
            "laplace-",
            noise,
            _of_laplace,
            "Laplace noise on one number (not on several)",
            "Section 5.3",
            conditions=_adaptive,
            use=ch.Use.BY_NAME,
        ),
        ch.Theorem(
            name="balle2019.response-pair",
            takes=response,
            gives=ch.Profile,
            bound=_of_pair,
            conditions=_summed,
            statement="The privacy blanket of k-ary randomized response, summed: one report among those that say "
            "nothing.",
            source=f"{PAPER}, Theorem 3.1 and Section 5.2",
            latex=r"\delta\le\frac{1}{\gamma n}\,\mathbb{E}\left(\sum_{i=1}^{M}L_i\right)_+,"
            r"\quad\gamma=\frac{k}{e^{\varepsilon_0}+k-1}",
        ),
        ch.Theorem(
            name="shuffled-response.profile",
            takes=response,
            gives=ch.Profile,
            bound=_exact,
            conditions=_two_values,
            statement="The exact profile of shuffled randomized response on two values: the worst over all data of "
            "the others.",
            source="direct computation",
            latex=r"\delta(\varepsilon)=\max_{a+b=n-1}\max_x\left(\Pr[Y+\mathrm{Bern}(p)\ge x]"
            r"-e^{\varepsilon}\Pr[Y+\mathrm{Bern}(q)\ge x]\right)",
            side=ch.Side.EXACT,
        ),
        _pld("balle2019.response-pair-pld", "balle2019.response-pair", _of_pair, _summed_on_grid, PAPER),
        _pld("shuffled-response.pld", "shuffled-response.profile", _cut_exactly, _two_values, "direct computation"),
    ]


def _pld(
    name: str,
    base: str,
    bound: Callable[[ch.Case], ch.Profile],
    conditions: Callable[[ch.Case], str | None],
    source: str,
) -> ch.Theorem:
    statement = f"Connect the dots of the profile of {base}, computed less finely."
    pattern = ch.OnStep("shuffled", "randomized-response")
    return pld.theorem(name, pattern, bound, _intervals, conditions, statement, source)


def _intervals(case: ch.Case) -> int:
    return MEDIUM if _response(case)[1] == 2 else COARSE


def _summed_on_grid(case: ch.Case) -> str | None:
    most = MAX_TWO_VALUES if _response(case)[1] == 2 else MAX_MORE_VALUES
    exact = "on two values the exact profile is put on a grid" if _two_values(case) is None else None
    return (
        _summed(case)
        or exact
        or (None if case.number("n") <= most else f"its sum is put on a grid for at most {most} reports")
    )


register_claims = ch.claims_in(
    f"{__package__}.claims", ".blanket .blanket_core .blanket_printed .response_blanket .shuffled_response"
)
