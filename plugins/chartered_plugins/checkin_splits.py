"""Random check-ins where delta is split: averaged slots, which may be crowded, and reports that are not pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.claim import Claim

from .formulas import advanced_composition as advanced, checkins

PAPER = "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020"
Energy = Callable[[Arithmetic, Value], Value]
Rest = Callable[[Arithmetic, Value, Value], Value]


def _split(name: str, energy: Energy, rest: Rest, points: list[float], laws: tuple[Any, Any], least: ch.Number = 0) -> ch.Profile:
    """Of a mechanism that is (e, core + rest(e, x))-DP for every e and x: core is what composition of this `energy` comes to by `laws`,
    its delta and its eps. A witness names e and x."""
    delta_of, epsilon_of = laws

    def core(xp: Arithmetic, e: Value, x: Value) -> Value:
        found = energy(xp, x)
        return delta_of(xp, found / 2, found, e)

    def inverse(xp: Arithmetic, left: Value, x: Value) -> Value:
        found = energy(xp, x)
        return epsilon_of(xp, found / 2, found, left)

    def read(xp: Arithmetic, witness: ch.Witness) -> tuple[Value, Value]:
        at, x = witness.get("at"), witness.get(name)
        if at is None or x is None or not (at >= 0 and x > 0):
            raise ch.Unavailable(f"the witness of a split is at and {name}")
        return xp.number(at), xp.number(x)

    def spent(xp: Arithmetic, e: Value, x: Value) -> Value:
        more = rest(xp, e, x)
        return more + core(xp, e, x) if more < 1 else xp.inf

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        at, x = read(xp, witness)
        return spent(xp, xp.minimum(epsilon, at), x)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        at, x = read(xp, witness)
        return at if spent(xp, at, x) <= delta else xp.inf

    def propose(question: ch.Question) -> ch.Witness:
        from chartered_verify.arithmetic import floats

        from .search.checkins import Costs, cheapest

        costs = Costs(*((lambda a, x, f=f: f(floats, a, x)) for f in (core, inverse, rest)))
        e, x = cheapest(question, costs, points)
        if not e < floats.inf:
            raise ch.Unavailable("no split of delta meets it")
        return {"at": e, name: x}

    return ch.Profile(delta=delta, epsilon=epsilon, propose=propose, floor=least)


_SHARES = [4.0**-k for k in range(500, 0, -1)]
_PRINTED = (advanced.tail_delta, advanced.tail_epsilon)
_BEST = (advanced.least_delta, lambda xp, drift, energy, delta: advanced.least_epsilon(xp, drift, energy, xp.inf, delta))


def _averaged(case: ch.Case) -> ch.Profile:
    def energy(xp: Arithmetic, unlucky: Value) -> Value:
        crowded = checkins.crowding(xp, xp.number(case.number("m")), xp.number(case.number("n")), unlucky)
        return checkins.averaged_energy(xp, xp.number(case.epsilon), crowded)

    return _split("unlucky", energy, lambda xp, e, unlucky: unlucky, _SHARES, _PRINTED)


@dataclass(frozen=True, slots=True, eq=False)
class Clipped(ch.Guarantee):
    """For every eps of a report, `local`: within `transfer` in total variation of adaptive steps whose squared eps sum to at most `energy`.

    `least` is below every transfer; `points` are values of `local` among which a search begins.
    """

    energy: Energy
    transfer: Energy
    least: ch.Number
    points: tuple[float, ...]


def _clipped(case: ch.Case) -> Clipped:
    inner, m, share = case.inner, case.number("m"), case.number("p")
    assert isinstance(inner, ch.Profile)

    def energy(xp: Arithmetic, local: Value) -> Value:
        delta0 = inner.delta(xp, local, {})
        spread, lowest = checkins.spread_of(xp, local, delta0), checkins.lowest_of(xp, local, delta0)
        return checkins.energy(xp.number(m), xp.number(share), spread, lowest)

    def transfer(xp: Arithmetic, local: Value) -> Value:
        return xp.number(share) * inner.delta(xp, local, {})

    return Clipped(energy=energy, transfer=transfer, least=ch.scale(inner.floor, share), points=tuple(_locals(inner)))


def _together(gs: Sequence[Clipped], counts: Sequence[int]) -> Clipped:
    """All of them, each so often, at one and the same eps of a report."""

    def summed(curves: Sequence[Energy]) -> Energy:
        return lambda xp, local: sum((n * curve(xp, local) for curve, n in zip(curves, counts, strict=True)), xp.number(0))

    return Clipped(
        energy=summed([g.energy for g in gs]),
        transfer=summed([g.transfer for g in gs]),
        least=ch.total(ch.scale(g.least, n) for g, n in zip(gs, counts, strict=True)),
        points=tuple(sorted({point for g in gs for point in g.points})),
    )


def _unclipped(g: Clipped) -> ch.Profile:
    def rest(xp: Arithmetic, e: Value, local: Value) -> Value:
        return (xp.exp(e) + 1) * g.transfer(xp, local)

    return _split("local", g.energy, rest, list(g.points), _BEST, g.least)


def _locals(inner: ch.Profile) -> list[float]:
    """The eps of a report among which the search begins, also that from which its delta is level."""
    level = [nextafter(float(min(inner.attains, 1000)), inf)] if isinstance(inner.attains, int | Fraction) else []
    return sorted([*(2.0 ** (k / 2) for k in range(-60, 13)), *level])


def _replaced(case: ch.Case) -> ch.Profile:
    inner, m = case.inner, case.number("m")
    assert isinstance(inner, ch.Approximate)
    epsilon0, delta0 = inner.epsilon, inner.delta

    def energy(xp: Arithmetic, replaced: Value) -> Value:
        return checkins.printed_energy(xp, xp.number(m), xp.number(case.number("p")), 8 * xp.number(epsilon0))

    def rest(xp: Arithmetic, e: Value, replaced: Value) -> Value:
        allowed = checkins.replaceable(xp, xp.number(epsilon0), replaced)
        return xp.number(m) * (xp.exp(e) + 1) * replaced if allowed >= xp.number(delta0) else xp.inf

    return _split("replaced", energy, rest, _SHARES, _PRINTED)


def _unsearched(case: ch.Case) -> str | None:
    searched = isinstance(case.inner, ch.Profile) and case.inner.propose is not ch.no_search
    return checkins.within(*checkins.WINDOWS)(case) or ("the profile of a report needs a search at each eps" if searched else None)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Averaged slots as printed; windows of reports that are not pure, sharper than in print and, asked by name, as printed."""
    return [
        ch.Theorem(
            name="checkin.T41",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.Profile,
            bound=_averaged,
            conditions=checkins.within("averaged", telling=True),
            statement="Theorem 4.1 as printed: averaged slots of eps0-DP reports; a part of delta pays for slots that are crowded.",
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
            statement="Reports that are (eps0, delta0)-DP, clipped to the likelihoods that eps0-DP allows, change by delta0: so a window "
            "is within p delta0 of steps of bounded eps, at every point of the reports' profile.",
            source=f"direct computation; composition by Kairouz, Oh, Viswanath 2015, Theorem 3.5; posterior as in {PAPER}, Theorem 3.2",
            latex=r"T=p\,\delta_0,\quad V=\sum_i\varepsilon_i^2\le"
            r"\frac{p^2(e^{\varepsilon_+}-e^{-\varepsilon_-})^2}{m(1-p(1-e^{-\varepsilon_-}))}",
        ),
        ch.Theorem(
            name="clipped.profile",
            takes=Clipped,
            gives=ch.Profile,
            bound=_unclipped,
            statement="Within T of steps that are (eps, delta)-DP together is (eps, delta + (e^eps + 1) T)-DP.",
            source="direct computation; composition by Kairouz, Oh, Viswanath 2015, Theorem 3.5",
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
        conditions=checkins.within(protocol, telling=True),
        statement=f"Theorem {number} for (eps0, delta0)-DP reports as printed: each is replaced by an 8 eps0-DP one within delta1.",
        source=f"{PAPER}, Theorem {number}; Cheu, Smith, Ullman, Zeber, Zhilyaev 2019",
        latex=r"\varepsilon'=\frac{p^2e^{8\varepsilon_0}(e^{8\varepsilon_0}-1)^2}{2m}"
        r"+p(e^{8\varepsilon_0}-1)\sqrt{\tfrac{2e^{8\varepsilon_0}}{m}\log\tfrac1\delta},\quad\delta'=\delta+m(e^{\varepsilon'}+1)\delta_1",
        by_name=True,
    )


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Windows of clipped reports."""
    return [
        ch.Accountant(
            name="clipped",
            kind=Clipped,
            times=lambda g, n: _together([g], [n]),
            compose=lambda gs: _together(gs, [1] * len(gs)),
            statement="Squared eps and total variations add up, at one eps of a report for all.",
            source="direct computation",
            latex=r"\left(\sum_iV_i,\;\sum_iT_i\right)",
        )
    ]


@ch.hook
def register_claims() -> list[Claim]:
    """The claims about the splits of delta."""
    from .claims import checkin_splits

    return checkin_splits.claims()
