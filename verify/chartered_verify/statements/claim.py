"""Claims: statements that a program can check, each with its source and its check."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from .verdict import Verdict

_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")


class Kind(enum.Enum):
    """The kind of statement that a claim makes."""

    IDENTITY = "identity"
    INEQUALITY = "inequality"
    OPTIMUM = "optimum"
    TABLE = "table"
    ERRATUM = "erratum"
    SOUNDNESS = "soundness"


@dataclass(frozen=True, slots=True)
class Effort:
    """Limits for a check: `digits`, the decimal digits of numeric cross-checks; `full`, whether slow claims are
    included; the random `seed`; and the time limit.

    `limit` is in seconds, None for none. The suite enforces it, not the check; see `timeout`."""

    digits: int = 50
    full: bool = False
    seed: int = 20200113
    limit: float | None = None


Check: TypeAlias = Callable[[Effort], Verdict]


class Form(Protocol):
    """A check with the kind of statement that it decides and with its domain; see `forms`."""

    @property
    def kind(self) -> Kind: ...
    @property
    def domain(self) -> str: ...
    @property
    def printed(self) -> str: ...
    @property
    def corrected(self) -> str: ...
    def __call__(self, effort: Effort) -> Verdict: ...


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement and its check.

    `name` is dotted, and begins with the paper or the plugin (`asoodeh2020.T3.convex`). `statement` is one sentence in
    words and formulas, `domain` the set on which it is claimed, `source` the paper and the number of the statement
    there. Claims that are `slow` run in the full tier only. An erratum has the `printed` and the `corrected` form,
    too."""

    name: str
    kind: Kind
    statement: str
    source: str
    domain: str
    check: Check
    slow: bool = False
    printed: str = ""
    corrected: str = ""

    @classmethod
    def of(cls, name: str, statement: str, source: str, form: Form, *, domain: str = "", slow: bool = False) -> Claim:
        """The claim that a form decides. `domain`: its ranges or cases in words, in place of the form's own text."""
        words = {"printed": form.printed, "corrected": form.corrected}
        return cls(name, form.kind, statement, source, domain or form.domain, form, slow, **words)

    @property
    def unproved(self) -> str:
        """Why its check can support the claim and not prove it, as the check says in `why`; "" where it says
        nothing."""
        why = getattr(self.check, "why", "")
        return why if isinstance(why, str) else ""

    def __repr__(self) -> str:
        return f"<claim {self.name[:200]}: {self.kind.value}>"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise ValueError(f"claim name {self.name!r}: want dotted words such as 'paper2020.T1.sound'")
        if not isinstance(self.kind, Kind):
            raise TypeError(f"claim {self.name!r}: its kind is {self.kind!r}; want one of {', '.join(map(str, Kind))}")
        if not callable(self.check):
            raise TypeError(
                f"claim {self.name!r}: its check is {self.check!r}; want a form, or a function that gives a verdict"
            )
        for field in ("statement", "source", "domain", "printed", "corrected"):
            if not isinstance(text := getattr(self, field), str):
                raise TypeError(f"claim {self.name!r}: its {field} is {text!r}; want text")
        if self.kind is Kind.ERRATUM and not (self.printed and self.corrected):
            raise ValueError(f"claim {self.name!r}: an erratum says what is printed and the corrected form")


Witness: TypeAlias = Mapping[str, Any]
