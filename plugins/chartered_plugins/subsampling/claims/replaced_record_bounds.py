"""Claims about the shipped bounds on a replaced record in a Poisson sample where none is exact: of random mechanisms;
and where each theorem answers."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Conditions, Kind, Proofs, Sampled, case, profile, registered
from chartered_verify.arithmetic import Value

from ...basics.claims.pairs import Pair, random_pairs
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...loss_distribution.guarantee import LossDistribution
from .replaced_record_cases import EPSILONS, RATES, gains, mixed

BOOK = Proofs("poisson", "Balle, Barthe, Gaboardi 2018")


def _triples(count: int, seed: int) -> Iterator[tuple[Pair, Pair]]:
    """Random outputs without a record and with either of two: two pairs with the same second distribution."""
    one, other = (list(random_pairs(count, (2, 3, 4), seed + k)) for k in range(2))
    for left, right in zip(one, other, strict=True):
        yield left, Pair(right.first, left.second)


def _larger(pairs: Sequence[Pair]) -> Callable[[Any, Value], Value]:
    one, other = pairs
    return lambda xp, e: xp.maximum(one.hockey_stick(xp, e), other.hockey_stick(xp, e))


@BOOK.soundness(
    "replaced-pld.random",
    "Of random mechanisms the shipped bound, from the directions of add-or-remove alone, is nowhere below the exact "
    "divergence of the sampled outputs, in either order of the two records.",
    "ours",
    "random rational outputs of 2 to 4 outcomes, 3 rates, 6 eps",
    Sampled("balls", digits=30, bits=128, which=lambda effort: list(_triples(8, effort.seed)), q=RATES, eps=EPSILONS),
)
def _random(xp: Any, which: tuple[Pair, Pair], q: Fraction, epsilon: Fraction) -> bool:
    back = [Pair(pair.second, pair.first) for pair in which]
    removal, addition = (Direction(_larger(pairs)) for pairs in (which, back))
    inner = LossDistribution((((removal, addition), 1),), (Fraction(0),))
    found = registered("poisson.replaced-pld").apply(case(f"poisson:rate={q}/exponential:epsilon=1", inner))
    (((bound, _), _),) = found.composition
    both = mixed(xp, q, [[xp.number(p) for p in law] for law in (which[0].second, *(pair.first for pair in which))])
    stated = bound.curve(xp, xp.number(epsilon))
    return not any(gains(xp, *order, epsilon) > stated for order in (both, both[::-1]))


def runs_of(n: int = 1, side: ch.Side = ch.Side.EXACT) -> LossDistribution:
    """The losses of this number of runs, of which each has the profile e^-eps/2."""
    one = Direction(lambda xp, e: xp.exp(-e) / 2)
    return LossDistribution((((one, one), n),), (Fraction(0),), side=side)


def flat(**more: Any) -> ch.Profile:
    """That profile."""
    return profile("exp(-eps)/2", **more)


NORMAL, OTHER = "poisson:rate=1/4/gaussian:sigma=1", "poisson:rate=1/4/exponential:epsilon=1"
NEARER = f"{NORMAL},sensitivity=1,replace-sensitivity=1"
FARTHER = f"{NORMAL},sensitivity=1,replace-sensitivity=3"
NEVER, ALWAYS = (f"poisson:rate={rate}/gaussian:sigma=1" for rate in (0, 1))
BOOK.stated(
    "replaced-profile.where-it-answers",
    "Replaced records are exact where the profile inside is, of noise and of stated guarantees, and replacing a record "
    "may change the query by twice the sensitivity; elsewhere they are bounded, at rates between 0 and 1.",
    "the conditions",
    "both sides of every end",
    Conditions(
        "poisson.exact-replaced-profile",
        [case(NORMAL, flat()), case(FARTHER, flat())],
        [
            case(NORMAL, flat(side=ch.Side.UPPER)),
            case(OTHER, flat()),
            case(NEARER, flat()),
            case(NEVER, flat()),
            case(ALWAYS, flat()),
        ],
    ),
    Conditions(
        "poisson.replaced-profile",
        [
            case(OTHER, flat()),
            case(OTHER, flat(asymmetric=True)),
            case(NEARER, flat()),
            case(NORMAL, flat(side=ch.Side.UPPER)),
        ],
        [case(NORMAL, flat()), case(OTHER, flat(propose=lambda question: {}))],
    ),
    Conditions(
        "poisson.replaced-pld",
        [case(OTHER, runs_of()), case(OTHER, runs_of(2)), case(NORMAL, runs_of(side=ch.Side.UPPER))],
        [case(NORMAL, runs_of()), case(NEVER, runs_of(side=ch.Side.UPPER))],
    ),
    Conditions("poisson.replaced-pure", [case(NORMAL, ch.Pure(epsilon=1))], [case(NEVER, ch.Pure(epsilon=1))]),
    kind=Kind.SOUNDNESS,
)
