"""What a check found: what exactly an accepted certificate proves, in words and as data, or why one is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..display import Displayed, Layout, listed, one_line
from ..enclose.certified_bound import CertifiedBound
from ..host.registry import registry
from ..ledger.entries import Entry
from ..ledger.sensitivities import sensitivities
from ..model.exact_numbers import fraction_to_json, plain
from ..model.neighbours import Neighbours
from ..paths.strangers import note
from ..visible import LONGEST, LONGEST_LABEL, shortened, shown, visible
from .met_target import Met

SCHEMA = 1
"""The number of the outcome's JSON; it counts up when a field goes or changes its meaning."""
_MOST_STEPS = 8
"""Steps of a ledger that a sentence writes out."""


@dataclass(frozen=True, slots=True, repr=False)
class Check(Displayed):
    """What a check found. `why` says why a certificate is refused, `says` in words what an accepted one proves.

    `upper` and `lower` are the ends of an answer about epsilon, delta or mu; `value` the count or the parameter that
    meets a target. `at` is what is held (delta, epsilon; for mu its tolerance, and the head or tail to which it is
    restricted), or the target. `ledger` is what ran, under the relation `neighbours`; `accountant` composed it.
    `strangers` are plugins on the path that are not Chartered's own. `outdated`: it rests on other versions of theorems
    than these, or on some that are not here, so that nothing was decided. `over_budget`: the budget was used up before
    anything was decided. `in_page`: it was read out of the page of a statement, of which nothing else was looked at."""

    accepted: bool
    quantity: str | None = None
    upper: float | str | None = None
    why: str | None = None
    value: int | float | str | None = None
    says: str | None = None
    lower: float | str | None = None
    at: Mapping[str, float | str] | None = None
    neighbours: str | None = None
    ledger: Sequence[Mapping[str, Any]] = ()
    accountant: str | None = None
    strangers: tuple[str, ...] = ()
    outdated: bool = False
    over_budget: bool = False
    in_page: bool = False

    def __post_init__(self) -> None:
        for name in ("quantity", "why"):  # a refused certificate words them
            text = getattr(self, name)
            object.__setattr__(self, name, shown(text) if isinstance(text, str) else None)

    @classmethod
    def of_answer(cls, answer: CertifiedBound, claimed: Mapping[str, Any]) -> Check:
        """An accepted answer, with the interval that its certificate claims: it may be wider than the derived one."""
        question, upper, lower = answer.question, claimed["upper"], claimed["lower"]
        return cls(
            True,
            question.quantity,
            upper,
            says=_sentence(
                _bounds(answer, upper, lower), answer.entries, answer.neighbours, answer.accountant, answer.strangers
            ),
            lower=lower,
            at=_numbers(question.held),
            neighbours=answer.neighbours.value,
            ledger=[entry.to_json() for entry in answer.entries],
            accountant=answer.accountant,
            strangers=answer.strangers,
        )

    @classmethod
    def of_value(cls, met: Met, claimed: Mapping[str, Any], strangers: tuple[str, ...]) -> Check:
        """An accepted count or parameter, and the plugins behind it that are not ours."""
        entries, accountant = met.unknown.entries_at(met.value), met.derivation.accountant
        return cls(
            True,
            met.unknown.name,
            value=claimed.get("times", claimed.get("value")),
            says=_sentence(str(met), entries, met.neighbours, accountant, strangers),
            at=_numbers(met.target.held),
            neighbours=met.neighbours.value,
            ledger=[entry.to_json() for entry in entries],
            accountant=accountant,
            strangers=strangers,
        )

    def to_json(self) -> dict[str, Any]:
        """The outcome as INTERFACE prints it."""
        names = (
            "accepted",
            "quantity",
            "upper",
            "lower",
            "at",
            "neighbours",
            "ledger",
            "accountant",
            "strangers",
            "says",
            "why",
        )
        found = {name: getattr(self, name) for name in names} | {
            "strangers": list(self.strangers),
            "ledger": list(self.ledger),
        }
        found |= {"over_budget": True} if self.over_budget else {}
        found |= {"in_page": True} if self.in_page else {}
        return found | ({} if self.value is None else {"value": self.value}) | {"schema": SCHEMA}

    def to_dict(self) -> dict[str, Any]:
        """The outcome as `chartered check --json` prints it."""
        return self.to_json()

    def layout(self) -> Layout:
        """What an accepted certificate proves, fact by fact, or why one is refused."""
        if not self.accepted:
            return Layout([("refused", self.why or "")])
        steps = [f"{entry['step']}, {entry['times']} times" for entry in self.ledger]
        facts = [("accepted", self.says or ""), ("quantity", self.quantity or ""), ("ledger", listed(steps, "entries"))]
        facts += [(name, str(getattr(self, name))) for name in ("upper", "lower", "value", "neighbours", "accountant")]
        facts += [(name, str(value)) for name, value in (self.at or {}).items()]
        return Layout([*facts, ("strangers", ", ".join(self.strangers) or "none")])

    def __str__(self) -> str:
        return f"accepted: {self.says}" if self.accepted else f"refused: {self.why}"

    def __repr__(self) -> str:
        return one_line(f"<{self}>")


def _numbers(held: Mapping[str, Fraction]) -> dict[str, float | str]:
    return {name: fraction_to_json(value) for name, value in held.items()}


def _sentence(
    proved: str, entries: Sequence[Entry], neighbours: Neighbours, accountant: str, strangers: Sequence[str]
) -> str:
    """What is proved, and of what. Labels are no part of it, and may word anything: only the data show them."""
    steps = [shown(str(entry), LONGEST_LABEL) for entry in entries[:_MOST_STEPS]]
    more = f" and {len(entries) - _MOST_STEPS} more entries" if len(entries) > _MOST_STEPS else ""
    ledger = f"the ledger {' + '.join(steps)}{more}"
    rests = "".join(f"; it {words}" for words in [note(registry(), strangers)] if words)
    used = sensitivities(registry(), entries, neighbours)
    said = (
        f"{shortened(proved, LONGEST)}, for {ledger}, under {neighbours.value} neighbours"
        f"{f' (sensitivity {used})' if used else ''}, by the accountant {accountant}"
    )
    return visible(said + rests)


def _bounds(answer: CertifiedBound, upper: float | str, lower: float | str | None) -> str:
    """The interval in words; for a bound on mu its lower end is that of the profile, not of the ledger."""
    question = answer.question
    quantity, where = question.quantity, question.where(lambda held: shown(plain(held), LONGEST_LABEL))
    if upper == "inf":
        return f"{'there is' if lower == 'inf' else 'this proves'} no finite {quantity} {where} ({answer.why})"
    said = f"{quantity} is at most {upper} {where}"
    if lower is None or float(lower) <= 0:
        return said
    whose = "" if answer.exact or not question.of_profile else "that of the profile on this path is "
    return f"{said} (and {whose}at least {lower})"
