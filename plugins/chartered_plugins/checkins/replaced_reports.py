"""(eps0, delta0)-DP reports, each replaced by a nearby pure one, if all reports are released: averaged slots of
check-ins, and shuffles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import sign

from ..shuffling.formulas import closed_forms as shuffling
from . import delta_split as splits, protocols
from .formulas import report_slots

PAPER = "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020"
REPLACED = "Cheu, Smith, Ullman, Zeber, Zhilyaev 2019"
NEAR = "each report is replaced by an 8 eps0-DP one within delta1 of it, of which there are n"
CLIPPED = (
    "each report is clipped to the likelihoods that eps0-DP allows beside one fixed record, and moves by at most delta0"
)

Pure: TypeAlias = Callable[[Arithmetic, Number, Number], Value]
"""(xp, eps0, delta0) -> the eps of a report's replacement, or its distance from the report."""


def _octuple(xp: Arithmetic, epsilon0: Number, delta0: Number) -> Value:
    return 8 * xp.number(epsilon0)


def _least_replaced(xp: Arithmetic, epsilon0: Number, delta0: Number) -> Value:
    return report_slots.least_replaced(xp, xp.number(epsilon0), xp.number(delta0))


def _clipped(xp: Arithmetic, epsilon0: Number, delta0: Number) -> Value:
    return report_slots.clipped_epsilon(xp, xp.number(epsilon0), xp.number(delta0))


def _own(xp: Arithmetic, epsilon0: Number, delta0: Number) -> Value:
    return xp.number(delta0)


def _averaged(local: Pure, moved: Pure) -> Callable[[ch.Case], ch.Profile]:
    """Theorem 4.1 for the replaced reports; the witness states the share of delta for crowded slots."""

    def bound(case: ch.Case) -> ch.Profile:
        inner, n, m = case.guarantee(ch.Approximate), case.number("n"), case.number("m")
        epsilon0, delta0 = inner.epsilon, inner.delta

        def variance_proxy(xp: Arithmetic, unlucky: Value) -> Value:
            crowded = report_slots.crowding(xp, xp.number(m), xp.number(n), unlucky)
            return report_slots.averaged_variance_proxy(xp, local(xp, epsilon0, delta0), crowded)

        def rest(xp: Arithmetic, e: Value, unlucky: Value) -> Value:
            return unlucky + shuffling.cost(xp, xp.number(n) * moved(xp, epsilon0, delta0), e)

        return splits.profile("unlucky", variance_proxy, rest, splits.SHARES, splits.PRINTED, ch.scale(delta0, n))

    return bound


def _shuffled(local: Pure, moved: Pure) -> Callable[[ch.Case], ch.Profile]:
    """Theorem 5.1 for the replaced reports; from eps0 on, delta0 of a single report."""

    def bound(case: ch.Case) -> ch.Profile:
        inner, n = case.guarantee(ch.Approximate), case.number("n")
        epsilon0, delta0 = inner.epsilon, inner.delta

        def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
            if epsilon >= xp.number(epsilon0):
                return xp.number(delta0)
            variance_proxy = shuffling.variance_proxy(xp, local(xp, epsilon0, delta0), xp.number(n))
            inside = splits.PRINTED[0](xp, variance_proxy / 2, variance_proxy, epsilon)
            return shuffling.transferred(xp, inside, xp.number(n) * moved(xp, epsilon0, delta0), epsilon)

        return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(delta=delta0, max_loss=epsilon0))

    return bound


def _failing(case: ch.Case) -> str | None:
    """Of an approximate report, which tells something, and fails sometimes."""
    if case.guarantee(ch.Approximate).delta == 0:
        return "the reports are pure"
    return "eps is 0: the reports have no eps to amplify" if case.epsilon == 0 else None


def _replaceable(case: ch.Case) -> str | None:
    """Likewise, and with a delta0 that the reduction allows."""
    epsilon0, delta0 = case.epsilon, case.guarantee(ch.Approximate).delta
    spare = sign(lambda xp: 1 - _least_replaced(xp, epsilon0, delta0), cap=1024)
    return None if spare == 1 else "no delta1 below 1 allows so large a delta0 (printed condition)"


