"""A plan with parts beside a number about all of it: where an answer has the steps of the set that costs most."""

from __future__ import annotations

from typing import Any

from ..accounting.ledger import Ledger
from ..accounting.parted_ledger import PartedLedger
from ..host.registry import registry
from ..ledger.required_relation import sampling_of

WHOLE = "none: every step sees the whole data set"


def plan_to_json(asked: Ledger | PartedLedger) -> dict[str, Any]:
    """What JSON says of a ledger with parts, where it says of another one which steps it has; of that nothing more."""
    if isinstance(asked, Ledger):
        return {}
    sampling = sampling_of(registry(), asked.plan.entries)
    return {"ledger": asked.plan.tables(), "most": asked.plan.most, "sampling": sampling}


def plan_lines(asked: PartedLedger) -> list[str]:
    """The plan, and how its steps sample."""
    return [*str(asked).splitlines(), "", f"sampling: {sampling_of(registry(), asked.plan.entries) or WHOLE}"]
