"""Claims about Poisson batches cut at a size: what is lost given the others in the batch, small batches enumerated, and
that a cut batch may lose more than a Poisson sample."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from chartered.proving import POSITIVE, Conditions, Each, Notation, Proofs, Rewrites, Sampled, case, near, numbers
from chartered.proving.proof_parts import Same
from flint import arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Direction, DirectionPair
from ...subsampling.formulas import removal_and_addition
from ..formulas import truncated_poisson as formulas

NAME, SOURCE = "truncated-poisson", "Chua et al. 2024 (2411.04205); ours"
NOTATION = Notation(
    "T = t + (t - 1)*o/c",
    "D = (t - 1)*d/c",
    "a = 1 - (t - 1)*o/c",
    "w = 4*D/(T*g)^2",
    "s = sqrt(1 + w)",
    "q = c/(c + o)",
    ranges={
        "c o d x y z v g m": POSITIVE,
        "t": (1, 50),
    },
)
BOOK = Proofs(NAME, SOURCE, at="direct computation", notation=NOTATION)
STEP = "poisson:rate={},of={},largest={}/gaussian:sigma={}"
HALF = Fraction(1, 2)

BOOK.identity(
    "uncut.written-out",
    "A batch that may hold all records is a Poisson sample.",
    "definition",
    "an example, run, and one that is cut, refused",
    Rewrites(f"{NAME}.uncut", STEP.format(HALF, 3, 3, 2), "poisson:rate=1/2/gaussian:sigma=2"),
    Conditions(f"{NAME}.uncut", holds=[case(STEP.format(HALF, 3, 4, 2))], fails=[case(STEP.format(HALF, 3, 2, 2))]),
)
BOOK.identity(
    "pld.given-the-others",
    "Of the probabilities x of an event with the record, y with a null record and z with another one besides the B - 1 "
    "that are revealed, (c x + o y + d z) - t ((c + o) y + d z) = c (x - T y - D z), and the other order is "
    "c (a y - t x - D z); both are linear in c, o and d.",
    "direct computation",
    "all c, o, d > 0, t >= 1, all probabilities",
    Same("with the record from without", "c*x + o*y + d*z - t*((c + o)*y + d*z)", "c*(x - T*y - D*z)"),
    Same("without it from with it", "(c + o)*y + d*z - t*(c*x + o*y + d*z)", "c*(a*y - t*x - D*z)"),
    Same("linear", "c*(x - T*y - D*z)", "c*(x - t*y) - (t - 1)*o*y - (t - 1)*d*z"),
    Same("and the other", "c*(a*y - t*x - D*z)", "c*(y - t*x) - (t - 1)*o*y - (t - 1)*d*z"),
    so="Who is in the batch does not depend on the records, so that those revealed are as likely with the record as "
    "with a null one, and divergences are jointly convex. Where such a form is positive it rises with c, and it falls "
    "with o and d: bounds on these bound it.",
)
BOOK.identity(
    "replaced-pld.given-the-others",
    "Of the probabilities x of an event with the record, v with the one that replaces it, y without either and z with "
    "another one, the difference is at most (c + o) times that of Poisson samples with the rate q = c/(c + o), as what "
    "is left out is nowhere positive.",
    "direct computation",
    "all c, o, d > 0, t >= 1, all probabilities",
    Same(
        "with the record from the other one",
        "c*x + o*y + d*z - t*(c*v + o*y + d*z)",
        "(c + o)*((1 - q)*y + q*x - t*((1 - q)*y + q*v)) - (t - 1)*d*z",
    ),
    so="A record and the one that replaces it are in the same batches, and with B others neither is. Divergences are "
    "jointly convex.",
)
BOOK.identity(
    "pld.opposite",
    "With Gaussian noise and b = 2/(1+s), s = sqrt(1+w), w = 4 D/(T e^(mu^2/2))^2, the tests of h_mu(T/b) and "
    "h_2mu(D/(1-b)) are one: T/b = e^x and D/(1-b) = e^(2x + mu^2).",
    "direct computation",
    "all c, o, d > 0, t >= 1, mu > 0, g = e^(mu^2/2)",
    Same("1 - b", "1 - 2/(1 + s)", "w/(1 + s)^2"),
    Same("D/(1-b), of T/b", "D/(w/(1 + s)^2)", "(T*(1 + s)/2*g)^2"),
    Same("where both tests reject", "x/m + m/2", "(2*x + m^2)/(2*m)"),
    so="x - T y - D z = b (x - (T/b) y) + (1-b) (x - (D/(1-b)) z), of which the suprema are the two profiles, for any "
    "b. N(m, 1) and N(0, 1) have a ratio above e^x from x/m + m/2 on, and N(m, 1) and N(-m, 1) one above e^(2x + m^2) "
    "from (2 x + m^2)/(2 m) on: for opposite gradients nothing is lost.",
)


def _pair(records: int, rate: Fraction, largest: int, mu: Fraction) -> DirectionPair:
    """Both directions that ship, of Gaussian noise."""
    found, noise = formulas.batches(records, rate, largest), _noise(mu)
    return formulas.directions(found, rate, (noise, noise), mu)


def _noise(mu: Fraction) -> Direction:
    return Direction(lambda xp, epsilon: delta_mu(xp, xp.number(mu), epsilon))


def _laws(others: tuple[Fraction, ...], p: Fraction, largest: int) -> tuple[dict[Fraction, Fraction], ...]:
    """The sums of a batch with their probabilities, with a record of gradient 1 and with a null record."""
    found: tuple[dict[Fraction, Fraction], ...] = (defaultdict(Fraction), defaultdict(Fraction))
    for entered in product((False, True), repeat=len(others) + 1):
        inside = [index for index, enters in enumerate(entered) if enters]
        kept = list(combinations(inside, min(largest, len(inside))))
        chance = p ** len(inside) * (1 - p) ** (len(entered) - len(inside)) / len(kept)
        for chosen in kept:
            rest = sum((others[index] for index in chosen if index < len(others)), Fraction(0))
            for law, record in zip(found, (1, 0), strict=True):
                law[rest + record * (len(others) in chosen)] += chance
    return found


def _seen(xp: Any, law: dict[Fraction, Fraction], sigma: Fraction, cells: int) -> list[Any]:
    """The probabilities of intervals of that many to a unit, from -8 to 8 standard deviations."""
    ends = [Fraction(k, cells) for k in range(-8 * cells, 8 * cells + 1)]
    found = [arb(0)] * (len(ends) - 1)
    for shift, chance in law.items():
        below = [xp.ndtr(xp.number(end - shift / sigma)) for end in ends]
        found = [p + xp.number(chance) * (b - a) for p, a, b in zip(found, below, below[1:], strict=False)]
    return found


def _gain(xp: Any, laws: Sequence[list[Any]], level: Fraction) -> Any:
    """What intervals tell: no more than delta."""
    return sum((xp.positive(p - xp.number(level) * q) for p, q in zip(*laws, strict=True)), arb(0))


SIZES = [(2, 1, HALF), (3, 2, Fraction(3, 5)), (3, 1, Fraction(4, 5))]


@BOOK.soundness(
    "pld.enumerated",
    "Whatever the gradients of the others are, no intervals tell a record from a null one more than the shipped bound "
    "allows, in either order.",
    "3 sizes with all gradients -1, 0 and 1 of the others, 2 noises, 2 e^eps; intervals of a quarter",
    Sampled(
        "balls: all samples and cuts, and intervals",
        cases=[
            (others, p, largest, sigma, level)
            for (n, largest, p), sigma, level in product(SIZES, numbers("1/2 1"), numbers("1 5"))
            for others in product((Fraction(-1), Fraction(0), Fraction(1)), repeat=n)
        ],
        digits=10,
        bits=96,
        why="delta of a mixture of normal laws has no closed form: it is bounded from below by intervals",
    ),
)
def _enumerated(
    xp: Any, others: tuple[Fraction, ...], p: Fraction, largest: int, sigma: Fraction, level: Fraction
) -> bool:
    laws = [_seen(xp, law, sigma, 4) for law in _laws(others, p, largest)]
    removal, addition = _pair(len(others) + 1, p, largest, 1 / sigma)
    eps = xp.log(xp.number(level))
    pairs = ((removal, laws), (addition, laws[::-1]))
    return all(bool(_gain(xp, two, level).lower() <= one.curve(xp, eps).upper()) for one, two in pairs)


@BOOK.identity(
    "pld.alone",
    "Where all others add nothing, what is seen is a Poisson sample with the probability to be in a batch as its rate.",
    "enumeration",
    "4 sizes",
    Each("run: all samples and cuts", cases=[(n, p, b) for n, b, p in ((2, 1, HALF), *SIZES)], bits=192),
)
def _alone(xp: Any, n: int, p: Fraction, largest: int) -> bool:
    law = _laws((Fraction(0),) * (n - 1), p, largest)[0]
    kept = formulas.batches(n, p, largest).kept
    return set(law) == {Fraction(0), Fraction(1)} and near(xp.number(kept), xp.number(law[Fraction(1)]), 30)


@BOOK.identity(
    "pld.numbers",
    "Of 3 records with the rate 1/2 and batches of one, both orders at e^eps = 1 and 5: what is lost where the two "
    "others have the opposite gradient.",
    "enumeration of that case by another program",
    "n = 3, B = 1, p = 1/2, sigma = 1; 12 digits",
    Each(
        "run: both orders",
        cases=[(1, "0.111686435743174", "0.111686435743174"), (5, "0.00680817409309597", "0")],
        bits=128,
    ),
)
def _single(xp: Any, level: int, removal: str, addition: str) -> bool:
    pair, eps = _pair(3, HALF, 1, Fraction(1)), xp.log(xp.number(level))
    return all(
        near(one.curve(xp, eps), xp.number(Fraction(text)), 12)
        for one, text in zip(pair, (removal, addition), strict=True)
    )


@BOOK.erratum(
    "pld.erratum.cut",
    "A cut batch may lose more than the Poisson sample: of 3 records with the rate 1/2, batches of one and sigma = 1, "
    "where the two others have the opposite gradient, delta at e^eps = 5 is at least 0.0068, and that of the sample "
    "0.00668.",
    "enumeration",
    "n = 3, B = 1, p = 1/2, sigma = 1, e^eps = 5",
    Each("run: 0.0068 against 0.00668153", cases=[()], bits=96),
    printed="truncation is no worse than Poisson",
    corrected="delta between the two ends of truncated-poisson.pld",
)
def _worse(xp: Any) -> bool:
    laws = [_seen(xp, law, Fraction(1), 32) for law in _laws((Fraction(-1), Fraction(-1)), HALF, 1)]
    poisson = removal_and_addition.removal(HALF, _noise(Fraction(1))).curve(xp, xp.log(xp.number(5)))
    return bool(_gain(xp, laws, Fraction(5)) > poisson and near(poisson, xp.number(Fraction("0.00668153")), 5))
