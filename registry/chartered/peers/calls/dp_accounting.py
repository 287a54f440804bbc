"""dp-accounting: its `PrivacyAccountant`s compose the ledger as a `DpEvent`."""

from __future__ import annotations

from typing import Any

from ...errors import NeighboursMismatch, Unavailable
from ...model.questions import EpsilonAt
from ..dp_accounting_relations import theirs_named
from ..question_and_answer import Asked, Said
from ..write_dp_events import event_of


def loss_distribution(asked: Asked) -> Said:
    """`pld.PLDAccountant` with its default grid."""
    from dp_accounting.pld import PLDAccountant

    return _answer(PLDAccountant(neighboring_relation=_relation(asked)), asked)


def renyi(asked: Asked) -> Said:
    """`rdp.RdpAccountant` with its default orders."""
    from dp_accounting.rdp import RdpAccountant

    return _answer(RdpAccountant(neighboring_relation=_relation(asked)), asked)


def _relation(asked: Asked) -> Any:
    from dp_accounting import NeighboringRelation

    try:
        return NeighboringRelation[theirs_named(asked.neighbours)]
    except NeighboursMismatch as error:
        raise Unavailable(str(error)) from None


def _answer(accountant: Any, asked: Asked) -> Said:
    from dp_accounting import UnsupportedEventError

    try:
        accountant.compose(event_of(asked.steps))
    except UnsupportedEventError as error:
        raise Unavailable(f"it does not support this: {error}") from None
    answered = accountant.get_epsilon if isinstance(asked.question, EpsilonAt) else accountant.get_delta
    return Said(float(answered(asked.at)))
