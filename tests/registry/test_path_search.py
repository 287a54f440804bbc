"""Routes: every simple path is found, carries the relation, and can be followed again as it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Neighbours, Question
from chartered.model.privacy_profile import Profile
from chartered.paths.replay import follow
from chartered.paths.step_paths import PathSearch, applied

EPSILON = Question.epsilon("1e-5")
CONVERSIONS = {"asoodeh2020.T1", "asoodeh2020.L1", "asoodeh2020.T3"}
LINEAR = {"asoodeh2020.E23", "asoodeh2020.L2"}


def paths(ledger: Ledger, question: Question = EPSILON, **options: Any) -> set[tuple[str, ...]]:
    """The paths of all answers."""
    return {answer.path for answer in ledger.account(question, **options).answers}


def test_every_simple_path_from_the_gaussian_answers() -> None:
    """Gaussian DP, and the concentrated guarantee through two closed forms and, as a Renyi curve, through three
    conversions."""
    found = paths(Ledger(["gaussian:sigma=20,times=1000"]))
    wanted: set[tuple[str, ...]] = {("gaussian.gdp", "gdp", "gdp.profile")}
    wanted |= {("gaussian.zcdp", "zcdp", name) for name in LINEAR}
    wanted |= {("gaussian.zcdp", "zcdp.renyi", "renyi", name) for name in CONVERSIONS}
    assert found >= wanted


def test_every_simple_path_from_a_pure_step_answers() -> None:
    """Basic composition, and every kind that a pure guarantee implies, each with its own accountant."""
    found = paths(Ledger(["pure:epsilon=0.1,times=10"]))
    wanted: set[tuple[str, ...]] = {
        ("pure.pure", "pure", "pure.profile"),
        ("pure.pure", "pure.approximate", "approximate", "approximate.profile"),
    }
    wanted |= {("pure.pure", "pure.gdp", "gdp", "gdp.profile")}
    wanted |= {("pure.pure", "pure.renyi", "renyi", name) for name in CONVERSIONS}
    wanted |= {("pure.pure", "pure.zcdp", "zcdp", name) for name in LINEAR}
    assert found >= wanted


def test_one_run_has_its_exact_profile_and_two_have_none() -> None:
    """The profile of one run answers as it is; for two runs its own account is unavailable, never a sum: losses are
    summed."""
    one, two = Ledger(["laplace:scale=1"]), Ledger(["laplace:scale=1,times=2"])
    assert one.epsilon("1e-5").path == ("laplace.profile", "profile")
    assert all("loss-distribution" in path for path in paths(two) if "laplace.profile" in path)
    (why,) = (none.why for none in two.account(EPSILON).unavailable if none.accountant == "profile")
    assert "a privacy profile alone does not compose; it answers for one run, not for 2" in why
    mixed = Ledger(["laplace:scale=1", "laplace:scale=2"]).account(EPSILON)
    assert any(none.accountant == "profile" and "does not compose" in none.why for none in mixed.unavailable)


def test_entries_of_different_kinds_meet_where_all_have_a_guarantee() -> None:
    """A Gaussian and a Laplace compose as Gaussian, concentrated, Renyi guarantees and characteristic functions, not as
    pure ones; and have no limit."""
    account = Ledger(["gaussian:sigma=5", "laplace:scale=5"]).account(EPSILON)
    assert {answer.accountant for answer in account.answers} == {"gdp", "zcdp", "renyi", "characteristic-function"}
    assert {"pure", "approximate", "optimal", "profile", "central-limit"} <= {
        none.accountant for none in account.unavailable
    }


SAMPLED = ("poisson:rate=0.1/laplace:scale=1,times=3", Neighbours.ADD_OR_REMOVE)


@pytest.mark.parametrize(
    ("step", "neighbours"),
    [SAMPLED, *product(["gaussian:sigma=2,times=9", "laplace:scale=1", "rdp:alpha=3,gamma=1"], Neighbours)],
)
def test_the_relation_is_carried_along_every_path(step: str, neighbours: Neighbours) -> None:
    """Each guarantee on the way holds under the ledger's relation."""
    ledger = Ledger([step], neighbours=neighbours)
    paths = PathSearch.over(ch.registry(), neighbours)
    reached = paths.guarantees(ledger.entries[0].step)
    assert reached
    assert {r.guarantee.neighbours for r in reached} == {neighbours}
    assert {a.neighbours for a in ledger.account(EPSILON).answers} == {neighbours}


