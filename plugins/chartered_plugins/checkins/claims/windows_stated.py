"""Claims about registered answers on windows of check-ins: the paper's bounds, their conditions, and the positions of
slots."""

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import Answers, Conditions, Each, Equals, Proofs, balls, claims_of, numbers, replaced
from chartered.proving.tables_of_answers import answers

from ..formulas import report_slots

BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)")
MIXED = Proofs("checkin", "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020")
claims = claims_of(BOOK, MIXED)
HALF, THIRD, TINY = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10**9)


def window(inner: Any, *, m: int = 1000, p: Fraction = Fraction(1), n: int = 5000, protocol: str = "fixed") -> ch.Case:
    """A window of reports that are known only by their guarantee."""
    return replaced(f"checkin:m={m},p={p},n={n},protocol={protocol}/pure:epsilon=1", inner)


def pure(**settings: Any) -> ch.Case:
    """A window of pure reports at eps0 = 1/2."""
    return window(ch.Pure(epsilon=HALF), **settings)


PURE, SILENT, LESS = pure(), window(ch.Pure(epsilon=0)), pure(p=THIRD)
AVERAGED, SLIDING = pure(protocol="averaged"), pure(protocol="sliding")
FAILING = window(ch.Approximate(epsilon=HALF, delta=TINY), p=THIRD)

PRINT = {"e0": HALF, "eps": THIRD, "d": TINY, "E": "exp(e0)*(exp(e0)-1)^2/1000"}
DELTA = "exp(-(eps - E/2)^2/(2*E))"
BOOK.stated(
    "T32.as-printed",
    "Delta and eps of both protocols are the print; each answers of its own protocol alone.",
    "Theorems 3.2 and 4.3",
    "m = 1000, p = 1 and 1/3, eps0 = 1/2",
    Conditions("checkin.T32", [LESS], [SLIDING, AVERAGED, SILENT]),
    Conditions("checkin.T43", [SLIDING], [PURE, pure(n=999, protocol="sliding")]),
    Conditions("checkin.mixture", [LESS], [PURE, SLIDING]),
    Answers("checkin.T32", PURE, {"delta(eps)": DELTA, "epsilon(d)": "E/2 + sqrt(-2*E*log(d))"}, PRINT),
    Answers("checkin.T43", SLIDING, {"delta(eps)": DELTA}, PRINT),
    Answers("checkin.T32", LESS, {"epsilon(d)": "p^2*E/2 + p*sqrt(-2*E*log(d))"}, {"p": THIRD, **PRINT}),
)
QUARTER = Fraction(1, 4)
WITHIN = {
    "p": QUARTER,
    "rho": lambda xp: xp.number(answers("checkin.zcdp", PURE).rho),
    "E": "2*rho",
    "inner": "min(E/2 + sqrt(2*E*min(-log(d/p), log(exp(1) + sqrt(E)*p/d))), 1/2)",
    "outer": "log(1 + p*(exp(inner)-1))",
}
INNER_PRINT = {"epsilon(d)": "outer", "delta(outer)": "d", "at_infinity.max_loss": "log(1 + p*(exp(1/2)-1))"}
MIXED.stated(
    "mixture.as-stated",
    "Theorem 3.5 of Kairouz et al. for the variance proxy of the window at p = 1, amplified by p.",
    "with Balle, Barthe, Gaboardi 2018, Theorem 2",
    "m = 1000, p = 1/4, eps0 = 1/2",
    *(
        Answers("checkin.mixture", pure(p=QUARTER), INNER_PRINT, {"d": delta, **WITHIN})
        for delta in (Fraction(1, 10**6), Fraction(1, 1000))
    ),
)


def _ends(m: int, share: Fraction, epsilon0: Fraction) -> list[int]:
    """The last slot of each group."""
    groups = min(16, m)
    with balls(256) as xp:
        loss = xp.number(share) * (1 - xp.exp(-xp.number(epsilon0)))
        wanted = [m * (1 - xp.exp(xp.log(1 - loss) * k / groups)) / loss for k in range(1, groups)]
    found: list[int] = []
    for k, place in enumerate(wanted, start=1):
        least = found[-1] + 1 if found else 1
        found.append(min(max(int(float(place)), least), m - (groups - k)))
    return [*found, m]


