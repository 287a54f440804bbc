"""The claims about everything that our plugins register: each theorem and accountant has some, and none is more than it says."""

from __future__ import annotations

from functools import cache

import chartered as ch
import pytest
from chartered.verifying import registered
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.suite import Outcome, attempt
from chartered_verify.verdict import Proved, Supported

OURS = {plugin.name for plugin in ch.registry().plugins if plugin.distribution == "chartered"}
CLAIMS = {claim.name: claim for claim in registered() if not claim.name.startswith("asoodeh2020.")}
SAMPLED = {
    "discrete-gaussian.profile.two-ways",
    "poisson-gaussian.renyi.floats",
    "poisson-gaussian.renyi.nodes",
    "pure.renyi.no-cancellation",
    "poisson.profile.exact-pairs",
}


def ours(kind: str) -> list[str]:
    """The names of all theorems or accountants that our plugins register."""
    known = ch.registry()
    return sorted(name for plugin in known.plugins if plugin.name in OURS for name in known.names_of(plugin, kind))


@cache
def outcome(name: str) -> Outcome:
    """One run of each claim for all tests."""
    return attempt(CLAIMS[name], Effort())


@pytest.mark.parametrize("name", sorted(set(CLAIMS) - SAMPLED))
def test_a_claim_that_says_proof_is_proved(name: str) -> None:
    """Every claim but the sampled ones is proved on its stated domain, and was hunted or run."""
    found = outcome(name).verdict
    assert isinstance(found, Proved), found
    assert found.hunted or "run" in found.how


@pytest.mark.parametrize("name", sorted(SAMPLED))
def test_a_sampled_claim_is_never_called_proved(name: str) -> None:
    """The sampled claims are supported, with their points and digits."""
    found = outcome(name).verdict
    assert isinstance(found, Supported), found
    assert found.points > 0
    assert found.digits > 0


@pytest.mark.parametrize("theorem", ours("theorem"))
def test_every_theorem_is_a_claim(theorem: str) -> None:
    """At least one claim's name begins with the theorem's."""
    assert any(claim.name.startswith(f"{theorem}.") for claim in registered())


@pytest.mark.parametrize("accountant", ours("accountant"))
def test_every_accountant_is_a_claim(accountant: str) -> None:
    """At least one claim is about its composition."""
    assert any(name.startswith(f"{accountant}.composition.") for name in CLAIMS)


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_claim_says_what_where_and_by_whom(claim: Claim) -> None:
    """Every claim has a statement, a domain and its source; none is an erratum or left to the slow tier."""
    assert claim.statement
    assert claim.domain
    assert claim.source
    assert not claim.slow
    assert claim.kind is not Kind.ERRATUM
