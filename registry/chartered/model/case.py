"""Cases: steps as theorems receive them, exact settings under a neighbouring relation."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from chartered_verify.arithmetic import Number
from msgspec import Struct

from ..errors import Unavailable
from .guarantees import Approximate, Guarantee, Pure
from .mechanisms import Setting
from .neighbours import Neighbours
from .steps import Step

Known = TypeVar("Known", bound=Guarantee)


class Case(Struct, frozen=True):
    """A step as theorems receive it: exact settings under a neighbouring relation.

    Args:
        step: The step; `case["sigma"]` is its setting.
        neighbours: The relation.
        inner: For a wrapper over a kind of guarantee, the guarantee of the step inside.
        local: Whether the step is a randomizer of one record inside a wrapper; its neighbours are any two values of
            that record.

    Examples:
        >>> case = ch.Case(ch.parse("gaussian:sigma=20,sensitivity=3").step, ch.Neighbours.REPLACE_ONE)
        >>> case.number("sigma"), case.span, case.sensitivity
        (Fraction(20, 1), 2, Fraction(6, 1))
        >>> case.get("replace-sensitivity")
    """

    step: Step
    neighbours: Neighbours
    inner: Guarantee | None = None
    local: bool = False

    def __getitem__(self, key: str) -> Setting:
        return self.step.settings[key]

    def get(self, key: str) -> Setting | None:
        """The setting `key`, or None where it was not given."""
        return self.step.settings.get(key)

    def number(self, key: str) -> Fraction:
        """The setting `key`, which must be a number. Raises TypeError if it is not."""
        value = self[key]
        if not isinstance(value, Fraction):
            raise TypeError(f"{self.step.name}: {key} is no number")
        return value

    def numbers(self, key: str) -> tuple[Fraction, ...]:
        """The setting `key`, which holds several numbers.

        Examples:
            >>> step = ch.parse("gaussian-mixture:sigma=1,sensitivities=1:2,probabilities=1/4:3/4").step
            >>> ch.Case(step, ch.Neighbours.ADD_OR_REMOVE).numbers("probabilities")
            (Fraction(1, 4), Fraction(3, 4))
        """
        return tuple(map(Fraction, str(self[key]).split(":")))

    def guarantee(self, kind: type[Known]) -> Known:
        """The guarantee of the step inside, which must be of this kind. Raises TypeError if it is not.

        Examples:
            >>> step = ch.parse("poisson:rate=0.01/pure:epsilon=1").step
            >>> ch.Case(step, ch.Neighbours.ADD_OR_REMOVE, inner=ch.Pure(epsilon=1)).guarantee(ch.Pure).epsilon
            1
        """
        if not isinstance(self.inner, kind):
            raise TypeError(f"{self.step.name}: what it wraps states no {kind.__name__}")
        return self.inner

    @property
    def wrapped(self) -> Step:
        """The step inside, of a wrapper. Raises TypeError if the step wraps none.

        Examples:
            >>> ch.Case(ch.parse("poisson:rate=0.01/gaussian:sigma=2").step, ch.Neighbours.ADD_OR_REMOVE).wrapped.name
            'gaussian'
        """
        if self.step.inner is None:
            raise TypeError(f"{self.step.name}: it wraps no step")
        return self.step.inner

    @property
    def within(self) -> Case:
        """The case of the step inside, of a wrapper, under the same relation. Raises TypeError if the step wraps none.

        Examples:
            >>> case = ch.Case(ch.parse("poisson:rate=0.01/gaussian:sigma=2").step, ch.Neighbours.REPLACE_ONE)
            >>> case.within.number("sigma"), case.within.sensitivity
            (Fraction(2, 1), Fraction(2, 1))
        """
        return Case(self.wrapped, self.neighbours)

    @property
    def epsilon(self) -> Number:
        """The eps of the wrapped guarantee, which must be pure or approximate. Raises TypeError if it is not."""
        if not isinstance(self.inner, Pure | Approximate):
            raise TypeError(f"{self.step.name}: what it wraps states no eps")
        return self.inner.epsilon

    @property
    def span(self) -> int:
        """The number of changes, each of at most the stated sensitivity, that lead to a neighbour.

        Two if a record is replaced (one is removed, one added), otherwise one; also one for a local randomizer, whose
        sensitivity is the diameter of its record's domain.
        """
        return 1 if self.local else self.neighbours.span

    @property
    def sensitivity(self) -> Fraction:
        """The sensitivity under the case's relation.

        The minimum of the stated `sensitivity` times the span and the sensitivity stated for this relation directly, as
        far as they are given. Raises Unavailable if neither is.
        """
        own, stated = (self.get(key) for key in (self.neighbours.sensitivity or "", "sensitivity"))
        known = [own] if isinstance(own, Fraction) else []
        known += [stated * self.span] if isinstance(stated, Fraction) else []
        if not known:
            raise Unavailable(f"{self.step} states no sensitivity for {self.neighbours.value} neighbours")
        return min(known)
