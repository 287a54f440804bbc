"""Verdicts of a check: proved, supported, refuted or undecided, each with its evidence. A verdict has no truth
value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, TypeAlias

from msgspec import Struct, field


class _Stated(Struct, frozen=True):
    """The common part of all verdicts: `how`, the method, in words."""

    how: str

    def __post_init__(self) -> None:
        name = type(self).__name__
        if not isinstance(self.how, str) or not self.how.strip():
            raise ValueError(f"{name}: say how, in words; {self.how!r} is no evidence")
        for counted in ("points", "digits", "hunted"):
            count = getattr(self, counted, 0)
            if not isinstance(count, int) or count < 0:
                raise ValueError(f"{name}: {counted} is {count!r}, and must be a number of them")
        if not isinstance(witness := getattr(self, "witness", {}), Mapping):
            raise ValueError(f"{name}: the witness is {witness!r}, and must be a mapping of names to values")

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value: match on Proved, Supported, Refuted or Undecided")


class Proved(_Stated, frozen=True):
    """The statement holds on its whole domain. A verdict has no truth value.

    Args:
        how: The method, in words.
        hunted: The number of points at which a counterexample was searched without success.

    Raises:
        ValueError: `how` is empty, or a field is of another type.

    Examples:
        >>> proving.Proved("SymPy: the difference is 0", hunted=100).how
        'SymPy: the difference is 0'
    """

    hunted: int = 0


class Supported(_Stated, frozen=True):
    """No counterexample was found. This is not a proof.

    Args:
        how: The method, in words.
        points: The number of points that were tried.
        digits: The digits to which they were compared.
        why: The reason that there is no proof, if known.

    Raises:
        ValueError: `how` is empty, or a field is of another type.

    Examples:
        >>> proving.Supported("balls: equal at random points", points=100, digits=50).points
        100
    """

    points: int = 0
    digits: int = 0
    why: str = ""


class Refuted(_Stated, frozen=True):
    """The statement is false.

    Args:
        how: The method, in words.
        witness: A counterexample: a point of the domain and the values there.

    Raises:
        ValueError: `how` is empty, or a field is of another type.

    Examples:
        >>> proving.Refuted("balls: not equal", witness={"x": 1, "left": 2, "right": 3}).shown
        'x = 1, left = 2, right = 3'
    """

    witness: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The witness in one line."""
        return ", ".join(f"{name} = {value}" for name, value in self.witness.items())


class Undecided(_Stated, frozen=True):
    """Neither proved nor refuted within the limits.

    Args:
        how: The method, in words.
        left: The part of the domain or of the statement that remains open.

    Raises:
        ValueError: `how` is empty, or a field is of another type.

    Examples:
        >>> proving.Undecided("SymPy gives no curvature", left="all of it").left
        'all of it'
    """

    left: str = ""


Verdict: TypeAlias = Proved | Supported | Refuted | Undecided
"""What a check returns. It has no truth value: match on its class, or take `verdict_name`."""
