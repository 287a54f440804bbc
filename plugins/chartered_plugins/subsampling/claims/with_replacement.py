"""Claims about samples with replacement: what is lost by how often a record is drawn, and samples that are
enumerated."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Rewrites, Said, Same, Sampled, balls, near, registered

from ...basics.formulas import gaussian_profile

NOTATION = Notation(
    "level(t, g) = 1 + g*(t - 1)",
    ranges={"p q o": (0, 1), "g": (Fraction(1, 100), Fraction(99, 100)), "t": (1, 20)},
)
NAME = "sample-with-replacement"
BOOK = Proofs(NAME, "Balle, Barthe, Gaboardi 2018", at="definition", notation=NOTATION)

BOOK.identity(
    "gdp.convexity",
    "A part that two mixtures have in common may be divided between both: at e^eps' = 1 + g (e^eps - 1) the excess of "
    "one mixture over the other is g times that of their own parts, where the second one is mixed with a share of the "
    "common part.",
    "Theorem 2 (advanced joint convexity)",
    "all chances p, q and o of an outcome, 0 < g < 1, e^eps >= 1",
    Same(
        "the excess", "(1 - g)*o + g*p - level(t, g)*((1 - g)*o + g*q)", "g*(p - (t - 1)*(1 - g)*o - (1 + g*(t - 1))*q)"
    ),
    Same("the weights of what stands on the other side", "(t - 1)*(1 - g) + 1 + g*(t - 1)", "t"),
    so="Given that the record is drawn, p is the mixture over how often, and so is q; o is the sample without it, "
    "which is a group of as many records away as the record was drawn. So the excess is at most the mean of delta_k "
    "over k >= 1, each at e^eps: sum_k p_k delta_k(eps).",
)

SIZES = [(1, 2), (2, 2), (2, 3), (3, 2), (4, 3), (5, 1)]
"""Numbers of draws and of records."""
HALF = Fraction(1, 2)
LOSSES = (Fraction(1, 4), Fraction(1), Fraction(3))
LEVELS = (Fraction(0), Fraction(1, 10), Fraction(1), Fraction(2))
REACH = 60
"""The range of noise on the integers that is computed; beyond it the ratio of both densities is constant."""


def _counts(records: Sequence[int], draws: int) -> dict[int, Fraction]:
    """The probability of each sum of this number of draws, over all samples."""
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for sample in product(records, repeat=draws):
        chances[sum(sample)] += Fraction(1, len(records) ** draws)
    return chances


def _excess(xp: Any, left: dict[int, Fraction], right: dict[int, Fraction], epsilon0: Any, failure: Any, t: Any) -> Any:
    """The divergence at t of a release that discloses the sum with probability `failure`, and otherwise adds noise of
    a density that falls as e^(-eps0 |z|)."""
    a = xp.exp(-epsilon0)

    def noisy(counts: dict[int, Fraction], z: int) -> Any:
        return sum((xp.number(p) * (1 - a) / (1 + a) * a ** abs(z - c) for c, p in counts.items()), xp.number(0))

    places = range(-REACH, max(left | right) + REACH + 1)
    told = (xp.number(left.get(z, 0)) - t * xp.number(right.get(z, 0)) for z in left | right)
    hidden = (noisy(left, z) - t * noisy(right, z) for z in places)
    return failure * sum(map(xp.positive, told)) + (1 - failure) * sum(map(xp.positive, hidden))


def _below(size: tuple[int, int], epsilon0: Fraction, level: Fraction, failure: Fraction | None) -> bool:
    """Whether no enumerated divergence at eps' is above the registered one, for a record that is 0 or 1 among zeros,
    and in either direction. For one draw at eps' = 0 both are the same number, so neither is certainly smaller."""
    draws, records = size
    inner: ch.Guarantee = ch.Pure(epsilon=epsilon0)
    if failure is not None:
        inner = registered("approximate.profile").bound(ch.Approximate(epsilon=epsilon0, delta=failure))
    said = Said({"size": Fraction(draws), "of": Fraction(records)}, inner=inner)
    theorem = "sample-with-replacement." + ("pure" if failure is None else "profile")
    with balls(120) as xp:
        shipped = registered(theorem).bound(said).delta(xp, xp.number(level), {})
        e0, t, chance = xp.number(epsilon0), xp.exp(xp.number(level)), xp.number(failure or 0)
        one, other = _counts([1] + [0] * (records - 1), draws), _counts([0] * records, draws)
        pairs = ((one, other), (other, one))
        return not any(_excess(xp, left, right, e0, chance, t) > shipped for left, right in pairs)


def _exact_shares(draws: int, records: int) -> list[Fraction]:
    """p_1, ..., p_m, by counting."""
    found = [0] * (draws + 1)
    for sample in product(range(records), repeat=draws):
        found[sample.count(0)] += 1
    return [Fraction(often, records**draws) for often in found[1:]]


