"""Claims about the shipped bounds on a replaced record in a Poisson sample: compared with sums over all outcomes, of
mechanisms whose outputs are known and of random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import chartered as ch
from chartered.proving import Conditions, Kind, Proofs, Sampled, case, numbers, profile, registered
from chartered_verify.arithmetic import Value

from ...basics.claims.pairs import Pair, random_pairs
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...loss_distribution.guarantee import LossDistribution

BOOK = Proofs("poisson", "Balle, Barthe, Gaboardi 2018")
claims = BOOK.claims
RATES, EPSILONS = numbers("1/100 1/3 9/10"), numbers("0 1/200 1/20 2/5 1 3")


def _mixed(xp: Any, rate: Fraction, outputs: Sequence[Sequence[Value]]) -> tuple[list[Value], list[Value]]:
    """The sampled outputs with either record, from those without a record and with either alone."""
    q, (without, *alone) = xp.number(rate), outputs
    one, other = ([(1 - q) * r + q * x for r, x in zip(without, those, strict=True)] for those in alone)
    return one, other


def _gains(xp: Any, ahead: Sequence[Value], back: Sequence[Value], epsilon: Fraction) -> Value:
    level = xp.exp(xp.number(epsilon))
    return sum((xp.positive(p - level * q) for p, q in zip(ahead, back, strict=True)), xp.number(0))


def _shipped(step: str, rate: Fraction, inner: str) -> ch.Profile:
    """The registered profile of a step in a sample, from the add-or-remove profile that the theorem `inner` states."""
    whole = ch.parse(f"poisson:rate={rate}/{step}").step
    assert whole.inner is not None
    own = registered(inner).apply(ch.Case(whole.inner, ch.Neighbours.ADD_OR_REMOVE))
    own = registered("gdp.profile").apply(own) if isinstance(own, ch.GDP) else own
    found = registered("poisson.exact-replaced-profile").apply(ch.Case(whole, ch.Neighbours.ADD_OR_REMOVE, own))
    assert isinstance(found, ch.Profile)
    return found


def _on_integers(weight: Callable[[Any, int], Value]) -> Callable[[Any, int], list[Value]]:
    def outputs(xp: Any, at: int) -> list[Value]:
        weights = [weight(xp, k - at) for k in range(-160, 161)]
        total = sum((weight(xp, k) for k in range(-200, 201)), xp.number(0))
        return [one / total for one in weights]

    return outputs


_KNOWN: dict[tuple[str, str], Callable[[Any, int], list[Value]]] = {
    ("discrete-laplace:scale=2,sensitivity=3", "discrete-laplace.profile"): _on_integers(
        lambda xp, k: xp.exp(-xp.number(Fraction(abs(k), 2)))
    ),
    ("discrete-gaussian:sigma=3,sensitivity=3", "discrete-gaussian.profile"): _on_integers(
        lambda xp, k: xp.exp(-xp.number(Fraction(k * k, 18)))
    ),
}


def _on_the_integers(xp: Any, which: tuple[str, str], q: Fraction, epsilon: Fraction) -> bool:
    outputs = [_KNOWN[which](xp, at) for at in (0, 3, -3)]
    exact = _gains(xp, *_mixed(xp, q, outputs), epsilon)
    found = _shipped(which[0], q, which[1]).delta(xp, xp.number(epsilon), {})
    return bool(abs(found - exact) < xp.number(Fraction(1, 10**24)) and found.rad() < 2.0**-100)


BOOK.soundness(
    "exact-replaced-profile.integers",
    "With discrete Laplace and discrete Gaussian noise the shipped delta is the sum of the gains of all outcomes, to "
    "24 digits after the point.",
    "ours; direct computation",
    "two mechanisms, 3 rates, 6 eps",
    Sampled("balls", _on_the_integers, digits=24, bits=192, which=list(_KNOWN), q=RATES, eps=EPSILONS),
)


def _above(xp: Any, step: str, x: Fraction) -> Value:
    """The probability that noise of scale 1 is above x."""
    if step == "gaussian":
        return xp.ndtr(-xp.number(x))
    tail = xp.exp(-xp.number(abs(x))) / 2
    return tail if x >= 0 else 1 - tail


def _half_lines(xp: Any, step: str, q: Fraction, size: Fraction, epsilon: Fraction) -> bool:
    """Whether no half-line gains more than the shipped delta, and one of 400 almost as much."""
    level, rate = xp.exp(xp.number(epsilon)), xp.number(q)
    written = f"{step}:{'sigma' if step == 'gaussian' else 'scale'}={1 / size}"
    found = _shipped(written, q, "gaussian.gdp" if step == "gaussian" else "laplace.profile")

    def gain(t: Fraction) -> Value:
        none, one, other = (_above(xp, step, t - at) for at in (Fraction(0), size, -size))
        return (1 - rate) * none + rate * one - level * ((1 - rate) * none + rate * other)

    most, stated = xp.number(0), found.delta(xp, xp.number(epsilon), {})
    for k in range(400):
        most = xp.maximum(most, gain(Fraction(k, 40)))
    return bool(not most > stated and stated < most + xp.number(Fraction(1, 1000)))


BOOK.soundness(
    "exact-replaced-profile.half-lines",
    "With Gaussian and with Laplace noise no half-line gains more than the shipped delta, and the best of 400 is "
    "within 1/1000 of it.",
    "ours; direct computation",
    "two mechanisms, 3 rates, 2 sizes, 6 eps, half-lines that begin between 0 and 10",
    Sampled(
        "balls",
        _half_lines,
        digits=3,
        bits=128,
        step=("gaussian", "laplace"),
        q=RATES,
        size=numbers("1/2 2"),
        eps=EPSILONS,
    ),
)


def _worst(xp: Any, failing: Fraction) -> list[list[Value]]:
    """Outputs without a record and with either, of a mechanism that is (1, failing)-DP and no better: on [0, 1], spread
    evenly without a record, with the densities e, 1/e and 0 with the one, from the left, and from the right with the
    other; and two outcomes beside it, each of which discloses one of them."""
    e, d = xp.exp(xp.number(1)), xp.number(failing)
    first = (1 - d) / (1 + e)
    places = sorted([xp.number(0), d, first, 1 - d, 1 - first, xp.number(1)], key=float)
    none, one, other = list[Value](), list[Value](), list[Value]()
    for low, high in pairwise(places):
        middle = (low + high) / 2
        none.append(high - low)
        for found, at in ((one, middle), (other, 1 - middle)):
            found.append((high - low) * (e if at < first else 1 / e if at < 1 - d else 0))
    return [[*none, xp.number(0), xp.number(0)], [*one, d, xp.number(0)], [*other, xp.number(0), d]]


def _stated(xp: Any, q: Fraction, failing: Fraction, epsilon: Fraction) -> bool:
    exact = _gains(xp, *_mixed(xp, q, _worst(xp, failing)), epsilon)
    step = f"approximate:epsilon=1,delta={failing}" if failing else "pure:epsilon=1"
    found = _shipped(step, q, f"{step.partition(':')[0]}.worst-case").delta(xp, xp.number(epsilon), {})
    return bool(found.overlaps(exact) and found.rad() < 2.0**-100)


BOOK.soundness(
    "exact-replaced-profile.stated",
    "Of a stated pure or approximate guarantee the shipped delta is that of one mechanism that has it and no better.",
    "ours; direct computation",
    "eps 1 with four delta, 3 rates, 8 eps",
    Sampled(
        "balls",
        _stated,
        digits=30,
        bits=192,
        q=RATES,
        failing=numbers("0 1/1000 1/5 3/5"),
        eps=(*EPSILONS, *numbers("1/100 7/4")),
    ),
)


def _ends(xp: Any, q: Fraction, failing: Fraction) -> bool:
    step = f"approximate:epsilon=1,delta={failing}" if failing else "pure:epsilon=1"
    found = _shipped(step, q, f"{step.partition(':')[0]}.worst-case")
    end, limit = xp.number(found.at_infinity.max_loss), xp.number(found.at_infinity.delta)
    there, before = (found.delta(xp, end * xp.number(share), {}) for share in numbers("1 999/1000"))
    return bool(abs(there - limit) < 2.0**-50 and before > there and limit.overlaps(xp.number(q * failing)))


BOOK.soundness(
    "exact-replaced-profile.max-loss",
    "From the shipped maximal loss on delta has its limit, q times that of the mechanism, and not a thousandth before.",
    "direct computation",
    "eps 1 with four delta, 3 rates",
    Sampled("balls", _ends, digits=15, bits=192, q=RATES, failing=numbers("0 1/1000 1/10 1/5")),
)


def _cells(xp: Any, at: Sequence[Value]) -> list[Value]:
    """The probabilities of two coordinates of normal noise around a place, on a grid of cells."""
    ends = [Fraction(k, 4) for k in range(-20, 25)]
    alone = []
    for place in at:
        above = [xp.number(1), *(xp.ndtr(place - xp.number(end)) for end in ends), xp.number(0)]
        alone.append([high - low for high, low in pairwise(above)])
    return [one * other for one in alone[0] for other in alone[1]]


def _triangle(xp: Any, q: Fraction, between: Fraction, epsilon: Fraction) -> bool:
    """Whether the cells gain no more than the shipped delta for two records at the distance 1 from none, and nearer to
    each other than 2; that for twice the distance is that of the exact theorem."""
    half, step = xp.number(between / 2), "gaussian:sigma=1,sensitivity=1,replace-sensitivity={}"
    height = xp.sqrt(1 - half * half)
    outputs = [_cells(xp, at) for at in ((xp.number(0), xp.number(0)), (height, half), (height, -half))]
    exact = _gains(xp, *_mixed(xp, q, outputs), epsilon)
    normal = registered("gdp.profile").apply(ch.GDP(mu_squared=1))
    found = registered("poisson.replaced-profile").apply(case(f"poisson:rate={q}/{step.format(between)}", normal))
    farthest = _shipped("gaussian:sigma=1", q, "gaussian.gdp")
    nearer, whole = (one.delta(xp, xp.number(epsilon), {}) for one in (found, farthest))
    return not exact > nearer and not nearer > whole


BOOK.soundness(
    "replaced-profile.triangle",
    "Of normal noise in two dimensions, with both records at the distance 1 from none and less than 2 from each other, "
    "no cells gain more than the shipped delta, which is not above that of the distance 2.",
    "ours; direct computation",
    "3 rates, 4 distances, 6 eps, a grid of 45 by 45 cells",
    Sampled("balls", _triangle, digits=5, bits=96, q=RATES, between=numbers("1/10 1 3/2 199/100"), eps=EPSILONS),
)


def _triples(count: int, seed: int) -> Iterator[tuple[Pair, Pair]]:
    """Random outputs without a record and with either of two: two pairs with the same second distribution."""
    one, other = (list(random_pairs(count, (2, 3, 4), seed + k)) for k in range(2))
    for left, right in zip(one, other, strict=True):
        yield left, Pair(right.first, left.second)


def _larger(pairs: Sequence[Pair]) -> Callable[[Any, Value], Value]:
    one, other = pairs
    return lambda xp, e: xp.maximum(one.hockey_stick(xp, e), other.hockey_stick(xp, e))


def _random(xp: Any, which: tuple[Pair, Pair], q: Fraction, epsilon: Fraction) -> bool:
    """Whether the shipped bound by both directions of add-or-remove is above the divergences of the sampled outputs, in
    either order."""
    back = [Pair(pair.second, pair.first) for pair in which]
    removal, addition = (Direction(_larger(pairs)) for pairs in (which, back))
    step = ch.parse(f"poisson:rate={q}/exponential:epsilon=1").step
    inner = LossDistribution((((removal, addition), 1),), (Fraction(0),))
    found = registered("poisson.replaced-pld").apply(ch.Case(step, ch.Neighbours.ADD_OR_REMOVE, inner))
    (((bound, _), _),) = found.composition
    mixed = _mixed(xp, q, [[xp.number(p) for p in law] for law in (which[0].second, *(pair.first for pair in which))])
    stated = bound.curve(xp, xp.number(epsilon))
    return not any(_gains(xp, *order, epsilon) > stated for order in (mixed, mixed[::-1]))


BOOK.soundness(
    "replaced-pld.random",
    "Of random mechanisms the shipped bound, from the directions of add-or-remove alone, is nowhere below the exact "
    "divergence of the sampled outputs, in either order of the two records.",
    "ours",
    "random rational outputs of 2 to 4 outcomes, 3 rates, 6 eps",
    Sampled(
        "balls",
        _random,
        digits=30,
        bits=128,
        which=lambda effort: list(_triples(8, effort.seed)),
        q=RATES,
        eps=EPSILONS,
    ),
)


def _runs(n: int = 1, side: ch.Side = ch.Side.EXACT) -> LossDistribution:
    one = Direction(lambda xp, e: xp.exp(-e) / 2)
    return LossDistribution((((one, one), n),), (Fraction(0),), side=side)


def _flat(**more: Any) -> ch.Profile:
    return profile("exp(-eps)/2", **more)


NORMAL, OTHER = "poisson:rate=1/4/gaussian:sigma=1", "poisson:rate=1/4/exponential:epsilon=1"
NEARER = f"{NORMAL},sensitivity=1,replace-sensitivity=1"
FARTHER = f"{NORMAL},sensitivity=1,replace-sensitivity=3"
NEVER, ALWAYS = (f"poisson:rate={rate}/gaussian:sigma=1" for rate in (0, 1))
BOOK.stated(
    "replaced-profile.where-it-answers",
    "Replaced records are exact where the profile inside is, of noise and of stated guarantees, and replacing a record "
    "may change the query by twice the sensitivity; elsewhere they are bounded, for one run, at rates between 0 and 1.",
    "the conditions",
    "both sides of every end",
    Conditions(
        "poisson.exact-replaced-profile",
        [case(NORMAL, _flat()), case(FARTHER, _flat())],
        [
            case(NORMAL, _flat(side=ch.Side.UPPER)),
            case(OTHER, _flat()),
            case(NEARER, _flat()),
            case(NEVER, _flat()),
            case(ALWAYS, _flat()),
        ],
    ),
    Conditions(
        "poisson.replaced-profile",
        [case(OTHER, _flat()), case(NEARER, _flat()), case(NORMAL, _flat(side=ch.Side.UPPER))],
        [
            case(NORMAL, _flat()),
            case(OTHER, _flat(asymmetric=True)),
            case(OTHER, _flat(propose=lambda question: {})),
        ],
    ),
    Conditions(
        "poisson.replaced-pld",
        [case(OTHER, _runs()), case(NORMAL, _runs(side=ch.Side.UPPER))],
        [case(OTHER, _runs(2)), case(NORMAL, _runs()), case(NEVER, _runs(side=ch.Side.UPPER))],
    ),
    Conditions("poisson.replaced-pure", [case(NORMAL, ch.Pure(epsilon=1))], [case(NEVER, ch.Pure(epsilon=1))]),
    kind=Kind.SOUNDNESS,
)
