"""The certificate of an inverse answer: a value of the open parameter of a step meets the target and, if that is
proved, the next less private value certainly misses it. Contains no search; `check` trusts this module."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ..enclose.eps_delta_mu_targets import Goal
from ..enclose.other_targets import read_held
from ..errors import Unavailable
from ..host.registry import Registry
from ..ledger.common_value import BETWEEN, read_unknown
from ..ledger.entries import read_entries
from ..ledger.required_relation import relation
from ..ledger.unknown_parameter import UNBOUNDED, Unknown
from ..model.canonical_spelling import check_spelling, rational
from ..model.exact_numbers import fraction_to_json, plain
from ..model.guarantees import Witness
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.witness_json import witness_from_json, witness_to_json
from ..paths.derivation import Derivation
from ..paths.replay import derive
from ..paths.step_paths import sound
from .spelling import check_ledger


class Met(Struct, frozen=True):
    """A value of an open parameter that meets a target along a path.

    `witness` proves that it does. `beyond`: the witness that the next less private value misses the target, or None."""

    unknown: Unknown
    target: Goal
    neighbours: Neighbours
    derivation: Derivation
    value: Fraction
    witness: Witness
    beyond: Witness | None

    @classmethod
    def read(cls, known: Registry, document: Mapping[str, Any], derivation: Derivation) -> Met:
        """The statement of a certificate. Raises CharteredError; KeyError, TypeError or ValueError for malformed
        data."""
        asked, answer = document["asked"], document["answer"]
        at = {name: rational(value, name) for name, value in document["at"].items()}
        others = document["ledger"][: -len(asked["step"].split(BETWEEN))]
        beside = read_entries(known, others) if others else ()
        unknown = read_unknown(known, asked["step"], document["quantity"], asked["times"], beside)
        check_spelling(asked["step"], unknown.spelled, "the step")
        value = rational(answer["exact"], "the value")
        check_ledger(document["ledger"], unknown.entries_at(value))
        neighbours = relation(known, unknown.entries_at(value), Neighbours.read(document["neighbours"]))
        target = read_held(at)
        witness, beyond = witness_from_json(answer["witness"]), answer["beyond"]
        return cls(
            unknown,
            target,
            neighbours,
            derivation,
            value,
            witness,
            None if beyond is None else witness_from_json(beyond),
        )

    @property
    def next_one(self) -> Fraction | None:
        """The next less private value, or None."""
        return self.unknown.beyond(self.value)

    def profile_at(self, value: Fraction) -> Profile:
        """The profile of the ledger with `value` for the open parameter. Raises Unavailable."""
        return derive(self.unknown.registry, self.unknown.entries_at(value), self.neighbours, self.derivation)

    def demonstrated(self) -> Profile:
        """The profile at the value. Raises Unavailable unless the witnesses prove that this value meets the target and,
        with `beyond`, that the next one misses it."""
        profile = self.profile_at(self.value)
        if not sound(profile.side):
            raise Unavailable(f"the path proves no upper bound: its side is {profile.side.value}")
        if not self.target.met(profile, self.witness):
            raise Unavailable(f"{self.unknown.shown(self.value)} is not certain to meet {self.target}")
        if self.beyond is not None:
            after = self.next_one
            if after is None or not self.target.missed(self.profile_at(after), self.beyond):
                said = (
                    "there is no next value"
                    if after is None
                    else f"{self.unknown.shown(after)} is not certain to miss {self.target}"
                )
                raise Unavailable(said)
        return profile

    def to_json(self) -> dict[str, Any]:
        """The certificate without its derivation and versions. Raises Unavailable unless everything in it is proved."""
        side, entries = self.demonstrated().side, self.unknown.entries_at(self.value)
        counted = self.unknown.gap is None
        number = int(self.value) if self.value.denominator == 1 else fraction_to_json(self.value)
        return {
            "quantity": self.unknown.name,
            "at": {name: plain(value) for name, value in self.target.held.items()},
            "asked": {"step": self.unknown.spelled, "times": self.unknown.times},
            "neighbours": self.neighbours.value,
            "ledger": [entry.to_json() for entry in entries],
            "answer": {
                "accountant": self.derivation.accountant,
                "times" if counted else "value": "inf" if counted and self.value >= UNBOUNDED else number,
                "exact": plain(self.value),
                "path": list(self.derivation.path),
                "side": side.value,
                "fails_beyond": self.beyond is not None or None,
                "certified": True,
                "witness": witness_to_json(self.witness),
                "beyond": None if self.beyond is None else witness_to_json(self.beyond),
            },
        }

    def __str__(self) -> str:
        """All that is proved, in words."""
        others = len(self.unknown.beside)
        beside = "" if not others else f" beside {others} other {'entry' if others == 1 else 'entries'}"
        met, after = f"{self.unknown.shown(self.value)}{beside} meets {self.target}", self.next_one
        if after is None:
            return f"{met}: more runs than any ledger may have" if self.value == UNBOUNDED else met
        how = "smaller" if self.unknown.larger_is_safer else "larger"
        vowels = "aeiou" if len(self.unknown.name) > 1 else "aefhilmnorsx"  # as it is said: an s
        name = f"{'an' if self.unknown.name[0] in vowels else 'a'} {self.unknown.name}"
        there = self.unknown.shown(after) if self.unknown.whole else f"{name} {how} by one part in 1e9"
        alone = "" if self.target.monotone(self.unknown) else "; this value alone is promised, and no other"
        return f"{met}; {there} {'certainly misses it' if self.beyond is not None else 'may meet it, too'}{alone}"
