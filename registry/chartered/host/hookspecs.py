"""The extension surface. A plugin is a module that defines some of these functions; each returns a list of values.

Mark them with `chartered.hook`. The host checks what comes back and names the plugin, the hook, the value and the
remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Callable

    import click
    from chartered_verify.statements.claim import Claim

    from ..model.accountants import Accountant
    from ..model.mechanisms import Mechanism
    from ..model.theorems import Theorem

PROJECT = "chartered"
HOOK_SPEC = 1
"""The version of these hooks and of the types that they return. It is increased when a plugin that was correct no
longer is. A plugin that needs a later version declares it by `chartered_hook_spec = 2` in its module. A hook that a
later version adds may be marked `@chartered.hook(optionalhook=True)`: versions that do not know it ignore it."""
spec = pluggy.HookspecMarker(PROJECT)
hook = pluggy.HookimplMarker(PROJECT)
"""The decorator that marks a function of a plugin as a hook: `@chartered.hook` above `def register_theorems()`."""


@spec
def register_mechanisms() -> list[Mechanism]:  # type: ignore[empty-body]
    """The mechanisms that users may name in a step."""


@spec
def register_theorems() -> list[Theorem]:  # type: ignore[empty-body]
    """The theorems that lead from steps to guarantees and from guarantees to guarantees."""


@spec
def register_accountants() -> list[Accountant]:  # type: ignore[empty-body]
    """The composition laws."""


@spec
def register_claims() -> list[Claim]:  # type: ignore[empty-body]
    """The claims by which the plugin's statements are verified. Called only when claims are listed or checked."""


@spec
def register_commands() -> list[click.Command]:  # type: ignore[empty-body]
    """Further commands of the `chartered` command line. Called only when the command line needs them."""


def claims_in(package: str, modules: str) -> Callable[[], list[Claim]]:
    """The hook `register_claims` of a plugin whose claims stand in modules of their own, imported when it is called.

    Args:
        package: The package of these modules.
        modules: Their names relative to it, with spaces between them: ".pure .worst_case". Each has a book of claims
            named BOOK, or a function `claims()` that returns its claims.

    Returns:
        The hook, marked: `register_claims = ch.claims_in(f"{__package__}.claims", ".pure .worst_case")`.

    Examples:
        >>> register_claims = ch.claims_in("chartered_plugins.basics.claims", ".pure")
        >>> register_claims()[0]
        <claim pure.pure.definition: identity>
    """

    def register_claims() -> list[Claim]:
        from importlib import import_module

        found = [import_module(module, package) for module in modules.split()]
        return [claim for one in found for claim in (one.claims() if hasattr(one, "claims") else one.BOOK.claims())]

    hook(register_claims)
    return register_claims
