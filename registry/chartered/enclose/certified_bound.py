"""Certified bounds on the privacy of a ledger: an enclosure, with the path and the witness by which anybody can derive
it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from chartered_verify.enclosure import Enclosure, Side
from flint import arb

from ..display import MOST_ENTRIES, Layout, Told, listed, one_line
from ..host.registry import Registry, registry
from ..ledger.entries import Entry
from ..ledger.required_relation import relation_in_words, sampling_of
from ..ledger.sensitivities import sensitivities
from ..model.exact_numbers import number_to_json
from ..model.guarantees import Witness
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.questions import MuWithin, Question
from ..model.typed_witness import MuWitness
from ..model.witness_json import witness_to_json
from ..paths.derivation import Derivation, strangers_of
from . import proved_mu
from .evaluation import evaluate
from .profile_answer import Enclosed
from .rounded import UpperEnd

_OF_A_DOUBLE = 15
"""The number of digits that every double has."""
_DIGITS = 20
"""The number of decimal digits in `upper_exact` and `lower_exact`, unless the question requests more."""


_EQUAL = arb(10) ** -9
"""The relative distance of two ends that are one number in words."""


def one_number(low: arb, high: arb) -> bool:
    """Whether two ends are so near each other that they are one number in words."""
    return bool(high.is_finite() and high - low <= _EQUAL * high)


@dataclass(frozen=True, slots=True)
class CertifiedBound(Told, UpperEnd):
    """One certified answer to a question about a ledger, with its path and its witness.

    `upper`: a double that the true value does not exceed. `lower`: a double that the true value is not below, or None
    if no theorem proves one. `upper_exact`, `lower_exact`: the same ends as decimal strings, for values of any size.
    `strangers`: the third-party plugins on the path or behind the ledger's mechanisms. `seconds`: the processor time of
    its search and its proof; None where it was read from a certificate. `notes`: what a reader must know, such as why
    an accountant that is exact where it answers did not. Two are
    equal if they say the same of the same ledger along the same path."""

    question: Question
    entries: tuple[Entry, ...]
    neighbours: Neighbours
    sampling: str | None
    derivation: Derivation
    side: Side
    enclosed: Enclosed
    witness: Witness = field(hash=False)
    strangers: tuple[str, ...] = ()
    seconds: float | None = field(default=None, compare=False)
    notes: tuple[str, ...] = ()

    @classmethod
    def _of(
        cls,
        known: Registry,
        question: Question,
        entries: tuple[Entry, ...],
        neighbours: Neighbours,
        derivation: Derivation,
        profile: Profile,
        witness: Witness,
    ) -> Self:
        """The answer of the profile at the end of a derivation, by a witness. Raises as `evaluate`."""
        enclosed, strangers = evaluate(profile, question, witness), strangers_of(known, entries, derivation)
        sampling = sampling_of(known, entries)
        return cls(question, entries, neighbours, sampling, derivation, profile.side, enclosed, witness, strangers)

    @property
    def upper(self) -> float:
        """The upper end, rounded up; infinity if no finite value is proved (`why` has the reason)."""
        return self.enclosed.bound.upper

    @property
    def lower(self) -> float | None:
        """The lower end, rounded down, or None."""
        return None if self.below is None else self.below.lower

    @property
    def upper_exact(self) -> str:
        """The upper end as a decimal string."""
        return self.enclosed.bound.decimal(up=True, digits=self._digits)

    @property
    def lower_exact(self) -> str | None:
        """The lower end as a decimal string, or None."""
        return None if self.below is None else self._decimal(self.below)

    def _decimal(self, below: Enclosure) -> str:
        return below.decimal(up=False, digits=self._digits)

    @property
    def _digits(self) -> int:
        """The number of digits written: two more than requested, at least _DIGITS."""
        return max(_DIGITS, (self.question.correct_digits or 0) + 2)

    @property
    def below(self) -> Enclosure | None:
        """The enclosure whose lower end the true value is not below, or None.

        That of a mu by an upper bound is none: it is about the profile on that path.
        """
        if self.question.of_profile:
            return self.enclosed.bound if self.exact else None
        return self.enclosed.below

    @property
    def exact(self) -> bool:
        """Whether the path loses nothing, so that both ends enclose the true value.

        A bound that loses may have a lower end, too.
        """
        return self.enclosed.exact and self.side is not Side.HEURISTIC

    @property
    def shown_side(self) -> str:
        """The side in tables: "both ends" where it is not exact, and a lower end is proved all the same."""
        stated = self.stated_side
        return "both ends" if stated == Side.UPPER.value and self.below is not None and self.below.lo > 0 else stated

    @property
    def stated_side(self) -> str:
        """The side in JSON: "exact" where the path loses nothing, or both ends are one number in words."""
        met = self.certified and self.below is not None and one_number(self.below.lo, self.enclosed.bound.hi)
        return Side.EXACT.value if self.exact or met else self.side.value

    @property
    def why(self) -> str | None:
        """Why there is no finite answer, or none that a double can hold; None if there is one."""
        if self.enclosed.why is None and self.upper == float("inf"):
            too_large = f"no double is as large as {self.upper_exact}"
            return too_large if self.enclosed.finite else "the theorem gives no finite bound here"
        return self.enclosed.why

    @property
    def accountant(self) -> str:
        """The accountant that composed the guarantees."""
        return self.derivation.accountant

    @property
    def theorem(self) -> str:
        """The last theorem on the path."""
        return self.derivation.theorem

    @property
    def path(self) -> tuple[str, ...]:
        """The theorems and the accountant in the order of use."""
        return self.derivation.path

    @property
    def certified(self) -> bool:
        """Whether `check` can derive the answer again: true of every sound answer, never of a heuristic one."""
        return self.side is not Side.HEURISTIC

    @property
    def gdp(self) -> bool:
        """For mu: whether some finite mu is valid."""
        return self.upper < float("inf")

    @property
    def attained_at(self) -> float | None:
        """For mu: an eps at which the profile attains that of the lower end's mu.

        Infinity if only the tail does; None if no mu is valid.
        """
        at = MuWitness.read(self.witness).reached_at if self.witness else None
        return float(at) if at is not None else float("inf") if self.gdp else None

    @property
    def failure(self) -> float | None:
        """For a mu on [0, E] (a head): delta_mu(E). None if the question has no head.

        The ledger is mu-GDP except for a failure of that probability, and every ledger that is mu-GDP and E-DP has such
        a head (Liu et al. 2022, section 4.2).
        """
        stop = self.question.over.stop if isinstance(self.question, MuWithin) else None
        if stop is None:
            return None

        return proved_mu.failure(self.enclosed.bound.hi, stop)

    def bracket_to_json(self, low: CertifiedBound) -> dict[str, Any]:
        """The bracket of mu as JSON, with the fields that are documented for it; `low` has the lower end."""
        ends = {"lower": low.lower, "upper": self.upper, "tail": self.enclosed.tail, "attained_at": low.attained_at}
        left_open = self.failure
        ends |= {} if left_open is None else {"failure": left_open}
        shown = {name: None if x is None else number_to_json(x) for name, x in ends.items()}
        return {"gdp": self.gdp, **shown, "certified": self.certified} | ({"why": self.why} if self.why else {})

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON, with the fields that are documented for it."""
        shown = {
            "accountant": self.accountant,
            "theorem": self.theorem,
            "upper": number_to_json(self.upper),
            "lower": None if self.lower is None else number_to_json(self.lower),
            "side": self.stated_side,
            "path": list(self.path),
            "neighbours": self.neighbours.value,
            "sampling": self.sampling,
            "witness": witness_to_json(self.witness),
            "certified": self.certified,
            "strangers": list(self.strangers),
            "upper_exact": self.upper_exact,
            "lower_exact": self.lower_exact,
        }
        return shown | ({"why": self.why} if self.why else {})

    def _certified(self) -> dict[str, Any]:
        """The answer as a certificate states it: with the side of its path, and with the lower end of a mu by an upper
        bound, too, which is that of the profile on its path."""
        stated = self.to_json() | {"side": "exact" if self.exact else self.side.value}
        if self.below is not None or not self.question.of_profile:
            return stated
        bound = self.enclosed.bound
        return stated | {"lower": number_to_json(bound.lower), "lower_exact": self._decimal(bound)}

    def layout(self) -> Layout:
        """The enclosure, its question, its path and its ledger, as named facts."""
        facts = [(self.question.quantity, self._found), ("why", self.why or ""), ("side", self.shown_side)]
        facts += [("accountant", self.accountant), ("path", listed(self.path, "names", " > ", 4 * MOST_ENTRIES))]
        facts += [("strangers", ", ".join(self.strangers)), *ledger_facts(self.entries, self.neighbours)]
        return Layout([(name, words) for name, words in facts if words], notes=self.notes)

    @property
    def _found(self) -> str:
        if not self.enclosed.finite:
            return f"{unbounded(self.question.quantity, exact=self.exact)}{self.question.place}"
        ends: tuple[object, object] = (self.lower, self.upper)
        if (self.question.correct_digits or 0) > _OF_A_DOUBLE:
            ends = (self.lower_exact, self.upper_exact)
        low = "" if self.below is None else f"{ends[0]} <= "
        return f"{low}{self.question.quantity} <= {ends[1]}{self.question.place}"

    def __repr__(self) -> str:
        strangers = f", strangers: {', '.join(self.strangers)}" if self.strangers else ""
        return one_line(f"<{self._found}, by {' -> '.join(self.path)}{strangers}>")


def unbounded(quantity: str, *, exact: bool = False) -> str:
    """The words for an infinite upper end: of the quantity, if it is exact, and otherwise of what is proved."""
    return f"{quantity} {'is infinite' if exact else 'has no finite bound'}"


def ledger_facts(entries: Sequence[Entry], neighbours: Neighbours) -> list[tuple[str, str]]:
    """A ledger as named facts: its first entries, its relation in words, the sensitivities used under that relation if
    the steps do not show them, and how the steps sample if they do."""
    steps = [entry.shown + (f" ({entry.shown_label})" if entry.label else "") for entry in entries[: MOST_ENTRIES + 1]]
    more = len(entries) - MOST_ENTRIES
    shown = listed(steps, "entries") if more <= 1 else "; ".join([*steps[:MOST_ENTRIES], f"and {more} more entries"])
    facts = [("ledger", shown), ("neighbours", relation_in_words(registry(), entries, neighbours))]
    used, drawn = sensitivities(registry(), entries, neighbours), sampling_of(registry(), entries)
    return facts + ([("sensitivity", used)] if used else []) + ([("sampling", drawn)] if drawn else [])
