"""Claims about windows of check-ins as they are asked for: the prints, where they answer, and the places of slots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Refuted, Verdict

from ...formulas import checkins
from ..book import Book
from ..running import every
from ..stated import Number, agree, answers, case, conditions, delta_at, epsilon_at, number, together

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
HALF, THIRD, TINY = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10**9)


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


def window(inner: Any, *, m: int = 1000, p: Fraction = Fraction(1), n: int = 5000, protocol: str = "fixed") -> ch.Case:
    """A window of reports of which only the guarantee is known."""
    return case(f"checkin:m={m},p={p},n={n},protocol={protocol}/pure:epsilon=1", inner, replaced=True)


def pure(**settings: Any) -> ch.Case:
    """That of reports at eps0 = 1/2."""
    return window(ch.Pure(epsilon=HALF), **settings)


PURE, SILENT, LESS = pure(), window(ch.Pure(epsilon=0)), pure(p=THIRD)
AVERAGED, SLIDING = pure(protocol="averaged"), pure(protocol="sliding")
FAILING = window(ch.Approximate(epsilon=HALF, delta=TINY), p=THIRD)


@BOOK.claim(
    "T32.as-printed",
    Kind.TABLE,
    "Delta and eps of both protocols are the print; each answers of its own protocol alone.",
    "Theorems 3.2 and 4.3",
    "m = 1000, p = 1 and 1/3, eps0 = 1/2",
)
def _printed(effort: Effort) -> Verdict:
    def energy(xp: Any) -> Any:
        size = xp.exp(xp.number(HALF))
        return size * (size - 1) ** 2 / 1000

    def delta(xp: Any) -> Any:
        return xp.exp(-((xp.number(THIRD) - energy(xp) / 2) ** 2) / (2 * energy(xp)))

    def epsilon(share: Fraction) -> Number:
        return lambda xp: energy(xp) * xp.number(share**2) / 2 + xp.number(share) * xp.sqrt(-2 * energy(xp) * xp.log(xp.number(TINY)))

    fixed, sliding, less = (
        answers("checkin_windows", f"checkin.{name}", source) for name, source in (("T32", PURE), ("T43", SLIDING), ("T32", LESS))
    )
    return together(
        conditions("checkin_windows", "checkin.T32", {"p = 1/3": LESS}, {"sliding": SLIDING, "averaged": AVERAGED, "eps0 = 0": SILENT}),
        conditions("checkin_windows", "checkin.T43", {"sliding": SLIDING}, {"fixed": PURE, "m > n": pure(n=999, protocol="sliding")}),
        conditions("checkin_windows", "checkin.mixture", {"p = 1/3": LESS}, {"p = 1": PURE, "sliding": SLIDING}),
        agree(
            {
                "delta": (delta_at(fixed, THIRD), delta),
                "sliding": (delta_at(sliding, THIRD), delta),
                "eps": (epsilon_at(fixed, TINY), epsilon(Fraction(1))),
                "eps at p = 1/3": (epsilon_at(less, TINY), epsilon(THIRD)),
            },
            effort,
        ),
    )


@BOOK.claim(
    "steps.places",
    Kind.TABLE,
    "Slots are put together from one to the next of 16 places (or as many as there are slots) at which the posterior has grown by equal "
    "factors, each of one slot at least: place k is m (1 - (1 - c)^(k/16))/c, c = p (1 - e^-eps0). Each group has the eps of its last "
    "slot, to a hair; where slots are fewer, the other steps are of eps 0, once each.",
    "proof of Theorem 3.2",
    "m = 1 to 10^12, p = 1 and 1/3, eps0 = 1/10, 1 and 30",
)
def _places(effort: Effort) -> Verdict:
    def ends(m: int, share: Fraction, epsilon0: Fraction) -> list[int]:
        groups = min(16, m)
        with balls(256) as xp:
            loss = xp.number(share) * (1 - xp.exp(-xp.number(epsilon0)))
            wanted = [m * (1 - xp.exp(xp.log(1 - loss) * k / groups)) / loss for k in range(1, groups)]
        found: list[int] = []
        for k, place in enumerate(wanted, start=1):
            least = found[-1] + 1 if found else 1
            found.append(min(max(int(float(place)), least), m - (groups - k)))
        return [*found, m]

    def holds(m: int, share: Fraction, epsilon0: Fraction) -> bool:
        found = answers("checkin_windows", "checkin.steps", window(ch.Pure(epsilon=epsilon0), m=m, p=share, n=m))
        lasts = ends(m, share, epsilon0)
        counts = [last - before for before, last in zip([0, *lasts], lasts, strict=False)]
        if [count for _, count in found] != counts + [1] * (16 - len(counts)) or len(found) != 16:
            return False
        with balls(256) as xp:
            for (step, _), last in zip(found, lasts, strict=False):
                odds, p = xp.exp(xp.number(epsilon0)), xp.number(share)
                exact = xp.log(1 + p * (odds - 1) / (m - p * (1 - 1 / odds) * (last - 1)))
                above = xp.number(step.settings["epsilon"]) - exact
                if not (above >= 0 and above * 10**12 <= exact):
                    return False
        return all(step.settings["epsilon"] == 0 for step, _ in found[len(lasts) :])

    cases = [
        (m, p, e)
        for m in (1, 2, 15, 16, 17, 40, 1000, 10**12)
        for p in (Fraction(1), THIRD)
        for e in (Fraction(1, 10), Fraction(1), Fraction(30))
    ]
    return every(holds, cases, "balls")


def _spent(profile: ch.Profile, part: str, at: Fraction, value: Fraction, epsilon: Fraction) -> Number:
    return lambda xp: profile.delta(xp, xp.number(epsilon), {"at": at, part: value})


@BOOK.claim(
    "T32-approximate.as-printed",
    Kind.TABLE,
    "At a witness delta1 the print adds m (e^eps + 1) delta1 to what 8 eps0-DP reports cost, if delta1 allows delta0, and says nothing "
    "otherwise; that of averaged slots adds the part delta2 that pays for crowded ones.",
    "Theorems 3.2, 4.1 and 4.3",
    "m = 1000, p = 1/3, eps0 = 1/50; delta0 = 1e-12, and delta1 on both sides of what allows it",
)
def _replaced(effort: Effort) -> Verdict:
    e0, d0, d1 = Fraction(1, 50), Fraction(1, 10**12), Fraction(1, 10**7)
    inner = ch.Approximate(epsilon=e0, delta=d0)
    found = answers("checkin_splits", "checkin.T32-approximate", window(inner, p=THIRD))
    slots = answers("checkin_splits", "checkin.T41", pure(m=100, n=10**5, protocol="averaged"))
    clipped = answers("replaced_reports", "checkin.T41-clipped", window(inner, m=100, n=10**5, protocol="averaged"))
    at = Fraction(1, 100)

    def stated(xp: Any) -> Any:
        odds = xp.exp(xp.number(8 * e0))
        energy = odds * (odds - 1) ** 2 / 9000
        return xp.exp(-((xp.number(at) - energy / 2) ** 2) / (2 * energy)) + 1000 * (xp.exp(xp.number(at)) + 1) * xp.number(d1)

    def crowded(xp: Any, odds: Any, e: Fraction) -> Any:
        """Of slots that are crowded with probability 1e-9."""
        norm = xp.sqrt(1 / xp.number(10**5) + 1 / xp.number(100)) + xp.sqrt(-xp.log(xp.number(TINY)) / 10**5)
        energy = (odds**2 * (odds - 1) * norm) ** 2
        return xp.exp(-((xp.number(e) - energy / 2) ** 2) / (2 * energy)) + xp.number(TINY)

    def averaged(xp: Any) -> Any:
        return crowded(xp, xp.exp(xp.number(HALF)), Fraction(2))

    def moved(xp: Any) -> Any:
        odds, d = xp.exp(xp.number(e0)), xp.number(d0)
        return crowded(xp, odds**2 * (1 + d / odds) / (1 - d), at) + 10**5 * (xp.exp(xp.number(at)) + 1) * d

    def nothing(delta1: Fraction) -> bool:
        with balls(128) as xp:
            return bool(found.delta(xp, xp.number(at), {"at": Fraction(1), "replaced": delta1}) == xp.inf)

    with balls(128) as xp:
        rounds = 2 + xp.log(2 / xp.number(d1)) / -xp.log(1 - xp.exp(-5 * xp.number(e0)))
        allowed = (1 - xp.exp(-xp.number(e0))) * xp.number(d1) / (4 * xp.exp(xp.number(e0)) * rounds)
        least = Fraction(float(d1 * d0 / float(allowed)))
    if not nothing(least * Fraction(9, 10)) or nothing(least * Fraction(12, 10)):
        return Refuted("balls: another delta1 is allowed", witness={"delta1": float(least)})
    failing = window(inner, p=THIRD)
    return together(
        conditions(
            "checkin_splits", "checkin.T32-approximate", {"fixed": failing}, {"eps0 = 0": window(ch.Approximate(epsilon=0, delta=d0))}
        ),
        agree(
            {
                "the print": (_spent(found, "replaced", Fraction(1), d1, at), stated),
                "it falls no further": (_spent(found, "replaced", at, d1, Fraction(5)), stated),
                "clipped": (_spent(clipped, "unlucky", Fraction(10), TINY, at), moved),
                "none is allowed": (lambda xp: checkins.least_replaced(xp, xp.number(1), xp.number(HALF)), number(1)),
                "averaged": (_spent(slots, "unlucky", Fraction(10), TINY, Fraction(2)), averaged),
            },
            effort,
        ),
    )
