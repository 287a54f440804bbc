"""Random check-ins with delta split between two events: averaged slots, whose sizes are random, and reports that are
not pure."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..shuffling.formulas import closed_forms as shuffling
from . import delta_split as splits, near_renyi as nearby, protocols
from .formulas import report_slots
from .near_renyi_guarantee import Clipped

PAPER = "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020"


def _averaged(case: ch.Case) -> ch.Profile:
    def variance_proxy(xp: Arithmetic, unlucky: Value) -> Value:
        crowded = report_slots.crowding(xp, xp.number(case.number("m")), xp.number(case.number("n")), unlucky)
        return report_slots.averaged_variance_proxy(xp, xp.number(case.epsilon), crowded)

    return splits.profile("unlucky", variance_proxy, lambda xp, e, unlucky: unlucky, splits.SHARES, splits.PRINTED)


def _clipped(case: ch.Case) -> Clipped:
    inner, m, share = case.guarantee(ch.Profile), case.number("m"), case.number("p")

    def rho(xp: Arithmetic, local: Fraction) -> Value:
        e = xp.number(local)
        delta0 = inner.delta(xp, e, {})
        spread, lowest = report_slots.spread_of(xp, e, delta0), report_slots.lowest_of(xp, e, delta0)
        return report_slots.variance_proxy(xp.number(m), xp.number(share), spread, lowest) / 2

    return Clipped(
        curve=lambda xp, alpha, local: alpha * rho(xp, local),
        transfer=lambda xp, local: xp.number(share) * inner.delta(xp, xp.number(local), {}),
        rho=rho,
        least=ch.scale(inner.at_infinity.delta, share),
        points=nearby.locals_of(inner),
    )


def _replaced(case: ch.Case) -> ch.Profile:
    inner, m = case.guarantee(ch.Approximate), case.number("m")
    epsilon0, delta0 = inner.epsilon, inner.delta

    def variance_proxy(xp: Arithmetic, replaced: Value) -> Value:
        return report_slots.printed_variance_proxy(
            xp, xp.number(m), xp.number(case.number("p")), 8 * xp.number(epsilon0)
        )

    def rest(xp: Arithmetic, e: Value, replaced: Value) -> Value:
        allowed = report_slots.replaceable(xp, xp.number(epsilon0), replaced)
        return shuffling.cost(xp, xp.number(m) * replaced, e) if allowed >= xp.number(delta0) else xp.inf

    return splits.profile("replaced", variance_proxy, rest, splits.SHARES, splits.PRINTED)


def _unsearched(case: ch.Case) -> str | None:
    searched = isinstance(case.inner, ch.Profile) and not case.inner.closed_form
    return protocols.within(*protocols.WINDOWS)(case) or (
        "the profile of a report needs a search at each eps" if searched else None
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Averaged slots as printed; windows of reports that are not pure, sharper than printed and, opt-in, as printed."""
    return [
        ch.Theorem(
            name="checkin.T41",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.Profile,
            bound=_averaged,
            conditions=protocols.within("averaged", telling=True),
            statement="Theorem 4.1 as printed: averaged slots of eps0-DP reports; a part of delta pays for slots "
            "that are crowded.",
            source=f"{PAPER}, Theorem 4.1",
            latex=r"\varepsilon=\tfrac12e^{4\varepsilon_0}(e^{\varepsilon_0}-1)^2\varepsilon_1^2"
            r"+e^{2\varepsilon_0}(e^{\varepsilon_0}-1)\varepsilon_1\sqrt{2\log\tfrac{1}{\delta}},\quad"
            r"\varepsilon_1=\sqrt{\tfrac1n+\tfrac1m}+\sqrt{\tfrac1n\log\tfrac{1}{\delta_2}}",
        ),
        ch.Theorem(
            name="checkin.clipped",
            takes=ch.OnWrapper("checkin", ch.Profile),
            gives=Clipped,
            bound=_clipped,
            conditions=_unsearched,
            statement="Reports that are (eps0, delta0)-DP, clipped to the likelihoods that eps0-DP allows, change by "
            "delta0: so a window is within p delta0 of steps of bounded eps, at every point of the reports' profile.",
            source=f"direct computation; posterior as in {PAPER}, Theorem 3.2; Bun, Steinke 2016, Proposition 1.4",
            latex=r"T=p\,\delta_0,\quad\gamma(\alpha)=\tfrac{\alpha}{2}\sum_i\varepsilon_i^2\le"
            r"\frac{\alpha\,p^2(e^{\varepsilon_+}-e^{-\varepsilon_-})^2}{2m(1-p(1-e^{-\varepsilon_-}))}",
        ),
        ch.Theorem(
            name="clipped.profile",
            takes=Clipped,
            gives=ch.Profile,
            bound=nearby.profile,
            statement="Within T of what is (eps, delta)-DP is (eps, delta + (e^eps + 1) T)-DP; that delta is the "
            "optimal conversion of its Renyi curve.",
            source="direct computation; Asoodeh, Liao, Calmon, Kosut, Sankar 2020, Theorem 3",
            latex=r"\delta'=\delta+(e^{\varepsilon}+1)\,T",
        ),
        _replacing("T32", "fixed", "3.2"),
        _replacing("T43", "sliding", "4.3"),
    ]


def _replacing(name: str, protocol: str, number: str) -> ch.Theorem:
    return ch.Theorem(
        name=f"checkin.{name}-approximate",
        takes=ch.OnWrapper("checkin", ch.Approximate),
        gives=ch.Profile,
        bound=_replaced,
        conditions=protocols.within(protocol, telling=True),
        statement=f"Theorem {number} for (eps0, delta0)-DP reports as printed: each is replaced by an 8 eps0-DP one "
        "within delta1.",
        source=f"{PAPER}, Theorem {number}; Cheu, Smith, Ullman, Zeber, Zhilyaev 2019",
        latex=r"\varepsilon'=\frac{p^2e^{8\varepsilon_0}(e^{8\varepsilon_0}-1)^2}{2m}"
        r"+p(e^{8\varepsilon_0}-1)\sqrt{\tfrac{2e^{8\varepsilon_0}}{m}\log\tfrac1\delta},\quad"
        r"\delta'=\delta+m(e^{\varepsilon'}+1)\delta_1",
        use=ch.Use.BY_NAME,
    )


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """The accountant of reports that are not pure: mechanisms near others whose reports are pure."""
    return [
        ch.Accountant(
            name="clipped",
            kind=Clipped,
            times=lambda g, n: nearby.together([g], [n]),
            compose=lambda gs: nearby.together(gs, [1] * len(gs)),
            statement="Renyi divergences of one order and total variations add up, at one eps of a report for all.",
            source="direct computation; Mironov 2017, Proposition 1",
            latex=r"\left(\sum_i\gamma_i(\alpha),\;\sum_iT_i\right)",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".clipped_reports .crowded_slots .clipped_guarantee")
