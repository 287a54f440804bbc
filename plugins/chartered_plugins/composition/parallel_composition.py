"""Parts of the data: one mechanism is run on the records of each part, as in a histogram or a query by region (parallel
composition)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import chartered as ch
from chartered.ledger.required_relation import bound_to_relation

NAME, MOST = "parts", 10**6
"""The name of the wrapper, and the largest number of parts."""
NOISES = frozenset({"gaussian", "laplace", "logistic", "discrete-gaussian", "discrete-laplace", "truncated-laplace"})
"""Additive noise with a log-concave law that is the same in both directions: a shift by x + y is a shift by x, and then
by y, of one test."""
Written: TypeAlias = tuple[tuple[ch.Step, int], ...]
_AROUND = "which parts a record is in is fixed before anything is drawn, so parts stand around samples and groups"
_DISJOINT = "McSherry 2009, Theorem 4, for disjoint parts; ours, for the rest"


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The wrapper."""
    count = ch.Parameter.whole("count", "how many parts there are, empty ones included", high=MOST)
    most = ch.Parameter.whole(
        "most",
        "in how many parts one record may be at most; 1: the parts are disjoint",
        at_most="count",
        default=1,
        safer="smaller",
        monotone=f"{NAME}.most.fewer",
    )
    return [
        ch.Mechanism(
            NAME,
            "runs the wrapped step on each part of the data: the counts of a histogram, regions, the groups of a query",
            (count, most),
            source="McSherry 2009",
            wraps=True,
            numeric=False,
            each_run="rounds over all parts, in each of which there is one run of {}",
            not_inside=((ch.Neighbours.ADD_OR_REMOVE, _AROUND), (ch.Neighbours.REPLACE_ONE, _AROUND)),
            sampling="parts: the list of parts is fixed beforehand, and each part is answered, if empty, too; in which "
            "parts a record is follows from that record alone",
        )
    ]


def _sizes(case: ch.Case) -> tuple[int, int]:
    """(the number of parts, in how many of them a record may be)."""
    return int(case.number("count")), int(case.number("most"))


def _noises(step: ch.Step) -> tuple[ch.Step, ...]:
    """The step, or each of several on the same records."""
    return tuple(part for part, _ in step.joint) or (step,)


def _distances(noise: ch.Step) -> tuple[Fraction, Fraction]:
    """How far the query moves where a record enters or leaves, and where one is replaced."""
    one, other = (ch.Case(noise, relation) for relation in (ch.Neighbours.ADD_OR_REMOVE, ch.Neighbours.REPLACE_ONE))
    return one.sensitivity, other.sensitivity


def _moved(step: ch.Step, times: int) -> ch.Step:
    """The step where the query of a replaced record moves as far as that of one that leaves, or twice as far."""
    if step.joint:
        return ch.Step(step.name, step.pairs, joint=tuple((_moved(part, times), runs) for part, runs in step.joint))
    others = tuple(pair for pair in step.pairs if pair[0] != "replace-sensitivity")
    return ch.Step(step.name, (*others, ("replace-sensitivity", times * _distances(step)[0])), step.inner)


def _no_report(case: ch.Case) -> str | None:
    """No local randomizer, whose one record has no parts."""
    return "a report is about one record, which has no parts" if case.local else None


def _fixed(case: ch.Case) -> str | None:
    """Under add-or-remove; or under zero-out, of a step whose guarantee holds where a record leaves its part, as a null
    record does, which is in none."""
    if case.neighbours is ch.Neighbours.REPLACE_ONE:
        return ""
    needy = _needs_null(case.wrapped) if case.neighbours is ch.Neighbours.ZERO_OUT else None
    if needy is not None:
        return (
            f"a null record is in no part, and {needy} is stated of data where it takes a record's place: state it "
            "under add-or-remove"
        )
    return _no_report(case)


def _needs_null(step: ch.Step) -> str | None:
    """What in a step is stated of a null record, or of a fixed number of records, and not of one record less."""
    known = ch.registry()
    bound = bound_to_relation(known, step)
    without = (name for name in step.shape if ch.Neighbours.ADD_OR_REMOVE not in known.mechanism(name).relations)
    return str(bound) if bound is not None else next(without, None)


