"""Basic composition of any privacy profiles. It is opt-in, or a last resort where no other answer is exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.model import failure_event as failure

from .search import basic
from .witnesses import delta_at, fields, read

KOV = "Kairouz, Oh, Viswanath 2015, Theorem 3.3 with i = 0"


@dataclass(frozen=True, slots=True, eq=False)
class ProfileRuns(ch.Guarantee):
    """Runs of which only privacy profiles are known. `parts`: pairs (profile, number of runs)."""

    parts: tuple[tuple[ch.Profile, int], ...]


def _times(g: ProfileRuns, n: int) -> ProfileRuns:
    if not isinstance(n, int):
        raise ch.Unavailable("delta is split for each count by itself")
    return ProfileRuns(tuple((profile, n * k) for profile, k in g.parts))


def _compose(gs: Sequence[ProfileRuns]) -> ProfileRuns:
    counts: dict[int, tuple[ch.Profile, int]] = {}
    for profile, n in (part for g in gs for part in g.parts):
        counts[id(profile)] = (profile, n + counts.get(id(profile), (profile, 0))[1])
    return ProfileRuns(tuple(counts.values()))


def _profile(g: ProfileRuns) -> ch.Profile:
    """The composed profile. The witness states an eps for each run; the eps add up, and delta is the probability that
    at least one run exceeds its own."""

    def failing(xp: Any, witness: ch.Witness) -> Any:
        split = zip(g.parts, read(g.parts, witness), strict=True)
        deltas = [delta_at(xp, profile, at, inner) for (profile, _), (at, inner) in split]
        certain = not all(delta < 1 for delta in deltas)
        return xp.number(1 if certain else failure.some_failure_event([*map(_held, deltas)], [n for _, n in g.parts]))

    def total(witness: ch.Witness) -> Fraction:
        return sum((n * at for (_, n), (at, _) in zip(g.parts, read(g.parts, witness), strict=True)), Fraction(0))

    def delta(xp: Any, epsilon: Any, witness: ch.Witness) -> Any:
        return failing(xp, witness) if xp.number(total(witness)) <= epsilon else xp.number(1)

    def epsilon(xp: Any, delta: Any, witness: ch.Witness) -> Any:
        return xp.number(total(witness)) if failing(xp, witness) <= delta else xp.inf

    def propose(question: ch.Question) -> ch.Witness:
        return basic.split(g.parts, question)

    ends = [profile.at_infinity for profile, _ in g.parts]
    counts = [n for _, n in g.parts]
    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(propose=propose, fields=fields(g.parts)),
        at_infinity=ch.AtInfinity(delta=failure.some_failure_event([end.delta for end in ends], counts)),
    )


def _composes_no_better(g: ch.Profile) -> str | None:
    """All profiles but those with an accurate formula over an interval, of a guarantee that composes better itself."""
    over = g.evaluation.over_stretch
    return None if over is None or over.within else ""


def _held(value: Any) -> ch.Number:
    """A value of an arithmetic as a number."""
    return lambda xp: value


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Any profile as a single run, and the profile of many such runs."""
    return [
        ch.Theorem(
            name="profile.basic",
            takes=ch.Profile,
            gives=ProfileRuns,
            bound=lambda g: ProfileRuns(((g, 1),)),
            conditions=_composes_no_better,
            statement="A privacy profile says for each eps with which delta a run is (eps, delta)-DP.",
            source="definition",
            side=ch.Side.EXACT,
            use=ch.Use.LAST_RESORT,
        ),
        ch.Theorem(
            name="basic.profile",
            takes=ProfileRuns,
            gives=ch.Profile,
            bound=_profile,
            statement="Runs that are (eps_i, delta_i)-DP are together (sum of all eps_i, 1 - prod (1 - delta_i))-DP; "
            "how delta is split is searched.",
            source=KOV,
            latex=r"\varepsilon=\sum_i\varepsilon_i,\;\delta=1-\prod_i\left(1-\delta_i(\varepsilon_i)\right)",
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Runs are listed with their profiles."""
    return [
        ch.Accountant(
            name="basic",
            kind=ProfileRuns,
            times=_times,
            compose=_compose,
            statement="Basic composition of any privacy profiles: each run is taken at an eps of its own.",
            source=KOV,
            latex=r"\left(\sum_i\varepsilon_i,\;1-\prod_i(1-\delta_i)\right)",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".basic_composition")
