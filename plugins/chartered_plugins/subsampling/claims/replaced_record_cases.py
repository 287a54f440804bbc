"""Claims about the shipped profiles of a replaced record in a Poisson sample that are exact: compared with sums over
all outcomes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, case, numbers, registered
from chartered_verify.arithmetic import Value

_compared = partial(Sampled, "balls", bits=192)
BOOK = Proofs("poisson", "Balle, Barthe, Gaboardi 2018", at="ours; direct computation")
RATES, EPSILONS = numbers("1/100 1/3 9/10"), numbers("0 1/200 1/20 2/5 1 3")


def mixed(xp: Any, rate: Fraction, outputs: Sequence[Sequence[Value]]) -> tuple[list[Value], list[Value]]:
    """The sampled outputs with either record, from those without a record and with either alone."""
    q, (without, *alone) = xp.number(rate), outputs
    one, other = ([(1 - q) * r + q * x for r, x in zip(without, those, strict=True)] for those in alone)
    return one, other


def gains(xp: Any, ahead: Sequence[Value], back: Sequence[Value], epsilon: Fraction) -> Value:
    """The sum of the positive gains of outcomes."""
    level = xp.exp(xp.number(epsilon))
    return sum((xp.positive(p - level * q) for p, q in zip(ahead, back, strict=True)), xp.number(0))


def shipped(step: str, rate: Fraction, inner: str) -> ch.Profile:
    """The registered profile of a step in a sample, from the add-or-remove profile that the theorem `inner` states."""
    own = registered(inner).apply(case(step))
    own = registered("gdp.profile").apply(own) if isinstance(own, ch.GDP) else own
    found = registered("poisson.exact-replaced-profile").apply(case(f"poisson:rate={rate}/{step}", own))
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


@BOOK.soundness(
    "exact-replaced-profile.integers",
    "With discrete Laplace and discrete Gaussian noise the shipped delta is the sum of the gains of all outcomes, to "
    "24 digits after the point.",
    "two mechanisms, 3 rates, 6 eps",
    _compared(digits=24, which=list(_KNOWN), q=RATES, eps=EPSILONS),
)
def _on_the_integers(xp: Any, which: tuple[str, str], q: Fraction, epsilon: Fraction) -> bool:
    outputs = [_KNOWN[which](xp, at) for at in (0, 3, -3)]
    exact = gains(xp, *mixed(xp, q, outputs), epsilon)
    found = shipped(which[0], q, which[1]).delta(xp, xp.number(epsilon), {})
    return bool(abs(found - exact) < xp.number(Fraction(1, 10**24)) and found.rad() < 2.0**-100)


def worst(xp: Any, failing: Fraction, epsilon: Fraction = Fraction(1)) -> list[list[Value]]:
    """Outputs without a record and with either, of a mechanism that is (epsilon, failing)-DP and no better: on [0, 1],
    spread evenly without a record, with the densities e^epsilon, e^-epsilon and 0 with the one, from the left, and from
    the right with the other; and two outcomes beside it, each of which discloses one of them."""
    e, d = xp.exp(xp.number(epsilon)), xp.number(failing)
    first = (1 - d) / (1 + e)
    places = sorted([xp.number(0), d, first, 1 - d, 1 - first, xp.number(1)], key=float)
    none, one, other = list[Value](), list[Value](), list[Value]()
    for low, high in pairwise(places):
        middle = (low + high) / 2
        none.append(high - low)
        for found, at in ((one, middle), (other, 1 - middle)):
            found.append((high - low) * (e if at < first else 1 / e if at < 1 - d else 0))
    return [[*none, xp.number(0), xp.number(0)], [*one, d, xp.number(0)], [*other, xp.number(0), d]]


@BOOK.soundness(
    "exact-replaced-profile.stated",
    "Of a stated pure or approximate guarantee the shipped delta is that of one mechanism that has it and no better.",
    "eps 1 with four delta, 3 rates, 8 eps",
    _compared(digits=30, q=RATES, failing="0 1/1000 1/5 3/5", eps=(*EPSILONS, *numbers("1/100 7/4"))),
)
def _stated(xp: Any, q: Fraction, failing: Fraction, epsilon: Fraction) -> bool:
    exact = gains(xp, *mixed(xp, q, worst(xp, failing)), epsilon)
    step = f"approximate:epsilon=1,delta={failing}" if failing else "pure:epsilon=1"
    found = shipped(step, q, f"{step.partition(':')[0]}.worst-case").delta(xp, xp.number(epsilon), {})
    return bool(found.overlaps(exact) and found.rad() < 2.0**-100)
