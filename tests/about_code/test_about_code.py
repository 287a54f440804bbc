"""What ships is what is written out, case by case."""

from __future__ import annotations

import pytest
from chartered_verify.runs.suite import attempt
from chartered_verify.statements.claim import Claim, Effort
from chartered_verify.statements.verdict import Proved, Supported

from tests.about_code import claims_about_code


@pytest.mark.parametrize("claim", claims_about_code(), ids=lambda claim: claim.name)
def test_what_ships_is_what_is_written_out(claim: Claim) -> None:
    """Each claim is tried on the cases that it states."""
    found = attempt(claim, Effort()).verdict
    assert isinstance(found, Supported | Proved), found
    assert "run" in found.how if isinstance(found, Proved) else found.points > 0
