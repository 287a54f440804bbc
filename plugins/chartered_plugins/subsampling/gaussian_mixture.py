"""Mixtures of Gaussians: Gaussian noise on a number that a record changes by a random amount. The Poisson-sampled
Gaussian is the case of two amounts, 0 and the sensitivity."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import enclose, fraction_of

from ..loss_distribution.formulas import connect_the_dots
from ..loss_distribution.guarantee import FINE, LossDistribution
from .formulas import gaussian_mixture as mixture, replaced_mixture as replaced

SOURCE = "Choquette-Choo, Ganesh, Steinke, Thakurta 2023, Section 4"


def amounts(case: ch.Case) -> dict[Fraction, Fraction]:
    """The probability of each amount."""
    found: dict[Fraction, Fraction] = {}
    for amount, p in zip(case.numbers("sensitivities"), case.numbers("probabilities"), strict=True):
        found[amount] = found.get(amount, Fraction(0)) + p
    return found


def mechanism() -> ch.Mechanism:
    """The mixture of Gaussians."""
    return ch.Mechanism(
        "gaussian-mixture",
        "adds N(0, sigma^2) noise to a number that a record moves up by a random amount, drawn for each run",
        (
            ch.Parameter(
                "sigma", "standard deviation of the noise", safer="larger", monotone="gaussian-mixture.monotone"
            ),
            ch.Parameter(
                "sensitivities", "the amounts by which a record may move the number", open_low=False, many=True
            ),
            ch.Parameter("probabilities", "the probability of each amount", high=1, many=True),
        ),
        source=SOURCE,
        requires=ch.Neighbours.ADD_OR_REMOVE,
        sampling="the amount of each record is drawn anew for each run, and secret",
        conflict=_conflict,
    )


def _conflict(settings: Mapping[str, Fraction | str | bool]) -> str | None:
    lists = [str(settings[key]).split(":") for key in ("sensitivities", "probabilities")]
    if len(lists[0]) != len(lists[1]):
        return f"{len(lists[0])} sensitivities and {len(lists[1])} probabilities"
    if sum(map(Fraction, lists[1])) != 1:
        return f"the probabilities add up to {float(sum(map(Fraction, lists[1])))}, and not to exactly 1"
    return None if any(map(Fraction, lists[0])) else "no sensitivity is above 0"


def theorems() -> list[ch.Theorem]:
    """One amount or two as a plain or sampled Gaussian; the profile, both directions of losses, and a GDP bound by the
    largest amount."""
    of = ch.OnStep("gaussian-mixture")
    return [
        *_rewritings(),
        *_replaced(of),
        ch.Theorem(
            name="gaussian-mixture.profile",
            takes=of,
            gives=ch.Profile,
            bound=_profile,
            conditions=several_amounts,
            statement="Outcomes beyond a threshold tell a record apart best. Any threshold t encloses the profile, and "
            "the best one attains it: from above by the Gaussian profiles of the amounts, each at an eps of its own.",
            source=f"ours; {SOURCE}, for the pair",
            side=ch.Side.EXACT,
            latex=r"\delta(\varepsilon)=\min_t\sum_i p_i\,\delta_{m_i}"
            r"\left(\varepsilon+m_it-\tfrac{m_i^2}2-\ell(t)\right),\;"
            r"\ell(t)=\log\sum_i p_ie^{m_it-m_i^2/2},\;m_i=s_i/\sigma",
        ),
        ch.Theorem(
            name="gaussian-mixture.pld",
            takes=of,
            gives=LossDistribution,
            bound=lambda case: LossDistribution(((_directions(case), 1),), (0,), FINE),
            conditions=several_amounts,
            statement="The two directions of the mixture's profile, each by thresholds of its own, are those of a "
            "dominating pair: sum p_i N(s_i) and N(0).",
            source=f"ours; {SOURCE}, for the pair",
        ),
        ch.Theorem(
            name="gaussian-mixture.gdp",
            takes=of,
            gives=ch.GDP,
            bound=lambda case: ch.GDP(mu_squared=(max(amounts(case)) / case.number("sigma")) ** 2),
            conditions=several_amounts,
            statement="A mixture is mu-GDP with mu = s/sigma for the largest amount s.",
            source="joint convexity of the hockey-stick divergence",
            latex=r"\mu=\max_i s_i/\sigma",
        ),
    ]


def _replaced(of: ch.OnStep) -> list[ch.Theorem]:
    """Under replace-one: both records draw an amount, and move the outcome in opposite directions."""
    source = "ours, by Kahane's inequality"
    latex = r"P=\sum_ip_i\,N(m_i,1),\;Q=\sum_ip_i\,N(-m_i,1),\;m_i=s_i/\sigma"
    pair = "Where a record is replaced, each of the two draws an amount for itself, and the worst move the outcome in "
    return [
        ch.Theorem(
            name="gaussian-mixture.replaced-profile",
            takes=of,
            gives=ch.Profile,
            bound=lambda case: replaced_profile(_parts(case)),
            conditions=several_amounts,
            statement=f"{pair}opposite directions, by all of their amounts: sum p_i N(s_i) and sum p_i N(-s_i) "
            "dominate every pair. Any threshold encloses their profile, and the best one attains it.",
            source=source,
            latex=latex,
            side=ch.Side.EXACT,
            changes_relation=True,
            never_looser_than=("group.profile",),
        ),
        ch.Theorem(
            name="gaussian-mixture.replaced-pld",
            takes=of,
            gives=LossDistribution,
            bound=lambda case: replaced_losses(_parts(case)),
            conditions=several_amounts,
            statement=f"{pair}opposite directions. The pair is the same in both orders, and dominates in products.",
            source=source,
            latex=latex,
            changes_relation=True,
        ),
    ]


def several_amounts(case: ch.Case) -> str | None:
    """More than one amount is above 0: else it is a Gaussian, or one on a Poisson sample."""
    if not case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE):
        return "a mixture is compared under add-or-remove neighbours"
    return None if len(set(amounts(case)) - {0}) > 1 else "it is a Gaussian, or one on a Poisson sample"


def _rewritings() -> list[ch.Theorem]:
    def gaussian(case: ch.Case) -> ch.Step:
        return ch.Step("gaussian", (("sigma", case.number("sigma")), ("sensitivity", max(amounts(case)))))

    def sampled(case: ch.Case) -> ch.Step:
        return ch.Step("poisson", (("rate", amounts(case)[max(amounts(case))]),), gaussian(case))

    return [
        _rewriting("gaussian", gaussian, 1, "A mixture of one amount is a Gaussian of that sensitivity."),
        _rewriting("poisson", sampled, 2, "A mixture of 0 and another amount is a Gaussian on a Poisson sample."),
    ]


def _rewriting(name: str, bound: Callable[[ch.Case], ch.Step], amounts_in_all: int, statement: str) -> ch.Theorem:
    """For a single positive amount among `amounts_in_all` amounts."""

    def conditions(case: ch.Case) -> str | None:
        found = amounts(case)
        return None if len(found) == amounts_in_all and len(set(found) - {0}) == 1 else ""

    return ch.Theorem.rewriting(
        name=f"gaussian-mixture.{name}",
        takes=ch.OnStep("gaussian-mixture"),
        bound=bound,
        conditions=conditions,
        statement=statement,
        changes_relation=amounts_in_all == 1,
    )


def _parts(case: ch.Case) -> mixture.Parts:
    """(probability, mean in units of sigma) of each amount."""
    return tuple((p, amount / case.number("sigma")) for amount, p in sorted(amounts(case).items(), reverse=True))


def _end(case: ch.Case) -> Fraction | None:
    """If one amount is 0 with probability p_0, an eps just above -log p_0, from which on no outcome is e^eps times
    likelier without the record than with it; otherwise None."""
    none = amounts(case).get(Fraction(0))
    return None if none is None else fraction_of(enclose(lambda xp: -xp.log(xp.number(none))).hi)


def _directions(case: ch.Case) -> tuple[connect_the_dots.Direction, connect_the_dots.Direction]:
    """Removal and addition, each enclosed by means of a threshold found in floats."""
    parts, end = _parts(case), _end(case)

    def removal(xp: Arithmetic, epsilon: Value) -> Value:
        t = xp.number(mixture.propose_threshold(parts, mixture.middle(epsilon), up=False))
        return xp.hull(mixture.removal_below(xp, parts, epsilon, t), mixture.removal_above(xp, parts, epsilon, t))

    def addition(xp: Arithmetic, epsilon: Value) -> Value:
        if end is not None and epsilon >= xp.number(end):
            return xp.number(0)
        t = xp.number(mixture.propose_threshold(parts, -mixture.middle(epsilon), up=True))
        return xp.hull(mixture.addition_below(xp, parts, epsilon, t), mixture.addition_above(xp, parts, epsilon, t))

    return connect_the_dots.Direction(removal), connect_the_dots.Direction(addition, max_loss=end)


def _replacement(parts: mixture.Parts) -> connect_the_dots.Direction:
    """The divergence where a record is replaced, enclosed by means of a threshold found in floats."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        x = xp.number(replaced.propose_threshold(parts, mixture.middle(epsilon)))
        return xp.hull(replaced.below(xp, parts, epsilon, x), replaced.above(xp, parts, epsilon, x))

    return connect_the_dots.Direction(curve)


def replaced_losses(parts: mixture.Parts) -> LossDistribution:
    """The losses of two records that move the outcome by these amounts in opposite directions."""
    direction = _replacement(parts)
    return LossDistribution((((direction, direction), 1),), (0,), FINE)


def replaced_profile(parts: mixture.Parts) -> ch.Profile:
    """Their privacy profile."""
    direction = _replacement(parts)
    return ch.Profile(
        delta=lambda xp, epsilon, _: direction.curve(xp, epsilon), evaluation=ch.Evaluation(slow=True), worst_pair=True
    )


def _profile(case: ch.Case) -> ch.Profile:
    """The maximum over both directions."""
    removal, addition = _directions(case)
    return ch.Profile(
        delta=lambda xp, epsilon, _: xp.maximum(removal.curve(xp, epsilon), addition.curve(xp, epsilon)),
        evaluation=ch.Evaluation(slow=True),
        asymmetric=True,
    )
