"""The answers of other packages about a ledger, compared with the certified interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from ..errors import BadValue, Unavailable
from ..host.registry import registry
from ..model.exact_numbers import number_to_json
from ..model.neighbours import Neighbours
from ..model.questions import MuWithin
from ..peers.packages import chosen
from ..peers.plain_steps import PlainStep, plain_steps
from ..peers.question_and_answer import Asked
from ..peers.run_peers import LIMIT, PeerSays, ask, unanswered
from .all_answers import Account
from .answers import Answer

_ROUNDING = 1e-9
"""A relative difference that may be due to rounding of doubles."""


class Interval(Struct, frozen=True):
    """A certified interval of doubles; `lower` is None if no lower end is proved."""

    lower: float | None
    upper: float

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> Interval | None:
        """The best ends among all certified answers; None if there is no finite one."""
        sound = [answer for answer in answers if answer.certified and answer.why is None]
        lowers = [answer.lower for answer in sound if answer.lower is not None]
        return cls(max(lowers, default=None), min(answer.upper for answer in sound)) if sound else None


class PeerRow(Struct, frozen=True):
    """The answer of another package beside the certified interval, which is None if there is no finite one."""

    says: PeerSays
    interval: Interval | None
    note: str = ""
    """How the package interprets the ledger, if differently from Chartered."""

    @property
    def verdict(self) -> str:
        """The position of the package's value relative to the interval, in words; empty without a value."""
        value, ours = self.says.value, self.interval
        if value is None or ours is None:
            return ""
        if ours.lower is not None and value < ours.lower:
            return self._below(1 - value / ours.lower)
        if value > ours.upper:
            return "above 0" if ours.upper == 0 else f"{100 * (value / ours.upper - 1):.2g} % above"
        return "within" if ours.lower is not None else "not above ours, of which no lower end is proved"

    def _below(self, share: float) -> str:
        by = f"below our lower end by {100 * share:.2g} %"
        if share < _ROUNDING:
            return f"{by}: rounding"
        unsound = "unsound for this ledger" if self.note else "unsound"
        return f"{by}: {unsound if self.says.peer.bound else 'an estimate, no bound'}"

    @property
    def ratio(self) -> float | None:
        """The value divided by the nearer end of the interval; 1 inside it; None without a value or if that end is
        0."""
        value, ours = self.says.value, self.interval
        if value is None or ours is None:
            return None
        below = ours.lower is not None and value < ours.lower
        end = ours.lower if below else min(value, ours.upper)
        return 1.0 if end == value else value / end if end else None

    @property
    def reason(self) -> str:
        """The method of the package, which explains the difference; or why it has no answer."""
        if self.says.value is None:
            return f"no answer: {self.says.why}"
        return f"{self.says.peer.method}{f'; {self.note}' if self.note else ''}"

    def cells(self) -> tuple[str, ...]:
        """The row of a table."""
        value = "" if self.says.value is None else f"{self.says.value:.9f}".rstrip("0").rstrip(".")
        if self.says.value is not None and 0 < abs(self.says.value) < 1e-3:
            value = f"{self.says.value:.9e}"
        return self.says.peer.name, self.says.version or "", value, self.verdict, self.reason

    def to_json(self) -> dict[str, Any]:
        """The row as `chartered compare --json` prints it."""
        says = self.says
        return {
            "peer": says.peer.name,
            "package": says.peer.distribution,
            "version": says.version,
            "value": None if says.value is None else number_to_json(says.value),
            "lower": None if says.lower is None else number_to_json(says.lower),
            "verdict": self.verdict or None,
            "ratio": self.ratio,
            "method": says.peer.method,
            "note": self.note or None,
            "why": says.why or None,
            "seconds": says.seconds,
        }


def peer_rows(account: Account, wanted: bool | Iterable[str], limit: float | None = None) -> tuple[PeerRow, ...]:
    """The answers of other packages to the account's question: of all known ones (`True`), or of those with these
    names, each within `limit` seconds. Raises CharteredError for an unknown name, a question about mu, or a limit that
    is not above 0."""
    peers = chosen(wanted)
    seconds = LIMIT if limit is None else limit
    if not seconds > 0:
        raise BadValue(f"the seconds of a peer are {limit}", "they must be above 0")
    if peers and isinstance(account.question, MuWithin):
        raise BadValue("peers are asked about mu", "ask for an epsilon at a delta, or a delta at an epsilon")
    ours = Interval.of(account.answers)
    try:
        steps = plain_steps(registry(), account.entries, account.neighbours)
    except Unavailable as why:
        return tuple(PeerRow(one, ours) for one in unanswered(peers, why))
    says = ask(peers, Asked(steps, account.neighbours, account.question), seconds)
    return tuple(PeerRow(one, ours, _note(one, steps, account.neighbours)) for one in says)


def _note(says: PeerSays, steps: Sequence[PlainStep], neighbours: Neighbours) -> str:
    """A known difference in how a package interprets the ledger; empty if there is none."""
    noisy = any("noise" in step.numbers for step in steps)
    if noisy and says.peer.name == "dp-accounting-rdp" and neighbours is Neighbours.REPLACE_ONE:
        return "it takes a noise multiplier as that of the change by a replaced record, and not of the norm of one"
    return ""
