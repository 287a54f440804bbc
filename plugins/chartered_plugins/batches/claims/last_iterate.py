"""Claims about the last iterate of noisy gradient descent: what a step hides and what goes on, which order of batches
is the worst, and that quadratic losses attain what is stated for them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product

from chartered.proving import Conditions, Each, Notation, Proofs, Sampled, balls, case, registered, replaced
from chartered.proving.proof_parts import Nonnegative, Same

from ..formulas import last_iterate as formulas

NAME = "last-iterate"
_SHARE = (Fraction(1, 100), Fraction(99, 100))
NOTATION = Notation(ranges={"a b d r s u v z": (0, 5), "c w": (0, 1), "k x y": _SHARE})
BOOK = Proofs(NAME, "Bok, Su, Altschuler 2024; ours", at="direct computation", notation=NOTATION)

BOOK.soundness(
    "gdp.step",
    "Let a third process go from the iterate of the second data set by the weight 1 - w, and by w from that of the "
    "first. It is moved by w (c z + s), and z becomes (1 - w) (c z + s): together no more than all.",
    "all weights w, contractions c, distances z and shifts s",
    Same("what is hidden, and what goes on", "w*(c*z + s) + (1 - w)*(c*z + s)", "c*z + s"),
    so="All three processes have the same noise, so that z is a number and no random one. Given the iterate before, "
    "the third one is a Gaussian that is moved by at most w (c z + s), whatever the others were; so it composes as "
    "adaptive Gaussians do. With w = 1 in the last step it is the first process.",
)

BOOK.soundness(
    "gdp.least",
    "Of two steps of which the first one counts c times, the sum of squares is at least (c a + b)^2/(1 + c^2), and as "
    "much where a = c b.",
    "Cauchy-Schwarz inequality",
    "all parts a and b, contractions c",
    Nonnegative("in any ratio", "(a^2 + b^2)*(1 + c^2) - (c*a + b)^2", zero="a b"),
    Same("in the ratio c", "((c*b)^2 + b^2)*(1 + c^2)", "(c*(c*b) + b)^2"),
    so="Of more steps the first ones stand for one, whose parts have that ratio among themselves.",
)

BOOK.identity(
    "gdp.closed",
    "Sums of powers in closed form, squared and divided by the sum of squares.",
    "c^t = x of t steps; c^l = y of l batches, c^(l (E - 1)) = x",
    Same("of all records", "((1 - x)/(1 - k))^2/((1 - x^2)/(1 - k^2))", "(1 - x)*(1 + k)/((1 + x)*(1 - k))"),
    Same(
        "of batches", "(y*(1 - x)/(1 - y))^2/(k^2*(1 - x^2)/(1 - k^2))", "(y/k)^2*(1 - k^2)*(1 - x)/((1 - y)^2*(1 + x))"
    ),
    so="They are what is registered, and what the statements print.",
)

BOOK.soundness(
    "monotone",
    "Where losses contract more, or less is moved, or it is moved earlier, the same parts, or all that there is, hide "
    "it: what is left after a step never is more.",
    "a step that hides all but r; a contraction larger by u, a distance by v, a shift by d",
    Nonnegative("what is left, if anything is", "r - (c*z + s - ((c + u)*(z + v) + s + d - r))"),
    so="So the least sum of squares increases in the contraction, in the diameter, in the sensitivity and in the "
    "number of epochs, and a record costs the most that is in the last batch of each epoch.",
)


def _least(contraction: Fraction, shifts: Sequence[Fraction], start: Fraction = Fraction(0)) -> Fraction:
    """The least sum of squares that hides `start` and these shifts: the parts, each counted from the first step on, add
    up to a path below that of the shifts, and the cheapest one is the largest convex path from the origin."""
    points, time, height = [(Fraction(0), Fraction(0))], Fraction(0), start
    for step, shift in enumerate(shifts, 1):
        points.append((time, height))  # before the shift of the step
        time += contraction ** (-2 * step)
        height += shift * contraction**-step
    points.append((time, height))
    hull: list[tuple[Fraction, Fraction]] = []
    for x, y in points:
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]) >= (y - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        if hull and x == hull[-1][0]:
            y = min(y, hull.pop()[1])
        hull.append((x, y))
    cost = Fraction(0)
    for (x, y), (right, higher) in pairwise(hull):
        cost += (higher - y) ** 2 / (right - x)
    return cost


_CONTRACTIONS = (Fraction(1, 5), Fraction(9, 10), Fraction(99, 100), Fraction(1))


@BOOK.table(
    "batches.orders",
    "No order of batches costs more than the last of each epoch, and that as much as is stated: parts are never more "
    "than there is to hide.",
    "four contractions, up to four batches in up to four epochs, all orders",
    Sampled(
        "run: all orders, the least sum of squares of each in fractions",
        cases=[(c, *size) for c in _CONTRACTIONS for size in ((1, 1), (1, 6), (2, 1), (2, 4), (3, 3), (4, 3))],
    ),
)
def _orders(contraction: Fraction, batches: int, epochs: int) -> bool:
    with balls(120) as xp:
        stated = formulas.moved_squared(xp, contraction, batches, epochs)
        costs = []
        for chosen in product(range(batches), repeat=epochs):
            shifts = [Fraction(int(place == mine)) for mine in chosen for place in range(batches)]
            costs.append(_least(contraction, shifts))
        return not any(xp.number(cost) > stated for cost in costs) and stated.overlaps(xp.number(costs[-1]))


@BOOK.table(
    "batches.domain",
    "What is stated for the last epochs, which begin a diameter apart, hides that and all shifts.",
    "four contractions, up to four batches in up to five epochs, diameters of 1 to 50",
    Sampled(
        "run: the least sum of squares in fractions",
        cases=[
            (c, *size, Fraction(d))
            for c in _CONTRACTIONS
            for size in ((1, 1), (1, 5), (2, 1), (2, 4), (4, 3))
            for d in (1, 3, 50)
        ],
    ),
)
def _domain(contraction: Fraction, batches: int, epochs: int, diameter: Fraction) -> bool:
    shifts = [Fraction(int(place == batches - 1)) for _ in range(epochs) for place in range(batches)]
    with balls(120) as xp:
        stated = formulas.moved_squared(xp, contraction, batches, epochs, diameter)
        return not xp.number(_least(contraction, shifts, diameter)) > stated


def _enclosed(theorem: str, text: str, mu_squared: Fraction) -> bool:
    with balls(120) as xp:
        stated = registered(f"{NAME}.{theorem}").bound(case(text)).mu_squared
        return bool(xp.number(stated).overlaps(xp.number(mu_squared)))


def _quadratic(contraction: Fraction, steps: int) -> Fraction:
    """mu^2 of x <- c x + s + Z, from 0: the square of its mean over its variance."""
    mean = variance = Fraction(0)
    for _ in range(steps):
        mean, variance = contraction * mean + 1, contraction**2 * variance + 1
    return mean**2 / variance


BOOK.identity(
    "gdp.attained",
    "Quadratic losses attain what is stated: the iterates are Gaussian, and a record moves their mean.",
    "four contractions, up to 40 steps, run",
    Each(
        "run",
        lambda c, t: _enclosed("gdp", f"last-iterate:sigma=1,contraction={c},epochs={t}", _quadratic(c, t)),
        [(c, t) for c in _CONTRACTIONS for t in (1, 2, 5, 40)],
    ),
)

_SHUFFLED = "last-iterate:sigma=11/10,contraction=1,epochs=60,batches=234"

BOOK.stated(
    "batches.numbers",
    "Convex losses, 60 epochs of 234 batches; and a domain in which the last 19 of 600 epochs are the best to begin "
    "with, or the first one.",
    "a contraction of 1",
    Each(
        "run",
        _enclosed,
        [
            ("batches", _SHUFFLED, (1 + Fraction(59, 234)) * Fraction(100, 121)),
            (
                "batches",
                f"{_SHUFFLED.replace('=60', '=600')},diameter=20",
                (1 + Fraction(38**2, 19 * 234 - 1)) * Fraction(100, 121),
            ),
            ("batches", f"{_SHUFFLED},diameter=2000", (1 + Fraction(59, 234)) * Fraction(100, 121)),
            ("batches", "last-iterate:sigma=10,contraction=1,epochs=1000,diameter=50", Fraction(2)),
            ("batches", "last-iterate:sigma=1,contraction=1/2,epochs=1,batches=9", Fraction(1)),
        ],
    ),
)

_WHOLE = "last-iterate:sigma=1,contraction=1/2,epochs=3"

BOOK.identity(
    "batches.conditions",
    "One batch of all records, in no domain, is exact; batches are the same with a null record, and not without one.",
    "three ledgers",
    Conditions(f"{NAME}.gdp", holds=[case(_WHOLE), replaced(_WHOLE)], fails=[case(f"{_WHOLE},diameter=3")]),
    Conditions(
        f"{NAME}.batches",
        holds=[replaced(_SHUFFLED), case(f"{_WHOLE},diameter=3")],
        fails=[case(_WHOLE), case(_SHUFFLED)],
    ),
)
