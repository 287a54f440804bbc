"""Claims about a person with several records on a Poisson sample: the mixture that the group is, and that equal
records, all in one direction, lose the most."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import chartered as ch
from chartered.proving import Each, Notation, Proofs, Rewrites, Same, Sampled, case, claims_of, numbers, registered
from flint import arb

from ...basics.formulas import group_privacy
from ..formulas import gaussian_mixture as mixture

BOOK = Proofs("group-of-records", "Ganesh 2024; Kahane 1985")
CHOICES = Proofs(
    "group-of-records",
    "ours",
    notation=Notation(
        "gain(s, e) = log(exp(s + e)/(exp(s + e) + 1)) - log(exp(s)/(exp(s) + 1))",
        "loss(s, e) = log(1/(exp(s + e) + 1)) - log(1/(exp(s) + 1))",
        ranges={"s epsilon": (Fraction(1, 10), 5), "k": (1, 9)},
    ),
)


def _step(size: int, rate: str | Fraction, noise: str) -> Any:
    theorem = registered("group-of-records.sampled-gaussian")
    return theorem.apply(case(f"group:size={size}/poisson:rate={rate}/gaussian:{noise}"))


@BOOK.identity(
    "sampled-gaussian.binomial",
    "How many of k records are drawn is binomial, and j of them move the query by at most j times its sensitivity.",
    "three groups, written out",
    Each("run", cases=[(1, "1/4", "0:3", "3/4:1/4"), (2, "1/4", "0:3:6", "9/16:3/8:1/16"), (3, "1", "9", "1")]),
)
def _written(size: int, rate: str, amounts: str, chances: str) -> bool:
    step = _step(size, rate, "sigma=2,sensitivity=3")
    shown = {key: str(value) for key, value in step.settings.items()}
    expected = {"sigma": "2", "sensitivities": amounts, "probabilities": chances}
    return bool(step.name == "gaussian-mixture" and shown == expected)


def _pairs(size: int) -> set[tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]]:
    """All data of three possible records each of two persons, and without a person who has at most `size` of them."""
    possible = list(product(range(2), range(3)))
    found = set()
    for there in product((False, True), repeat=len(possible)):
        data = frozenset(record for record, present in zip(possible, there, strict=True) if present)
        for person in range(2):
            others = frozenset(record for record in data if record[0] != person)
            if len(data - others) <= size:
                found.add((data, others))
    return found


BOOK.soundness(
    "monotone",
    "A person with at most k records is one with at most k + 1: what is private for larger groups is as private for "
    "smaller ones.",
    "two persons with up to three records, all data",
    Each("run: all neighbours", lambda size: _pairs(size) < _pairs(size + 1), [(0,), (1,), (2,)]),
    so="Neighbours of groups of k records are among those of groups of k + 1, over all of which a guarantee holds.",
)

BOOK.identity(
    "gaussian.larger",
    "A group of k records changes a query by at most k times its sensitivity: the step is that with this sensitivity.",
    "three groups, written out",
    Rewrites("group-of-records.gaussian", "group:size=3/gaussian:sigma=2", "gaussian:sigma=2,sensitivity=3"),
    Rewrites(
        "group-of-records.gaussian", "group:size=2/gaussian:sigma=2,sensitivity=1/3", "gaussian:sigma=2,sensitivity=2/3"
    ),
    so="Each record may change the query by as much, and all of them in one direction.",
)

for _noise, _given in (
    ("laplace", "scale=2"),
    ("discrete-laplace", "scale=2"),
    ("discrete-gaussian", "sigma=2"),
    ("logistic", "scale=2"),
    ("skellam", "variance=9"),
    ("truncated-laplace", "scale=2,bound=40"),
    ("truncated-discrete-laplace", "scale=2,bound=40"),
):
    BOOK.identity(
        f"{_noise}.larger",
        "Likewise of other noise on one number, or of Laplace noise on several.",
        "one group, written out",
        Rewrites(f"group-of-records.{_noise}", f"group:size=3/{_noise}:{_given}", f"{_noise}:{_given},sensitivity=3"),
    )

BOOK.identity(
    "laplace.stated-eps",
    "An eps that is stated in place of the scale is that of one record.",
    "one group, written out",
    Rewrites("group-of-records.laplace", "group:size=3/laplace:epsilon=1/2", "laplace:scale=2,sensitivity=3"),
)


@CHOICES.identity(
    "exponential.larger",
    "Losses of k changes add up outcome by outcome, and their ranges with them. A choice among two whose odds each "
    "record multiplies by e^eps has the range k eps of k records.",
    "Durfee, Rogers 2019, for the range",
    "all leads s of one of two outcomes, eps and k",
    Same("one record", "gain(s, epsilon) - loss(s, epsilon)", "epsilon"),
    Same("k records", "gain(s, k*epsilon) - loss(s, k*epsilon)", "k*epsilon"),
    Each("run", cases=[("add-or-remove", Fraction(3, 2)), ("zero-out", Fraction(3, 2)), ("replace-one", 3)]),
    so="A sum of functions lies in the sum of the intervals in which they do. A group that is replaced is removed, and "
    "another one added, whose records lead the other way.",
)
def _ranges(relation: str, expected: Fraction) -> bool:
    step = case("group:size=3/exponential:epsilon=1/2").step
    found = registered("group-of-records.exponential").apply(ch.Case(step, ch.Neighbours.read(relation)))
    return bool(found == ch.Step("exponential", (("epsilon", expected),)))


def _of_three(name: str, inner: ch.Guarantee) -> Any:
    return registered(f"group-of-records.{name}").apply(case("group:size=3/pure:epsilon=1", inner))


def _times(name: str, inner: ch.Guarantee, field: str, times: int) -> bool:
    return bool(getattr(_of_three(name, inner), field) == times * HALF)


HALF = Fraction(1, 2)
for name, inner, field, times, says, source in (
    ("pure", ch.Pure(epsilon=HALF), "epsilon", 3, "eps is multiplied by", "Dwork, Roth 2014, Theorem 2.2"),
    ("zcdp", ch.ZCDP(rho=HALF), "rho", 9, "rho is multiplied by the square of", "Bun, Steinke 2016, Prop. 1.9"),
    ("gdp", ch.GDP(mu_squared=HALF), "mu_squared", 9, "mu is multiplied by", "Dong, Roth, Su 2022, Theorem 2.14"),
):
    BOOK.identity(
        f"{name}.times",
        f"{says} the number of records: a chain of that many neighbours.",
        source,
        "a group of three, run",
        Each("run", _times, [(name, inner, field, times)]),
    )


@BOOK.identity(
    "renyi.halves",
    "Of three records, one and two, it is 2a/(2a-1) times the curve of one at 2a - 1, and that of two at 2a: ten times "
    "a linear one.",
    "Mironov 2017, Proposition 11",
    "a linear curve, three orders",
    Each("run", cases=[(order, 10 * order) for order in (Fraction(11, 10), Fraction(2), Fraction(50))], bits=64),
    so="Each step is that of group.renyi.sound, whose two curves enter with independent values.",
)
def _linear(xp: Any, order: Fraction, expected: Fraction) -> bool:
    found = _of_three("renyi", ch.Renyi(curve=lambda xp, alpha: alpha)).curve(xp, xp.number(order))
    return bool(found.overlaps(xp.number(expected)))


@BOOK.identity(
    "profile.sum",
    "Of three records delta at 3 x is (1 + e^x + e^(2x)) times that of one at x.",
    "Vadhan 2017, Lemma 2.2",
    "a profile, three eps",
    Each("run", cases=[(Fraction(0),), (Fraction(1),), (Fraction(20),)], bits=64),
    so="That it is a bound is group.profile.any-size.",
)
def _falling(xp: Any, epsilon: Fraction) -> bool:
    one = ch.Profile(delta=lambda xp, x, _: xp.exp(-4 * x) / 4)
    x, found = xp.number(epsilon / 3), _of_three("profile", one).delta(xp, xp.number(epsilon), {})
    return bool(found.overlaps((1 + xp.exp(x) + xp.exp(2 * x)) * xp.exp(-4 * x) / 4))


def shifts(moved: Sequence[Fraction], rate: Fraction) -> dict[Fraction, Fraction]:
    """How far the query is moved by the records that are drawn, with the probability of each."""
    found = {Fraction(0): Fraction(1)}
    for amount in moved:
        then: dict[Fraction, Fraction] = defaultdict(Fraction)
        for total, chance in found.items():
            then[total] += chance * (1 - rate)
            then[total + amount] += chance * rate
        found = then
    return found


def _told(xp: Any, moved: tuple[Fraction, ...], rate: Fraction, epsilon: Fraction, removed: bool) -> Any:
    """A lower bound on delta of a group whose records move the query by these amounts: by the intervals of a quarter in
    which one side is likelier than the other by more than e^eps."""
    found, grown, root = arb(0), xp.exp(xp.number(epsilon)), xp.sqrt(xp.number(2))
    moved_by = [(xp.number(p), xp.number(m)) for m, p in shifts(moved, rate).items()]
    above = []  # each place: the chances of more, with the group and without it
    for k in range(-40, 42):
        place = xp.number(Fraction(k, 4))
        with_them = sum((p * ((place - m) / root).erfc() for p, m in moved_by), arb(0)) / 2
        above.append((with_them, (place / root).erfc() / 2))
    for low, high in pairwise(above):
        mine, others = (one - other for one, other in zip(low, high, strict=True))
        gain = mine - grown * others if removed else others - grown * mine
        found += gain if gain > 0 else 0
    return found


@BOOK.soundness(
    "sampled-gaussian.most",
    "Records that move the query by less, or against each other, lose no more than equal ones that move it by all of "
    "the sensitivity in one direction.",
    "13 groups of 2 and 3 records, 2 rates, 3 eps, removed and added",
    Sampled(
        "balls: probabilities of intervals",
        digits=10,
        bits=128,
        why="delta of an arbitrary group has no closed form: it is bounded from below by sets of outcomes",
        moved=[
            *product(numbers("1 -1 1/2"), repeat=2),
            *(numbers(text) for text in ("1 1 1", "1 1 -1", "1 1/2 0", "-1 -1 1/2")),
        ],
        rates="1/10 1/2",
        eps="0 1/2 2",
        removed=(True, False),
    ),
)
def _most(xp: Any, moved: tuple[Fraction, ...], rate: Fraction, epsilon: Fraction, removed: bool) -> bool:
    step, x = _step(len(moved), rate, "sigma=1"), xp.number(epsilon)
    lists = [list(map(Fraction, str(step.settings[key]).split(":"))) for key in ("probabilities", "sensitivities")]
    parts = tuple(sorted(zip(*lists, strict=True), key=lambda part: -part[1]))
    t = xp.number(mixture.propose_threshold(parts, epsilon if removed else -epsilon, up=not removed))
    above = mixture.removal_above if removed else mixture.addition_above
    return bool(_told(xp, moved, rate, epsilon, removed).lower() <= above(xp, parts, x, t).upper())


@BOOK.identity(
    "approximate.chain",
    "P(A) <= e^eps Q(A) + delta, once for each record, adds up to (1 + e^eps + ... + e^((k-1) eps)) delta at k eps.",
    "Vadhan 2017, Lemma 2.2",
    "3 eps, 2 delta, 5 sizes; 20 digits",
    Sampled(
        "balls: record by record",
        digits=20,
        bits=128,
        why="a sum of a number of terms that is not fixed, compared for several",
        eps="0 1/10 2",
        delta="1/1000000 1/10",
        size=(1, 2, 3, 6, 17),
    ),
)
def _chain(xp: Any, epsilon: Fraction, delta: Fraction, size: int) -> bool:
    x, d = xp.number(epsilon), xp.number(delta)
    found = arb(0)
    for _ in range(size):
        found = xp.exp(x) * found + d
    return bool(abs(group_privacy.delta(xp, x, d, size) - found) <= found * arb(10) ** -20)


claims = claims_of(BOOK, CHOICES)
