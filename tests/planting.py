"""Errors that are planted in what ships, and the claims that must refute them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chartered as ch
import pytest
from chartered_verify.runs.suite import attempt
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted

from tests.about_code import claims_about_code

CLAIMS = ch.registry().claims() | {claim.name: claim for claim in claims_about_code()}


def check_refuted(where: Any, name: str, wrong: Any, claim: str, forget: Callable[[], object] = lambda: None) -> None:
    """Plants the wrong one in place of what has this name: the claim is refuted, and shows a witness. What is cached is
    forgotten before and afterwards."""
    forget()
    with pytest.MonkeyPatch.context() as planted:
        planted.setattr(where, name, wrong)
        found = attempt(CLAIMS[claim], Effort()).verdict
    forget()
    assert isinstance(found, Refuted), found
    assert found.witness