BOOK.identity(
    "one-draw.same",
    "One record that is drawn is a sample of one.",
    "the rewriting on one example",
    Rewrites(
        "sample-with-replacement.one-draw",
        f"{NAME}:size=1,of=9/gaussian:sigma=2",
        "sample:size=1,of=9/gaussian:sigma=2",
    ),
)
BOOK.identity(
    "pure-draws.one",
    "Where one draw goes over, all others given, the outcome has the chance g p + (1-g) o and then g q + (1-g) o, "
    "where p is at most e^eps q and e^eps o, as each pair differs in one record: so it is at most 1 + g (e^eps - 1) "
    "times likelier, g = 1/n.",
    "Theorem 9, for one draw",
    "all chances q and o of an outcome, 0 < g < 1, e^eps >= 1, p = t q and p = t o",
    Same("at p = t q", "level(t, g)*(g*q + (1 - g)*o) - (g*t*q + (1 - g)*o)", "g*(1 - g)*(t - 1)*(o - q)"),
    Same("at p = t o", "level(t, g)*(g*q + (1 - g)*o) - (g*t*o + (1 - g)*o)", "g*level(t, g)*(q - o)"),
    so="The first is not negative for o >= q and the second for q >= o; p is at most the smaller of both. After m "
    "draws the ratio is at most the m-th power. For (eps, delta)-DP one draw is (log(1 + g (e^eps - 1)), g delta)-DP "
    "by the same theorem, and m draws are a group of m changes.",
)


def _by_draws(size: tuple[int, int], epsilon0: Fraction, failure: Fraction | None) -> bool:
    """Whether the registered eps and delta are as written, and no enumerated divergence is above, either way."""
    draws, records = size
    inner: ch.Guarantee = ch.Pure(epsilon=epsilon0)
    if failure is not None:
        inner = ch.Approximate(epsilon=epsilon0, delta=failure)
    said = Said({"size": Fraction(draws), "of": Fraction(records)}, inner=inner)
    found = registered(f"{NAME}.{'pure' if failure is None else 'approximate'}-draws").bound(said)
    with balls(120) as xp:
        e0, t, chance = xp.number(epsilon0), xp.exp(xp.number(found.epsilon)), xp.number(failure or 0)
        one, other = _counts([1] + [0] * (records - 1), draws), _counts([0] * records, draws)
        most = xp.number(0 if failure is None else found.delta)
        grown = 1 + (xp.exp(e0) - 1) / records
        written = xp.minimum(chance / records * sum((grown**j for j in range(draws)), xp.number(0)), xp.number(1))
        shipped = near(t, grown**draws, 30) and near(most, written, 30)
        return shipped and not any(_excess(xp, p, q, e0, chance, t) > most for p, q in ((one, other), (other, one)))


_FAILING = (Fraction(0), Fraction(1, 100), HALF)
for _kind, _at, _check, _grid in (
    ("pure-draws", "Theorem 9, for one draw", _by_draws, {"failure": (None,)}),
    ("approximate-draws", "Theorem 9, for one draw", _by_draws, {"failure": (Fraction(0), Fraction(1, 7))}),
    ("pure", "Theorem 10", _below, {"level": LEVELS, "failure": (None,)}),
    ("profile", "Theorem 10", _below, {"level": LEVELS, "failure": _FAILING}),
):
    BOOK.table(
        f"{_kind}.enumerated",
        "For sums of few records with noise on the integers, which perhaps fails and discloses the sum, the "
        "divergence over all samples is at most the stated one.",
        _at,
        "six sizes, three eps of the noise, one or four eps, up to three chances of a failure; both directions",
        Sampled("balls", _check, digits=30, size=SIZES, epsilon0=LOSSES, **_grid),
    )


@BOOK.table(
    "gdp.written-out",
    "The stated profile is the sum over all samples, by how often a record stands in each.",
    "Theorem 10",
    "six sizes, two mu, four eps",
    Sampled("balls", bits=120, digits=30, size=SIZES, mu="1/5 3/2", level=LEVELS),
)
def _gdp(xp: Any, size: tuple[int, int], mu: Fraction, level: Fraction) -> bool:
    draws, records = size
    said = Said({"size": Fraction(draws), "of": Fraction(records)}, inner=ch.GDP(mu_squared=mu**2))
    shipped = registered("sample-with-replacement.gdp").bound(said).delta(xp, xp.number(level), {})
    g = xp.number(1 - Fraction(records - 1, records) ** draws)
    inner = xp.log1p(xp.expm1(xp.number(level)) / g)
    total = xp.number(0)
    for k, chosen in enumerate(_exact_shares(draws, records), 1):
        total = total + xp.number(chosen) * gaussian_profile.delta_mu(xp, xp.number(k * mu), inner)
    return bool(shipped.overlaps(xp.minimum(total, xp.number(1))))


@BOOK.table(
    "gdp.refused",
    "Samples in which a record stands too often, and profiles that need a search at each eps, are refused.",
    "three kinds of guarantees, four sizes",
    Sampled("balls", digits=30, name=("gdp", "pure", "profile"), size=(1, 3000, 3001), of=(3, 4)),
)
def _refused(name: str, size: int, of: int) -> bool:
    """Whether a sample is refused where, and only where, a record stands in it more than a thousand times on average;
    and always where the profile needs a search at each eps."""
    searched = ch.Profile(delta=lambda xp, e, w: xp.number(0), search=ch.WitnessSearch(propose=lambda question: {}))
    plain = {"gdp": ch.GDP(mu_squared=1), "pure": ch.Pure(epsilon=1), "profile": ch.Profile(delta=searched.delta)}
    conditions = registered(f"sample-with-replacement.{name}").conditions
    said = {"size": Fraction(size), "of": Fraction(of)}
    asked = conditions(Said(said, inner=plain[name])) is not None
    return asked is (size > 1000 * of) and (name != "profile" or conditions(Said(said, inner=searched)) is not None)
