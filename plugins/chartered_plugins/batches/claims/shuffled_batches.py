"""Claims about shuffled batches: that a secret order costs no more than a public one, both ends in numbers, and that
the number of Poisson samples is no bound for them."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Each, Notation, Proofs, Range, Rewrites, Sampled, near, numbers, registered
from chartered.proving.proof_parts import Nonnegative, Same
from chartered.proving.tables_of_answers import Conditions, case, replaced
from flint import arb

NAME, SOURCE = "shuffled-batches", "Chua et al. 2024 (2403.17673); ours"
NOTATION = Notation(
    ranges={"w y": Range.chance((Fraction(1, 100), Fraction(99, 100))), "p q r s x": (Fraction(1, 100), 1)}
)
BOOK = Proofs(NAME, SOURCE, at="definition", notation=NOTATION)
ONE, TWO = "shuffled-batches:steps=1,epochs=3/laplace:scale=2", "shuffled-batches:steps=50,epochs=3/laplace:scale=2"
GAUSSIAN = "shuffled-batches:steps={},epochs={}/gaussian:sigma={}"

BOOK.identity(
    "whole.written-out",
    "One batch an epoch is the wrapped step, once for each epoch.",
    "an example, run, and one of several batches, refused",
    Rewrites(f"{NAME}.whole", ONE, "laplace:scale=2,times=3"),
    Conditions(f"{NAME}.whole", holds=[case(ONE)], fails=[case(TWO)]),
)
BOOK.identity(
    "revealed.written-out",
    "With the order revealed an epoch is one step for each record, so that E epochs are E steps; not where numbers of "
    "the wrapped step hold for null records, and a record is replaced by any other.",
    "examples, run, and those refused",
    Rewrites(f"{NAME}.revealed", TWO, "laplace:scale=2,times=3"),
    Conditions(
        f"{NAME}.revealed",
        holds=[case(TWO), replaced(TWO)],
        fails=[case(ONE), replaced(TWO.replace("laplace:scale=2", "pure:epsilon=1"))],
    ),
)
BOOK.soundness(
    "revealed.mixture",
    "A mixture of pairs, one for each order, is no easier to tell apart than the order and its pair: of two orders "
    "with the gains p - q and r - s, the gain of the mixture is at most that of the positive parts, p and r.",
    "joint convexity",
    "all weights w of an order, all p, q, r, s >= 0",
    Nonnegative("what is lost", "w*p + (1 - w)*r - (w*(p - q) + (1 - w)*(r - s))"),
    so="The gain is P - e^eps Q of an outcome; its positive part adds up to delta. The order does not depend on the "
    "records, so that it has the same weights in both data sets. Given the order, the record is in one batch of an "
    "epoch, and the other batches are the same.",
)
BOOK.soundness(
    "fewer",
    "What fewer epochs show is what more epochs show, with the outcomes of the last ones left out.",
    "data processing",
    "the chance x of what the first epochs show, and the chances y and 1 - y of what follows it",
    Same("summed over what follows", "x*y + x*(1 - y)", "x"),
)


def profile_of(text: str, *, other: bool = False) -> ch.Profile:
    """The shipped profile of such a step, under zero-out or (`other`) replace-one neighbours."""
    step = ch.parse(text).step
    theorem = registered(f"{NAME}.{'replaced-' if other else ''}gaussian")
    found = theorem.apply(ch.Case(step, ch.Neighbours.ZERO_OUT))
    assert isinstance(found, ch.Profile)
    return found


def lower_end(found: ch.Profile) -> ch.Profile:
    """The profile from below that goes with an upper one."""
    assert found.dominated is not None
    return found.dominated


def _interval(xp: Any, low: Fraction, shift: Any) -> Any:
    return xp.ndtr(xp.number(low + Fraction(1, 2)) - shift) - xp.ndtr(xp.number(low) - shift)


@BOOK.soundness(
    "gaussian.cells",
    "Whatever the gradients of the others are, the cells of a grid do not tell two data sets in two batches apart by "
    "more than the upper end allows: with a null record, and with a replaced one.",
    "direct computation",
    "2 noises, 3 gradients of the others, 4 pairs of records, 2 eps; a grid of 25 by 25 cells",
    Sampled(
        "balls: probabilities of cells",
        digits=10,
        bits=96,
        why="delta of a mixture of normal laws in the plane has no closed form: it is bounded from below by cells",
        sigma="1/2 1",
        others="-1 0 1",
        records=[tuple(numbers(pair)) for pair in ("1 0", "0 1", "1 -1", "-1 1")],
        eps="0 1",
    ),
)
def _cells(xp: Any, sigma: Fraction, others: Fraction, records: tuple[Fraction, Fraction], epsilon: Fraction) -> bool:
    """Whether the cells of a grid in which one data set is likelier by more than e^eps gain less than the upper end: of
    two batches, one of them with the record, which one is unknown."""
    grid = [Fraction(k, 2) for k in range(-12, 13)]
    rows = []
    for record in records:
        shifts = (xp.number((record - others) / sigma), xp.number(0))
        moved, still = ([_interval(xp, low, shift) for low in grid] for shift in shifts)
        rows.append(
            [(a * d + b * c) / 2 for a, b in zip(moved, still, strict=True) for c, d in zip(moved, still, strict=True)]
        )
    grown, gain = xp.exp(xp.number(epsilon)), arb(0)
    for p, q in zip(*rows, strict=True):
        gain += xp.positive(p - grown * q)
    found = profile_of(GAUSSIAN.format(2, 1, sigma), other=0 not in records)
    return bool(gain.lower() <= found.delta(xp, xp.number(epsilon), {}).upper())


_STEPS = (((10000, "0.4"), 4), ((1000, "0.5"), 2), ((100, "1"), 1))
_ENDS = {
    "gaussian": (
        *("0.226055636664144 0.243819897342357", "0.248661010680567 0.331897998776829"),
        "0.0167057960785729 0.126936737506643",
    ),
    "replaced-gaussian": (
        *("0.370143139892533 0.929040473385943", "0.330486906204056 0.887309233283397"),
        "0.0266685798180662 0.509861660054670",
    ),
}
"""Both ends of each of these steps."""
for name, other, data in (("gaussian", False, "2 and 1"), ("replaced-gaussian", True, "2 and 0")):

    def _known(xp: Any, step: tuple[int, str], epsilon: int, ends: tuple[Fraction, ...], other: bool = other) -> bool:
        found = profile_of(GAUSSIAN.format(step[0], 1, step[1]), other=other)
        witness = lower_end(found).search(ch.Question.delta(epsilon))
        low = lower_end(found).delta(xp, xp.number(epsilon), witness)
        high = found.delta(xp, xp.number(epsilon), {})
        return all(near(end, xp.number(known), 10) for end, known in zip((low, high), ends, strict=True))

    BOOK.identity(
        f"{name}.numbers",
        f"Both ends for one epoch, with the shifts {data}: of 10000, 1000 and 100 batches, the noise 0.4, 0.5 and 1, "
        "at eps 4, 2 and 1.",
        "two programs",
        "three numbers of batches",
        Each(
            "run: both ends to 10 digits",
            _known,
            [(*step, numbers(ends)) for step, ends in zip(_STEPS, _ENDS[name], strict=True)],
            bits=128,
        ),
    )


@BOOK.erratum(
    "erratum.poisson",
    "The number of Poisson samples is no bound for shuffled batches: of an epoch of 10000 batches with the noise 0.4, "
    "delta at eps = 4 is at least 0.226.",
    "Chua et al. 2024 (2403.17673)",
    "sigma = 0.4, t = 10000, E = 1, eps = 4",
    Each("run: 0.226 against 0.0000118", cases=[()], bits=128),
    printed="delta <= delta of t Poisson samples at the rate 1/t (what common accountants print for shuffled loaders)",
    corrected="delta between the two ends of shuffled-batches",
)
def _far_above(xp: Any) -> bool:
    poisson = ch.Ledger("poisson:rate=1/10000/gaussian:sigma=0.4,times=10000").delta(4)
    witness = {"threshold": Fraction("5.4466985"), "epochs": Fraction(1)}
    shuffled = lower_end(profile_of(GAUSSIAN.format(10000, 1, "0.4"))).delta(xp, xp.number(4), witness)
    return bool(shuffled > xp.number(Fraction("0.226")) and poisson.upper < 1.18e-5)
