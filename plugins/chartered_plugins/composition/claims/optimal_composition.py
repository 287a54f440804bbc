"""Claims about optimal composition: the product of all answers bounds every adaptive composition, and is one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.cases import every
from chartered.proving.registered import accountant, bound
from chartered.proving.steps import Formula, chain, same
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.approximate import outcomes
from ..formulas import binomial, randomized_response_products as responses
from .worst_responses import APPROXIMATE, PURE

OPTIMAL = Book("optimal", "Kairouz, Oh, Viswanath 2015")
claims = OPTIMAL.claims


def answers(*pairs: tuple[Fraction, int], delta: Fraction = Fraction(0)) -> ch.Responses:
    """So many answers at each eps, of which some run fails with this probability."""
    return ch.Responses(counts=dict(pairs), delta=delta)


def summed(*pairs: tuple[Fraction, int], delta: Fraction = Fraction(0)) -> ch.Profile:
    """Their shipped exact profile."""
    found: ch.Profile = bound("composition", "responses.profile")(answers(*pairs, delta=delta))
    return found


@OPTIMAL.soundness(
    "composition.sound",
    "One run more takes the profile f of the answers so far to d + (1-d) (A f(eps - eps0) + f(eps + eps0))/(1+A), "
    "which bounds E_Q[g(x)]: "
    "the profile of all answers bounds every adaptive composition.",
    "Theorem 3.3; Murtagh, Vadhan 2016, Theorem 1.5",
    "0 to 5 answers at two eps and one more at either or at a third, d in {0, 1/10}, five eps, negative ones too",
)
def _sound(effort: Effort) -> Verdict:
    def grows(fewer: int, more: int, added: Fraction, share: Fraction, delta: Fraction) -> bool:
        pairs = [(Fraction(1, 5), fewer), (Fraction(1, 2), more)]
        before = summed(*((e, k) for e, k in pairs if k))
        law = accountant("composition", "optimal")
        whole = law.compose([answers(*((e, k) for e, k in pairs if k)), answers((added, 1), delta=delta)])
        after = bound("composition", "responses.profile")(whole)
        epsilon = share * responses.total(tuple(whole.counts.items()))
        with balls(256) as xp:
            truth, lie = binomial.weights(xp, xp.number(added), 1, 0, 1)
            rest = [before.delta(xp, xp.number(epsilon + sign * added), {}) for sign in (-1, 1)]
            said = xp.number(delta) + (1 - xp.number(delta)) * (truth * rest[0] + lie * rest[1])
            found = after.delta(xp, xp.number(epsilon), {})
            return bool(found.overlaps(said)) and bool((found - said).rad() * 10**40 < 1)

    shares = tuple(map(Fraction, ("-1/2", "0", "1/7", "1/2", "9/10")))
    cases = product(
        (0, 1, 3), (0, 1, 2), (Fraction(1, 5), Fraction(1, 2), Fraction(4, 5)), shares, (Fraction(0), Fraction(1, 10))
    )
    return chain(
        "Without runs f(eps) = (1 - e^eps)_+. f bounds the runs still to come whatever came before, so they may "
        "adapt; randomized response "
        "answers do not, and attain the bound (optimal.composition.attained).",
        ("eps0-DP runs", PURE.verdict("response.sound", effort)),
        ("(eps0, d)-DP runs", APPROXIMATE.verdict("response.sound", effort)),
        ("the shipped profile grows so", every(grows, list(cases), "balls overlap")),
    )


@OPTIMAL.identity(
    "composition.attained",
    "The product of the mechanisms of four outcomes, a failure in either direction, the truth and the lie, has just "
    "that profile, summed "
    "over all 4^k outcomes.",
    "Theorem 3.3",
    "lists of up to 4 runs at eps in {1/5, 1/2, 7/3}, failing with probability 0 or 1/10, five eps",
)
def _attained(effort: Effort) -> Verdict:
    def attains(runs: tuple[tuple[Fraction, Fraction], ...], share: Fraction) -> bool:
        law = accountant("composition", "optimal")
        whole = law.compose([answers((e, 1), delta=d) for e, d in runs])
        epsilon = share * responses.total(tuple(whole.counts.items()))
        found = bound("composition", "responses.profile")(whole)
        with balls(256) as xp:
            stick = xp.number(0)
            level = xp.exp(xp.number(epsilon))
            four = [outcomes(xp.number(0), xp.exp(xp.number(e)) - 1, xp.number(d / (1 - d))) for e, d in runs]
            for chosen in product(*four):
                p, q = xp.number(1), xp.number(1)
                for of_p, of_q in chosen:
                    p, q = p * of_p, q * of_q
                stick = stick + xp.positive(p - level * q)
            said = found.delta(xp, xp.number(epsilon), {})
            return bool(said.overlaps(stick)) and bool((said - stick).rad() * 10**40 < 1)

    steps = list(product(map(Fraction, ("1/5", "1/2", "7/3")), (Fraction(0), Fraction(1, 10))))
    lists = [(one,) for one in steps] + [
        tuple(steps[i] for i in (0, 1, 3)),
        tuple(steps[i] for i in (1, 1, 2, 4)),
        tuple(steps[:4]),
    ]
    return every(attains, list(product(lists, map(Fraction, ("0", "1/7", "1/3", "9/10", "1")))), "balls overlap")


@OPTIMAL.identity(
    "composition.times",
    "Three runs of one guarantee are the composition of three: the same counts, and the same probability that one "
    "fails.",
    "Theorem 3.3",
    "three runs, all eps > 0, 0 <= delta < 1",
)
def _times(effort: Effort) -> Verdict:
    law = accountant("composition", "optimal")

    def of(xp: Any, t: Any) -> ch.Responses:
        return ch.Responses(counts={Fraction(1, 5): 2, Fraction(1): 1}, delta=lambda _: t / (1 + t))

    def counted(found: ch.Responses) -> Any:
        return sum(3**n * k for n, (_, k) in enumerate(sorted(found.counts.items())))

    def by(law_of: Formula) -> Formula:
        return lambda xp, t: counted(law_of(of(xp, t))) + xp.number(law_of(of(xp, t)).delta)

    repeated = by(lambda g: law.compose([g] * 3))
    return same(by(lambda g: law.times(g, 3)), repeated, "t", {"t": (0, 9)}, effort)
