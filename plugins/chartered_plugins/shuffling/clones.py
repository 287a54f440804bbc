"""Bounds for a shuffle of n reports, each of which may depend on those before it: sums over places, and clones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import sign

from ..basics.formula_at import formula_at
from ..loss_distribution import from_profiles as pld
from . import random_places as places
from .formulas import clones, closed_forms as shuffling

CHECKINS, CLONES, SWAPS = (
    "Balle et al. 2020 (random check-ins)",
    "Feldman, McMillan, Talwar 2021",
    "Erlingsson et al. 2019",
)


def _few_or_loud(case: ch.Case) -> str | None:
    epsilon0 = case.epsilon
    loud = callable(epsilon0) or epsilon0 >= ch.HALF
    return places.telling(case) or (
        "it is stated for n >= 1000 and eps0 < 1/2" if loud or case.number("n") < 1000 else None
    )


def _feldman(case: ch.Case) -> ch.Profile:
    epsilon0, n = case.epsilon, case.number("n")

    def inverse(xp: Arithmetic, delta: Value) -> Value:
        size, reports = xp.number(epsilon0), xp.number(n)
        holds = delta >= shuffling.feldman_least(xp, size, reports)
        return shuffling.feldman_epsilon(xp, size, reports, delta) if holds else size

    return places.capped(epsilon0, formula_at(shuffling.feldman_delta, epsilon0, n), inverse)


def _crowded(case: ch.Case) -> str | None:
    epsilon0, n = case.epsilon, case.number("n")
    spare = sign(lambda xp: 1 - shuffling.feldman_least(xp, xp.number(epsilon0), xp.number(n)), cap=1024)
    return places.telling(case) or (
        None if spare == 1 else "it needs eps0 <= log(n/(16 log(2/delta))), which no delta below 1 meets"
    )


def _crowded_and_apart(case: ch.Case) -> str | None:
    small = sign(lambda xp: xp.exp(xp.number(case.epsilon)) - xp.number(Fraction(3, 2)), cap=1024) in (-1, None)
    return _crowded(case) or ("its transfer is derived for eps0 >= log(3/2) only" if small else None)


def _clones(case: ch.Case) -> ch.Profile:
    epsilon0, n = case.epsilon, int(case.number("n"))
    return places.summed(
        lambda walk: places.capped(
            epsilon0, lambda xp, epsilon: clones.delta(xp, epsilon0, n, epsilon, walk=walk), None
        )
    )


def _approximately(
    pure: Callable[[ch.Case], ch.Profile], distance: Callable[..., Value]
) -> Callable[[ch.Case], ch.Profile]:
    """The profile for (eps0, delta0)-DP reports, from that of a theorem about eps0-DP reports; from eps0 on, delta0 of
    a single report."""

    def bound(case: ch.Case) -> ch.Profile:
        inner, n = case.guarantee(ch.Approximate), case.number("n")
        within, epsilon0, delta0 = pure(case), inner.epsilon, inner.delta

        def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
            size = xp.number(epsilon0)
            if epsilon >= size:
                return xp.number(delta0)
            far = distance(xp, size, xp.number(n), xp.number(delta0))
            return shuffling.transferred(xp, within.delta(xp, epsilon, {}), far, epsilon)

        return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(delta=delta0, max_loss=epsilon0), search=within.search)

    return bound


def _failing(conditions: Callable[[ch.Case], str | None]) -> Callable[[ch.Case], str | None]:
    """The conditions of a theorem about approximate reports, which excludes pure ones, since other theorems are about
    those."""

    def why(case: ch.Case) -> str | None:
        return "the reports are pure" if case.guarantee(ch.Approximate).delta == 0 else conditions(case)

    return why


def _theorem(
    name: str, bound: Callable[[Any], Any], statement: str, source: str, latex: str = "", **more: Any
) -> ch.Theorem:
    settings: dict[str, Any] = {
        "takes": ch.OnWrapper("shuffled", ch.Pure),
        "gives": ch.Profile,
        "conditions": places.telling,
    } | more
    return ch.Theorem(name=name, bound=bound, statement=statement, source=source, latex=latex, **settings)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The bounds for reports of pure randomizers, and those for approximate ones."""
    return [*_places(), *_swaps(), *_of_clones(), *_of_approximate()]


