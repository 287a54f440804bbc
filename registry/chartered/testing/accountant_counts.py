"""Conformance kit: `times` of an accountant agrees with repeated `compose`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ..errors import Fault, Unavailable
from ..host.registry import Registry
from ..ledger.entries import read_entries
from ..ledger.required_relation import relation
from ..model.accountants import Accountant, compose
from ..model.guarantees import Guarantee
from ..paths.step_paths import PathSearch
from ..paths.usable_theorems import UsableTheorems
from .profile_comparison import compared


def check_accountant(known: Registry, accountant: Accountant, steps: Sequence[str]) -> None:
    """Checks that `times` agrees with repeated `compose`, by the privacy profiles of both. Raises AssertionError."""
    entries = [read_entries(known, [text])[0] for text in steps]
    named = frozenset(
        theorem.name for theorem in known.theorems.values() if theorem.gives is accountant.kind
    )  # also those by name only
    reached = [
        r.guarantee
        for e in entries
        for r in PathSearch(UsableTheorems.of(known, named), relation(known, [e], None)).guarantees(e.step)
    ]
    guarantees = [g for g in reached if isinstance(g, accountant.kind)]
    assert guarantees, (
        f"accountant {accountant.name}: no example step has a {accountant.kind.__name__} guarantee: give one in "
        "steps=[...]"
    )
    for guarantee, count in product(guarantees, (2, 3, 5)):
        _check_count(known, accountant, guarantee, count)


def _check_count(known: Registry, accountant: Accountant, guarantee: Guarantee, count: int) -> None:
    repeated, counted = (
        _composed(accountant, [guarantee] * count, [1] * count),
        _composed(accountant, [guarantee], [count]),
    )
    what = f"accountant {accountant.name}: times(g, {count}) for {guarantee}"
    assert (counted is None) is (repeated is None), f"{what} and {count}-fold compose are not both available"
    if counted is None or repeated is None:
        return
    paths = PathSearch.over(known, guarantee.neighbours)
    ends = list(zip(paths.profiles(counted, frozenset()), paths.profiles(repeated, frozenset()), strict=True))
    assert ends or paths.reasons, f"{what}: no theorem leads from it to a profile"
    single = {end.path for end in paths.profiles(guarantee, frozenset())}
    for one, _ in ends:
        said = f"{what} answers by {' -> '.join(one.path)}, and one run does not: one run is a composition of one"
        assert one.path in single, said
    for one, other in ends:
        for question, first, second in compared(one.guarantee, other.guarantee):
            said = (
                f"{what} says {first.bound} for {question}, {count}-fold compose {second.bound}, by "
                f"{' -> '.join(one.path)}"
            )
            assert first.bound.overlaps(second.bound), said


def _composed(accountant: Accountant, guarantees: Sequence[Guarantee], counts: Sequence[int]) -> Guarantee | None:
    """The composition by the accountant; None if it gives a reason not to compose. Raises AssertionError for a
    fault."""
    try:
        return compose(accountant, guarantees, counts)
    except Fault as error:
        raise AssertionError(str(error)) from error
    except Unavailable:
        return None
