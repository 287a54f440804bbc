"""Claims: statements that a program can check, each with its source and its check."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from .verdict import Verdict

_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")


class Kind(enum.Enum):
    """The kind of statement that a claim makes.

    Attributes:
        IDENTITY: Two formulas are equal.
        INEQUALITY: A formula is positive, or nonnegative.
        OPTIMUM: A formula is the minimum of another.
        TABLE: Numbers are as printed.
        ERRATUM: A printed statement is wrong, and a corrected one is right.
        SOUNDNESS: A bound is never below an exact value.

    Examples:
        >>> proving.Kind("identity")
        <Kind.IDENTITY: 'identity'>
    """

    IDENTITY = "identity"
    INEQUALITY = "inequality"
    OPTIMUM = "optimum"
    TABLE = "table"
    ERRATUM = "erratum"
    SOUNDNESS = "soundness"


class Effort(Struct, frozen=True):
    """Limits for a check.

    Args:
        digits: The decimal digits of numeric cross-checks.
        full: Whether slow claims are included.
        seed: The seed of random points.
        limit: A time limit in seconds, or None. The suite enforces it, not the check.

    Examples:
        >>> proving.Effort(digits=30).seed
        20200113
    """

    digits: int = 50
    full: bool = False
    seed: int = 20200113
    limit: float | None = None


Check: TypeAlias = Callable[[Effort], Verdict]
"""A function that decides a claim within the limits of an effort."""


class Form(Protocol):
    """A check with the kind of statement that it decides and with its domain: `Identity`, `Inequality` and the others.

    Examples:
        >>> form = proving.Identity(lambda xp, x: (x + 1) ** 2, lambda xp, x: x**2 + 2 * x + 1, {"x": (0, None)})
        >>> form.kind.value, form.domain
        ('identity', 'x > 0')
    """

    @property
    def kind(self) -> Kind:
        """The kind of statement."""

    @property
    def domain(self) -> str:
        """The ranges or cases in words."""

    @property
    def printed(self) -> str:
        """What is printed, of an erratum; otherwise ""."""

    @property
    def corrected(self) -> str:
        """The corrected form, of an erratum; otherwise ""."""

    def __call__(self, effort: Effort) -> Verdict: ...


class Claim(Struct, frozen=True):
    """A statement and its check.

    Args:
        name: Dotted; it begins with the paper or the plugin: "asoodeh2020.T3.convex".
        kind: The kind of statement.
        statement: One sentence in words and formulas.
        source: The paper and the number of the statement there.
        domain: The set on which it is claimed, in words.
        check: check(effort): the verdict.
        slow: Whether it runs in the full tier only.
        printed: What is printed, of an erratum.
        corrected: The corrected form, of an erratum.

    Raises:
        ValueError: The name is not dotted, or an erratum lacks a form.
        TypeError: An argument is of another type.

    Examples:
        >>> square = proving.Identity(lambda xp, x: (x + 1) ** 2, lambda xp, x: x**2 + 2 * x + 1, {"x": (0, None)})
        >>> claim = ch.Claim.of("algebra.square", "(x + 1)^2 = x^2 + 2 x + 1.", "direct computation", square)
        >>> claim, claim.domain
        (<claim algebra.square: identity>, 'x > 0')
        >>> proving.verdict_name(claim.check(proving.Effort()))
        'proved'
    """

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
        """The claim that a form decides.

        Args:
            name: As for `Claim`.
            statement: As for `Claim`.
            source: As for `Claim`.
            form: The form, which is its check.
            domain: The form's ranges or cases in words, in place of the form's own text, which its verdict then has.
            slow: As for `Claim`.

        Returns:
            The claim.
        """
        words = {"printed": form.printed, "corrected": form.corrected}
        return cls(name, form.kind, statement, source, domain or form.domain, form, slow, **words)

    @property
    def unproved(self) -> str:
        """Why its check can support the claim and not prove it, as the check says in `why`; else ""."""
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
