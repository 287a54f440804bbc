"""Patterns: what a theorem starts from, if that is a step and no guarantee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct

from .guarantees import Guarantee


@dataclass(frozen=True, slots=True)
class OnStep:
    """A pattern: a step by its name, or a wrapper and the steps inside it.

    Args:
        names: The names of the mechanisms, outermost first.

    Examples:
        >>> str(ch.OnStep("gaussian")), str(ch.OnStep("poisson", "gaussian"))
        ('gaussian', 'poisson/gaussian')
    """

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)

    def __str__(self) -> str:
        return "/".join(self.names)


class OnWrapped(Struct, frozen=True):
    """A pattern: a wrapper around any step, even one without a known guarantee.

    Args:
        name: The name of the wrapper.

    Examples:
        >>> str(ch.OnWrapped("poisson"))
        'poisson/...'
    """

    name: str

    def __str__(self) -> str:
        return f"{self.name}/..."


class OnWrapper(Struct, frozen=True):
    """A pattern: a wrapper around a step with a kind of guarantee, which is the `inner` of the case.

    Args:
        name: The name of the wrapper.
        kind: The class of the guarantee.

    Examples:
        >>> str(ch.OnWrapper("poisson", ch.Pure))
        'poisson/Pure'
    """

    name: str
    kind: type[Guarantee]

    def __str__(self) -> str:
        return f"{self.name}/{self.kind.__name__}"


class OnJoint(Struct, frozen=True):
    """A pattern: several steps on the same records, each with a guarantee that one accountant composes.

    The composed guarantee is the `inner` of the case.

    Args:
        accountant: The name of the accountant.

    Examples:
        >>> str(ch.OnJoint("renyi"))
        'joint/renyi'
    """

    accountant: str

    def __str__(self) -> str:
        return f"joint/{self.accountant}"


class OnLedger(Struct, frozen=True):
    """A pattern: a group of ledger steps that differ only in parameters proved monotone.

    Monotone: a change in the safer direction never costs more. The theorem rewrites the group as one step, which runs
    as often as all of them together.

    Examples:
        >>> str(ch.OnLedger())
        'a ledger of many different steps'
    """

    def __str__(self) -> str:
        return "a ledger of many different steps"


Pattern: TypeAlias = OnStep | OnWrapped | OnWrapper | OnJoint | OnLedger | type[Guarantee]


class Rewrite:
    """The conclusion of a theorem that gives no guarantee, but another step, or several.

    Their privacy loss is equal or larger; equal or smaller if the theorem's side is LOWER.

    Examples:
        >>> ch.registry().theorem("dpsgd.poisson").gives is ch.Rewrite
        True
    """