def _places() -> list[ch.Theorem]:
    """Bounds by the random place of a record's report: the profile by a sum over places, and a zCDP guarantee that
    composes."""
    latex = (
        r"\varepsilon=\frac{e^{3\varepsilon_0}(e^{\varepsilon_0}-1)^2}{2n}+e^{3\varepsilon_0/2}(e^{\varepsilon_0}-1)"
        r"\sqrt{\frac{2\log(1/\delta)}{n}}"
    )
    return [
        _theorem(
            "balle2020checkins.T5.1",
            lambda case: places.of_variance_proxy(case, places.window),
            "The record reports at a random place; given the reports so far it is there with probability at most "
            "e^eps0/(n - (1-e^-eps0)(i-1)).",
            f"{CHECKINS}, Theorem 5.1",
            latex,
            never_looser_than=("erlingsson2019.T7", "erlingsson2019.T7-short"),
        ),
        _theorem(
            "balle2020checkins.rho",
            places.rho,
            "The places are adaptive steps whose eps_i are so bounded: rho-zCDP with half the bound on the sum of "
            "eps_i^2, so that rounds of shuffling compose. Its plain conversion is Theorem 5.1.",
            f"{CHECKINS}, proof of Theorem 5.1; Bun, Steinke 2016, Proposition 1.4",
            r"\rho=\frac{e^{3\varepsilon_0}(e^{\varepsilon_0}-1)^2}{2n}",
            gives=ch.ZCDP,
        ),
    ]


def _swaps() -> list[ch.Theorem]:
    """Bounds by swapping a report with a random one: composed, and in a short form."""
    return [
        _theorem(
            "erlingsson2019.T7",
            lambda case: places.of_variance_proxy(case, shuffling.swap_variance_proxy),
            "Advanced composition of n steps of 2 e^(2 eps0) (e^eps0 - 1)/n.",
            f"{SWAPS}, Theorem 7, general form",
            r"\varepsilon=\varepsilon_1\sqrt{2n\log\tfrac1\delta}+n\varepsilon_1(e^{\varepsilon_1}-1),\quad"
            r"\varepsilon_1=\tfrac{2e^{2\varepsilon_0}(e^{\varepsilon_0}-1)}{n}",
            use=ch.Use.BY_NAME,
        ),
        _theorem(
            "erlingsson2019.T7-short",
            places.short,
            "For n >= 1000, eps0 < 1/2 and delta < 1/100.",
            f"{SWAPS}, Theorem 7",
            r"\varepsilon=12\,\varepsilon_0\sqrt{\log(1/\delta)/n}",
            conditions=_few_or_loud,
            use=ch.Use.BY_NAME,
        ),
    ]


def _of_clones() -> list[ch.Theorem]:
    """Bounds by clones of a report: in closed form, and by the pair of which the shuffle is a post-processing."""
    pair = _theorem(
        "feldman2021.clones",
        _clones,
        "The profile of the clones pair, of which the shuffle is a post-processing.",
        f"{CLONES}, Theorem 3.2 and Section 3.2",
        r"(A+D,\;C-A+1-D),\;(A+1-D,\;C-A+D),\quad "
        r"C\sim\mathrm{Bin}(n-1,e^{-\varepsilon_0}),\;A\sim\mathrm{Bin}(C,\tfrac12),"
        r"\;D\sim\mathrm{Bern}\left(\tfrac{e^{\varepsilon_0}}{1+e^{\varepsilon_0}}\right)",
    )
    return [
        _theorem(
            "feldman2021.T31",
            _feldman,
            "Hiding among clones in closed form, for eps0 <= log(n/(16 log(2/delta))).",
            f"{CLONES}, Theorem 3.1",
            r"\varepsilon=\log\left(1+8\frac{e^{\varepsilon_0}-1}{e^{\varepsilon_0}+1}"
            r"\left(\sqrt{\frac{e^{\varepsilon_0}\log(4/\delta)}{n}}+\frac{e^{\varepsilon_0}}{n}\right)\right)",
            conditions=_crowded,
        ),
        pair,
        pld.beside(pair, "Connect the dots of the profile of the clones pair."),
    ]


def _of_approximate() -> list[ch.Theorem]:
    pattern = ch.OnWrapper("shuffled", ch.Approximate)
    pair = _theorem(
        "feldman2021.clones-approximate",
        _approximately(_clones, shuffling.transfer),
        "The clones pair for (eps0, delta0)-DP reports: these are near eps0-DP ones that have clones.",
        f"{CLONES}, Theorem 3.2; Kairouz, Oh, Viswanath 2015, Theorem 2.4",
        r"\delta+(e^{\varepsilon}+1)\left(1+2(n-1)e^{-\varepsilon_0}\right)\delta_0",
        takes=pattern,
        conditions=_failing(places.telling),
    )
    return [
        _theorem(
            "feldman2021.T38",
            _approximately(_feldman, shuffling.printed_transfer),
            "Theorem 3.1 for (eps0, delta0)-DP reports, where its transfer was derived: for eps0 >= log(3/2).",
            f"{CLONES}, Theorem 3.8",
            r"\delta+(e^{\varepsilon}+1)(1+e^{-\varepsilon_0}/2)\,n\,\delta_0",
            takes=pattern,
            conditions=_failing(_crowded_and_apart),
        ),
        pair,
        pld.beside(pair, "Connect the dots of the same profile."),
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims",
    ".clones .clones_reduction .clones_closed .erlingsson2019 .girgis2021 .reports_stated .shuffling_cases",
)