@BOOK.table(
    "steps.places",
    "Slots are put together from one to the next of 16 places (or as many as there are slots) at which the posterior "
    "has grown by equal factors, each of one slot at least: place k is m (1 - (1 - c)^(k/16))/c, c = p (1 - "
    "e^-eps0). Each group has the eps of its last slot, to a hair; where slots are fewer, the other steps are of eps "
    "0, once each.",
    "proof of Theorem 3.2",
    "m = 1 to 10^12, p = 1 and 1/3, eps0 = 1/10, 1 and 30",
    Each(
        "balls",
        cases=product((1, 2, 15, 16, 17, 40, 1000, 10**12), (Fraction(1), THIRD), numbers("1/10 1 30")),
        bits=256,
    ),
)
def _placed(xp: Any, m: int, share: Fraction, epsilon0: Fraction) -> bool:
    found = answers("checkin.steps", window(ch.Pure(epsilon=epsilon0), m=m, p=share, n=m))
    lasts = _ends(m, share, epsilon0)
    counts = [last - before for before, last in zip([0, *lasts], lasts, strict=False)]
    if [count for _, count in found] != counts + [1] * (16 - len(counts)) or len(found) != 16:
        return False
    odds, p = xp.exp(xp.number(epsilon0)), xp.number(share)
    for (step, _), last in zip(found, lasts, strict=False):
        exact = xp.log(1 + p * (odds - 1) / (m - p * (1 - 1 / odds) * (last - 1)))
        above = xp.number(step.settings["epsilon"]) - exact
        if not (above >= 0 and above * 10**12 <= exact):
            return False
    return all(step.settings["epsilon"] == 0 for step, _ in found[len(lasts) :])


E0, D0, D1, AT = Fraction(1, 50), Fraction(1, 10**12), Fraction(1, 10**7), Fraction(1, 100)
INNER = ch.Approximate(epsilon=E0, delta=D0)
APPROXIMATE = window(INNER, p=THIRD)
REPLACED = {
    **{"e0": E0, "d0": D0, "d1": D1, "size": "exp(8*e0)", "E": "size*(size-1)^2/9000"},
    "delta": "exp(-(1/100 - E/2)^2/(2*E)) + 1000*(exp(1/100)+1)*d1",
}


def _crowded(odds: str, at: Fraction) -> dict[str, Any]:
    """The names of a formula for slots whose size exceeds its bound with probability 1e-9."""
    norm = "(sqrt(1/10^5 + 1/100) + sqrt(-log(d)/10^5))"
    names = {"e0": E0, "d0": D0, "d": TINY, "eps": at, "odds": odds, "E": f"(odds^2*(odds-1)*{norm})^2"}
    return {**names, "delta": "exp(-(eps - E/2)^2/(2*E)) + d"}


MANY: dict[str, Any] = {"m": 100, "n": 10**5, "protocol": "averaged"}
UNLUCKY = {"at": Fraction(10), "unlucky": TINY}


@BOOK.stated(
    "T32-approximate.as-printed",
    "At a witness delta1 the printed bound adds m (e^eps + 1) delta1 to the delta of 8 eps0-DP reports, if delta1 "
    "allows delta0, and there is no bound otherwise; that of averaged slots adds the part delta2 for crowded slots.",
    "Theorems 3.2, 4.1 and 4.3",
    "m = 1000, p = 1/3, eps0 = 1/50; delta0 = 1e-12, and delta1 on both sides of what allows it",
    Each("balls: the delta1 that are allowed", cases=[(E0, D1)], bits=128),
    Conditions("checkin.T32-approximate", [APPROXIMATE], [window(ch.Approximate(epsilon=0, delta=D0))]),
    *(
        Answers("checkin.T32-approximate", APPROXIMATE, {where: "delta"}, REPLACED, {"at": at, "replaced": D1})
        for where, at in (("delta(1/100)", Fraction(1)), ("delta(5)", AT))
    ),
    Answers(
        "checkin.T41-clipped",
        window(INNER, **MANY),
        {"delta(eps)": "delta + 10^5*(exp(eps)+1)*d0"},
        _crowded("exp(2*e0)*(1 + d0*exp(-e0))/(1-d0)", AT),
        UNLUCKY,
    ),
    Answers("checkin.T41", pure(**MANY), {"delta(eps)": "delta"}, _crowded("exp(1/2)", Fraction(2)), UNLUCKY),
    Equals(report_slots.least_replaced, 1, [{"e0": Fraction(1), "d0": HALF}]),
)
def _allowed(xp: Any, epsilon0: Fraction, delta1: Fraction) -> bool:
    """Whether a delta1 that is a tenth larger than the least one gives a number, and one that is a tenth smaller gives
    none."""
    found, e = answers("checkin.T32-approximate", APPROXIMATE), xp.number(epsilon0)
    rounds = 2 + xp.log(2 / xp.number(delta1)) / -xp.log(1 - xp.exp(-5 * e))
    allowed = (1 - xp.exp(-e)) * xp.number(delta1) / (4 * xp.exp(e) * rounds)
    least = Fraction(float(delta1 * D0 / float(allowed)))
    below, above = (
        found.delta(xp, xp.number(AT), {"at": Fraction(1), "replaced": least * part}) for part in numbers("9/10 12/10")
    )
    return bool(below == xp.inf) and not bool(above == xp.inf)
