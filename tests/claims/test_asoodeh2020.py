"""The claims of the first paper: each is decided, most are proved, and none is refuted."""

from __future__ import annotations

import pytest
from chartered_verify.statements.claim import Kind
from chartered_verify.statements.verdict import Proved, Supported
from claim_outcomes import SHIPPED, outcome

CLAIMS = {name: claim for name, claim in SHIPPED.items() if claim.source.startswith("Asoodeh et al. 2020, ")}
STATEMENTS = ("chi", "T1", "T2", "T3", "T4", "L1", "R1", "E23", "L2", "E28", "T5", "F1", "F2", "order", "erratum")
SAMPLED = {"asoodeh2020.T2.three-outcomes"}


@pytest.mark.parametrize("name", sorted(set(CLAIMS) - SAMPLED))
def test_a_claim_that_says_proof_is_proved(name: str) -> None:
    """Every claim but the sampled one is proved on its stated domain."""
    found = outcome(name).verdict
    assert isinstance(found, Proved), found


@pytest.mark.parametrize("name", sorted(SAMPLED))
def test_a_sampled_claim_is_never_called_proved(name: str) -> None:
    """The sampled claim is supported, with its points and digits."""
    found = outcome(name).verdict
    assert isinstance(found, Supported), found
    assert found.points > 0
    assert found.digits > 0


def test_every_statement_of_the_paper_is_a_claim() -> None:
    """Each statement has at least one claim whose name begins with it."""
    begun = {name.split(".")[1] for name in CLAIMS}
    assert not set(STATEMENTS) - begun


def test_a_claim_says_what_and_where() -> None:
    """Every claim has a statement, a domain and the paper's name; none is left to the slow tier."""
    assert not [name for name, claim in CLAIMS.items() if not (claim.statement and claim.domain)]
    assert not [name for name, claim in CLAIMS.items() if claim.slow or not name.startswith("asoodeh2020.")]
    errata = [name for name, claim in CLAIMS.items() if claim.kind is Kind.ERRATUM]
    assert errata == [name for name in CLAIMS if name.startswith("asoodeh2020.erratum.")]
