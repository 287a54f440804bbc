"""Windows of random check-ins, in which a slot uses one report: given the earlier reports, it is a client's own with
small probability."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value, balls

from ..basics.formula_at import formula_at
from ..basics.formulas import subgaussian_tail as advanced
from ..subsampling.rate import amplified
from . import protocols
from .formulas import report_slots

PAPER = "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020"
BITS, GROUPS = 128, 16
"""The working precision in bits, and the number of groups of slots with nearly equal eps, which are rounded up to one
eps."""


def _variance_proxy(case: ch.Case, xp: Arithmetic, share: Fraction) -> Value:
    epsilon0 = xp.number(case.epsilon)
    return report_slots.variance_proxy(
        xp.number(case.number("m")), xp.number(share), xp.expm1(epsilon0), xp.exp(-epsilon0)
    )


def _composed(law: Callable[..., Value], variance_proxy: ch.Number, *numbers: ch.Number) -> Callable[..., Value]:
    """A law of composition for a variance proxy and a mean loss of half of it."""
    return formula_at(lambda xp, proxy, *given: law(xp, proxy / 2, proxy, *given), variance_proxy, *numbers)


def _printed(case: ch.Case) -> ch.Profile:
    numbers = case.number("m"), case.number("p"), case.epsilon
    variance_proxy = formula_at(report_slots.printed_variance_proxy, *numbers)
    return ch.Profile(
        delta=_composed(advanced.tail_delta, variance_proxy), epsilon=_composed(advanced.tail_epsilon, variance_proxy)
    )


def _mixture(case: ch.Case) -> ch.Profile:
    """A client that does not check in is not in the data: the profile for p = 1, amplified by sampling."""

    def variance_proxy(xp: Arithmetic) -> Value:
        return _variance_proxy(case, xp, Fraction(1))

    surely = ch.Profile(
        delta=_composed(advanced.least_delta, variance_proxy),
        epsilon=_composed(advanced.least_epsilon, variance_proxy, case.epsilon),
        at_infinity=ch.AtInfinity(max_loss=case.epsilon),
    )
    return amplified(surely, case.number("p"))


def slots(m: int, share: Fraction, epsilon0: ch.Number) -> list[tuple[Fraction, int]]:
    """The eps of all slots as pairs (eps, number of slots), rounded up: slots with nearly equal eps get that of the
    last of them.

    The number of pairs is fixed, with some of eps 0 if there are few slots, so that another m is accounted for along
    the same path. Raises Unavailable."""

    def of(last: int) -> Fraction:
        def epsilon(xp: Arithmetic) -> Value:
            lowest, rise = xp.exp(-xp.number(epsilon0)), xp.expm1(xp.number(epsilon0))
            chance = report_slots.posterior(xp.number(m), xp.number(share), lowest, last - 1)
            return report_slots.slot_epsilon(xp, chance, rise)

        return ch.rational_above(epsilon, "the eps of a slot")

    ends = _ends(m, share, epsilon0)
    found = [(of(last), last - before) for before, last in zip([0, *ends], ends, strict=False)]
    return [*found, *[(Fraction(0), 1)] * (GROUPS - len(found))]


def _ends(m: int, share: Fraction, epsilon0: ch.Number) -> list[int]:
    """The last slots of at most GROUPS groups, each of at least one slot: the posterior grows by the same factor from
    one group to the next."""
    groups = min(GROUPS, m)
    with balls(BITS) as xp:
        loss = -xp.number(share) * xp.expm1(-xp.number(epsilon0))
        places = [m * xp.expm1(xp.log1p(-loss) * k / groups) / -loss for k in range(1, groups)]
        wanted = [floor(float(place.mid())) if place.is_finite() else m for place in places]
    ends: list[int] = []
    for k, place in enumerate(wanted, start=1):
        ends.append(min(max(place, ends[-1] + 1 if ends else 1), m - groups + k))
    return [*ends, m]


def _slots(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    found = slots(int(case.number("m")), case.number("p"), case.epsilon)
    return tuple((ch.Step("pure", (("epsilon", epsilon),)), count) for epsilon, count in found)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The slots of a window as steps, their sum as zCDP, the printed theorems, and the effect of p."""
    ours = f"{PAPER}, proof of Theorems 3.2 and 4.3, with p kept in the posterior"
    return [
        ch.Theorem(
            name="checkin.steps",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.Rewrite,
            bound=_slots,
            conditions=protocols.within(*protocols.WINDOWS, telling=True),
            statement="The slots of a window are adaptive steps, slot i of them log(1 + q_i (e^eps0 - 1))-DP.",
            source=ours,
            latex=r"\varepsilon_i=\log\left(1+q_i(e^{\varepsilon_0}-1)\right),\quad "
            r"q_i=\frac{p}{m-p(1-e^{-\varepsilon_0})(i-1)}",
        ),
        ch.Theorem(
            name="checkin.zcdp",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.ZCDP,
            bound=lambda case: ch.ZCDP(rho=lambda xp: _variance_proxy(case, xp, case.number("p")) / 2),
            conditions=protocols.within(*protocols.WINDOWS, telling=True),
            statement="A window is rho-zCDP: half the sum of eps_i^2 over its slots, by Lemma A.2. The plain "
            "conversion of rho is Theorem 3.2 at p = 1, and below it at p < 1.",
            source=ours,
            latex=r"\rho=\frac{p^2(e^{\varepsilon_0}-1)^2}{2m\left(1-p(1-e^{-\varepsilon_0})\right)}",
        ),
        _as_printed("T32", "fixed", "3.2"),
        _as_printed("T43", "sliding", "4.3"),
        ch.Theorem(
            name="checkin.mixture",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.Profile,
            bound=_mixture,
            conditions=protocols.within("fixed", telling=True, some=True),
            statement="A client that does not check in is not in the data: if checking in surely is (eps, delta)-DP, "
            "then doing so with probability p is (log(1 + p (e^eps - 1)), p delta)-DP.",
            source="Balle, Barthe, Gaboardi 2018, Theorem 2 (advanced joint convexity)",
            latex=r"\left(\log\left(1+p(e^{\varepsilon_1}-1)\right),\;p\,\delta_1\right)",
        ),
    ]


def _as_printed(name: str, protocol: str, number: str) -> ch.Theorem:
    return ch.Theorem(
        name=f"checkin.{name}",
        takes=ch.OnWrapper("checkin", ch.Pure),
        gives=ch.Profile,
        bound=_printed,
        conditions=protocols.within(protocol, telling=True),
        statement=f"Theorem {number} as printed: a {protocol} window of eps0-DP reports.",
        source=f"{PAPER}, Theorem {number}",
        latex=r"\varepsilon=\frac{p^2e^{\varepsilon_0}(e^{\varepsilon_0}-1)^2}{2m}"
        r"+p(e^{\varepsilon_0}-1)\sqrt{\frac{2e^{\varepsilon_0}\log(1/\delta)}{m}}",
    )


register_claims = ch.claims_in(
    f"{__package__}.claims",
    ".checkin_windows .checkins_numbers .random_allocation .windows_stated .corollary .utility .table1 .lemmas "
    ".numbers",
)
