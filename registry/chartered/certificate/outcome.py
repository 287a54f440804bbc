"""The outcome of a check: what exactly an accepted certificate proves, in words and as data, or why it is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from ..display import Layout, Told, listed, one_line
from ..enclose.certified_bound import CertifiedBound
from ..escaping import LONGEST, LONGEST_LABEL, shortened, shown, visible
from ..host.registry import registry
from ..ledger.entries import Entry
from ..ledger.sensitivities import sensitivities
from ..model.exact_numbers import fraction_to_json, plain
from ..model.neighbours import Neighbours
from ..paths.derivation import strangers_note
from .met_target import Met

SCHEMA = 1
"""The version of the outcome's JSON; it counts up when a field is removed or changes its meaning."""
_MOST_STEPS = 8
"""The largest number of ledger steps that a sentence lists."""


class Check(Told, Struct, frozen=True):
    """The outcome of a check: what an accepted certificate proves, or why it is refused.

    Attributes:
        accepted: Whether the answer was derived again.
        quantity: The unknown: "epsilon", "delta", "mu", "times" or the name of a parameter.
        upper: The upper end of an answer.
        why: The reason of a refusal.
        value: The count or the parameter that meets a target.
        says: What is proved, in a sentence.
        lower: The lower end of an answer, or None.
        at: The given values (delta; epsilon; for mu its tolerance, and the head or tail to which it is restricted), or
            the target.
        neighbours: The name of the relation.
        ledger: The steps that ran, with their numbers of runs.
        accountant: The accountant that composed them.
        strangers: The third-party plugins on the path.
        outdated: Whether the certificate rests on other versions of statements than the installed ones, or on missing
            ones, so that nothing was decided.
        over_budget: Whether the budget was used up before a decision.
        in_page: Whether the certificate was read from the page of a privacy statement; nothing else on the page was
            checked.

    Examples:
        >>> outcome = ch.check(ch.Ledger("gaussian:sigma=20").epsilon("1e-5").certificate())
        >>> outcome.accepted, outcome.upper, outcome.at
        (True, 0.16004203445813214, {'delta': 1e-05})
        >>> outcome.says[:60]
        'epsilon is at most 0.16004203445813214 at delta = 1e-5 (and '
    """

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
        for name in ("quantity", "why"):  # a refused certificate may put any text into these two
            text = getattr(self, name)
            structs.force_setattr(self, name, shown(text) if isinstance(text, str) else None)

    @classmethod
    def of_answer(cls, answer: CertifiedBound, claimed: Mapping[str, Any]) -> Check:
        """The outcome for an accepted `answer`, with the interval that its certificate states (`claimed`).

        That interval may be wider than the derived one.
        """
        question, upper, lower = answer.question, claimed["upper"], claimed["lower"]
        return cls(
            True,
            question.quantity,
            upper,
            says=_sentence(
                _bounds(answer, upper, lower), answer.entries, answer.neighbours, answer.accountant, answer.strangers
            ),
            lower=lower if answer.below is not None else None,
            at=_numbers(question.held),
            neighbours=answer.neighbours.value,
            ledger=[entry.to_json() for entry in answer.entries],
            accountant=answer.accountant,
            strangers=answer.strangers,
        )

    @classmethod
    def of_value(cls, met: Met, claimed: Mapping[str, Any], strangers: tuple[str, ...]) -> Check:
        """The outcome for an accepted count or parameter.

        `met` is the target with the value that meets it, `claimed` what the certificate states, `strangers` the
        third-party plugins behind it.
        """
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
        """The outcome as JSON, with the fields that are documented for it."""
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

    def layout(self) -> Layout:
        """The proved facts of an accepted certificate, one by one, or the reason of a refusal."""
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
    """What is proved, and about which ledger, in one sentence. Labels of entries are left out, since they may contain
    any words; only the data show them."""
    steps = [shown(str(entry), LONGEST_LABEL) for entry in entries[:_MOST_STEPS]]
    more = f" and {len(entries) - _MOST_STEPS} more entries" if len(entries) > _MOST_STEPS else ""
    ledger = f"the ledger {' + '.join(steps)}{more}"
    rests = "".join(f"; it {words}" for words in [strangers_note(registry(), strangers)] if words)
    used = sensitivities(registry(), entries, neighbours)
    said = (
        f"{shortened(proved, LONGEST)}, for {ledger}, under {neighbours.value} neighbours"
        f"{f' (sensitivity {used})' if used else ''}, by the accountant {accountant}"
    )
    return visible(said + rests)


def _bounds(answer: CertifiedBound, upper: float | str, lower: float | str | None) -> str:
    """The interval in words. For a mu by an upper bound the lower end is about the profile, not about the ledger."""
    question = answer.question
    quantity, where = question.quantity, question.where(lambda held: shown(plain(held), LONGEST_LABEL))
    if upper == "inf":
        return f"{'there is' if lower == 'inf' else 'this proves'} no finite {quantity} {where} ({answer.why})"
    said = f"{quantity} is at most {upper} {where}"
    if lower is None or (not isinstance(lower, str) and lower <= 0):
        return said
    whose = "" if answer.exact or not question.of_profile else "that of the profile on this path is "
    return f"{said} (and {whose}at least {lower})"