def test_a_path_never_passes_one_kind_twice() -> None:
    """Simple paths only: no kind of guarantee is reached from itself."""
    known = ch.registry()
    for text in ("pure:epsilon=1", "gaussian:sigma=1", "laplace:scale=1", "rdp:alpha=2,gamma=1"):
        for reached in PathSearch.over(known, Neighbours.ADD_OR_REMOVE).guarantees(ch.parse(text).step):
            kinds = [known.theorem(name).gives for name in reached.path]
            assert len(kinds) == len(set(kinds))


def test_following_a_path_gives_what_the_search_found() -> None:
    """The same guarantee, side and relation, for each of them."""
    step = ch.parse("poisson:rate=0.1/laplace:scale=1").step
    for reached in PathSearch.over(ch.registry(), Neighbours.ADD_OR_REMOVE).guarantees(step):
        again = follow(ch.registry(), reached.path, step, Neighbours.ADD_OR_REMOVE)
        assert (type(again), again.side, again.neighbours) == (
            type(reached.guarantee),
            reached.guarantee.side,
            reached.guarantee.neighbours,
        )


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ((), "the path stops before poisson"),
        (("gaussian.gdp",), "the path stops before poisson"),
        (("laplace.pure",), "laplace.pure does not start from"),
        (("gdp.profile",), "gdp.profile does not follow there"),
        (("gaussian.gdp", "poisson.profile"), "poisson.profile does not follow there"),
        (("poisson.pure",), "poisson.pure does not follow there"),
        (("gaussian.gdp", "gdp.profile", "poisson.profile", "poisson.profile"), "poisson.profile does not start from"),
    ],
)
def test_a_path_that_does_not_lead_there_is_refused(path: tuple[str, ...], why: str) -> None:
    """Every step of a written path must follow from the one before, from the innermost step to the outermost."""
    step = ch.parse("poisson:rate=0.1/gaussian:sigma=1").step
    with pytest.raises(ch.Unavailable) as caught:
        follow(ch.registry(), path, step, Neighbours.ADD_OR_REMOVE)
    assert why in str(caught.value)


def test_rewriting_at_rate_one_leaves_the_wrapped_step_itself() -> None:
    """Same numbers, same sides, one more theorem on the path; the wrapped form does not answer beside it."""
    whole, bare = Ledger(["poisson:rate=1/gaussian:sigma=20,times=1000"]), Ledger(["gaussian:sigma=20,times=1000"])
    assert [(a.upper, a.side, a.path[1:]) for a in whole.account(EPSILON).answers] == [
        (a.upper, a.side, a.path) for a in bare.account(EPSILON).answers
    ]
    assert {a.path[0] for a in whole.account(EPSILON).answers} == {"poisson.whole"}


def test_rate_zero_releases_nothing() -> None:
    """Whatever is wrapped, however often: eps 0 at delta 0."""
    answer = Ledger(["poisson:rate=0/rdp:alpha=2,gamma=5,times=1e12"]).epsilon(0)
    assert (answer.lower, answer.upper) == (0, 0)


def test_a_profile_is_never_reached_from_a_profile() -> None:
    """A descent from a profile is the profile itself."""
    profile = Profile(delta=lambda xp, eps, witness: xp.exp(-eps))
    (reached,) = PathSearch.over(ch.registry(), Neighbours.ADD_OR_REMOVE).profiles(profile, frozenset())
    assert reached.guarantee is profile
    assert reached.path == ()


def test_the_same_source_gives_the_same_guarantee() -> None:
    """Sums that were made for it are found again; another source has its own, and one that cannot be hashed has a new
    one each time."""
    case = ch.Case(ch.parse("laplace:scale=3").step, Neighbours.ADD_OR_REMOVE)
    theorem = ch.registry().theorem("laplace.profile")
    assert applied(theorem, case, Neighbours.ADD_OR_REMOVE) is applied(theorem, case, Neighbours.ADD_OR_REMOVE)
    assert applied(theorem, case, Neighbours.ADD_OR_REMOVE) is not applied(theorem, case, Neighbours.REPLACE_ONE)
    listed = ch.Theorem(
        "listed.pure", Listed, ch.Pure, lambda g: ch.Pure(epsilon=sum(g.parts.values())), "The parts add up.", "a test"
    )
    source = Listed(parts={"one": 1, "two": 2})
    assert applied(listed, source, Neighbours.ADD_OR_REMOVE).epsilon == 3
    assert applied(listed, source, Neighbours.ADD_OR_REMOVE) is not applied(listed, source, Neighbours.ADD_OR_REMOVE)


@dataclass(frozen=True, slots=True)
class Listed(ch.Guarantee):
    """A stranger's guarantee, compared by value, that holds a dictionary."""

    parts: Mapping[str, int]