def _all_report(*conditions: Callable[[ch.Case], str | None]) -> Callable[[ch.Case], str | None]:
    """The first reason among several conditions."""
    return lambda case: next((why for condition in conditions if (why := condition(case))), None)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Theorems 4.1 and 5.1 for approximate reports: as printed, with n for the number of replaced reports, and by
    clipping."""
    return [*_of_slots(), *_of_shuffles()]


def _of_slots() -> list[ch.Theorem]:
    pattern, averaged = ch.OnWrapper("checkin", ch.Approximate), protocols.within("averaged")
    return [
        ch.Theorem(
            name="checkin.T41-approximate",
            takes=pattern,
            gives=ch.Profile,
            bound=_averaged(_octuple, _least_replaced),
            conditions=_all_report(averaged, _failing, _replaceable),
            statement=f"Theorem 4.1 for (eps0, delta0)-DP reports as printed, but with n for m: {NEAR}.",
            source=f"{PAPER}, Theorem 4.1; {REPLACED}",
            latex=r"\varepsilon'=\tfrac12e^{32\varepsilon_0}(e^{8\varepsilon_0}-1)^2\varepsilon_1^2"
            r"+e^{16\varepsilon_0}(e^{8\varepsilon_0}-1)\varepsilon_1\sqrt{2\log\tfrac{1}{\delta}},\quad"
            r"\delta'=\delta+\delta_2+n(e^{\varepsilon'}+1)\delta_1",
            use=ch.Use.BY_NAME,
        ),
        ch.Theorem(
            name="checkin.T41-clipped",
            takes=pattern,
            gives=ch.Profile,
            bound=_averaged(_clipped, _own),
            conditions=_all_report(averaged, _failing),
            statement=f"Theorem 4.1 for (eps0, delta0)-DP reports: {CLIPPED}. The shuffle of all reports always "
            "beats it.",
            source=f"{PAPER}, Theorem 4.1; the clipping is a direct computation",
            latex=r"\varepsilon_0'=2\varepsilon_0+\log\tfrac{1+e^{-\varepsilon_0}\delta_0}{1-\delta_0},\quad"
            r"\delta'=\delta+\delta_2+n(e^{\varepsilon'}+1)\delta_0",
            use=ch.Use.BY_NAME,
        ),
    ]


def _of_shuffles() -> list[ch.Theorem]:
    pattern = ch.OnWrapper("shuffled", ch.Approximate)
    return [
        ch.Theorem(
            name="balle2020checkins.T5.1-approximate",
            takes=pattern,
            gives=ch.Profile,
            bound=_shuffled(_octuple, _least_replaced),
            conditions=_all_report(_failing, _replaceable),
            statement=f"Theorem 5.1 for (eps0, delta0)-DP reports as printed: {NEAR}.",
            source=f"{PAPER} (random check-ins), Theorem 5.1; {REPLACED}",
            latex=r"\varepsilon'=\frac{e^{24\varepsilon_0}(e^{8\varepsilon_0}-1)^2}{2n}"
            r"+e^{12\varepsilon_0}(e^{8\varepsilon_0}-1)\sqrt{\tfrac{2}{n}\log\tfrac1\delta},\quad"
            r"\delta'=\delta+n(e^{\varepsilon'}+1)\delta_1",
            use=ch.Use.BY_NAME,
        ),
        ch.Theorem(
            name="balle2020checkins.T5.1-clipped",
            takes=pattern,
            gives=ch.Profile,
            bound=_shuffled(_clipped, _own),
            conditions=_failing,
            statement=f"Theorem 5.1 for (eps0, delta0)-DP reports: {CLIPPED}.",
            source=f"{PAPER} (random check-ins), Theorem 5.1; the clipping is a direct computation",
            latex=r"\varepsilon_0'=2\varepsilon_0+\log\tfrac{1+e^{-\varepsilon_0}\delta_0}{1-\delta_0},\quad"
            r"\delta'=\delta+n(e^{\varepsilon'}+1)\delta_0",
            never_looser_than=("balle2020checkins.T5.1-approximate",),
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".replaced_reports")