def _replaceable(case: ch.Case) -> str | None:
    """Noise of which it is stated how far a record moves the query that enters or leaves a part."""
    if case.neighbours is not ch.Neighbours.REPLACE_ONE:
        return ""
    for part in _noises(case.wrapped):
        if part.name not in NOISES or "sensitivity" not in part.settings:
            return (
                f"a replaced record may leave one part and enter another, and of {part.name} it is not known here "
                f"what that costs: ask for add-or-remove, or wrap noise with its sensitivity, such as gaussian:sigma=4"
            )
    return _no_report(case)


def _ordered(case: ch.Case) -> bool:
    """Whether one of the ways in which a record changes its parts is the worst in every test."""
    steps = _noises(case.wrapped)
    found = [_distances(step) for step in steps]
    alone = not case.wrapped.joint and steps[0].name == "gaussian"
    return alone or all(between == 2 * own for own, between in found) or all(b <= own for own, b in found)


def _worst(case: ch.Case) -> str | None:
    """Replacing a record moves the query twice as far as adding one, or no farther; or the noise is one Gaussian."""
    why = _replaceable(case)
    return why if why is not None or _ordered(case) else ""


def _between(case: ch.Case) -> str | None:
    """Replacing a record moves the query farther than adding one, and less than twice as far."""
    return None if _replaceable(case) is None and not _ordered(case) else ""


def _replaced(case: ch.Case) -> Written:
    """Of the parts in which the record is before and after, as many as cost the most; each other part of either is left
    or entered."""
    inner, (count, most) = case.wrapped, _sizes(case)
    distances = [_distances(noise) for noise in _noises(inner)]
    if all(between == 2 * own for own, between in distances):
        return ((inner, most),)
    if all(between <= own for own, between in distances):
        return ((_moved(inner, 1), min(2 * most, count)),)
    ((own, between),) = distances

    def changed(both: int) -> tuple[int, int]:
        return both, min(2 * (most - both), count - both)

    def squares(both: int) -> Fraction:
        return sum(runs * by**2 for runs, by in zip(changed(both), (between, own), strict=True)) + Fraction(0)

    both, left = changed(max((0, max(0, 2 * most - count), most), key=squares))
    return tuple((step, runs) for step, runs in ((inner, both), (_moved(inner, 1), left)) if runs)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """What a record can change: its own parts, and under replace-one those of the other record as well."""
    return [_of_one_record(), *_of_two_records()]


def _of_one_record() -> ch.Theorem:
    return ch.Theorem.rewriting(
        name=f"{NAME}.most",
        takes=ch.OnWrapped(NAME),
        bound=lambda case: ((case.wrapped, _sizes(case)[1]),),
        conditions=_fixed,
        statement="A record that is there or not changes the parts that it is in and no other, at most m of them: "
        "disjoint parts (m = 1) cost what one part costs, others m runs. The answers of all other parts follow the "
        "same law with and without it, given whatever was told before.",
        source=_DISJOINT,
    )


def _of_two_records() -> list[ch.Theorem]:
    common: dict[str, Any] = {"takes": ch.OnWrapped(NAME), "gives": ch.Rewrite, "source": "ours"}
    return [
        ch.Theorem(
            name=f"{NAME}.replaced",
            bound=_replaced,
            conditions=_worst,
            statement="A replaced record changes j parts in which it is before and after, and leaves or enters others, "
            "m - j each at most. Where replacing it moves a query twice as far as adding it, a part that is left and "
            "one that is entered cost no more together than one in which it is replaced: m parts. Where it moves the "
            "query no farther, 2 m parts, each by as much. Of one Gaussian the squares add up.",
            side=ch.Side.EXACT,
            **common,
        ),
        ch.Theorem(
            name=f"{NAME}.replaced-between",
            bound=lambda case: ((_moved(case.wrapped, 2), _sizes(case)[1]),),
            below=lambda case: ((case.wrapped, _sizes(case)[1]),),
            conditions=_between,
            statement="Where a replaced record moves a query farther than an added one, and less than twice as far, m "
            "parts with twice the latter cost no less, and m parts in which it is replaced cost no more.",
            side=ch.Side.UPPER,
            **common,
        ),
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims", ".parallel_composition .parallel_composition_stated .parallel_composition_named"
)
