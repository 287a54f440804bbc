"""Fingerprints: a digest of everything on which a claim's outcome depends, so that a stored outcome is reused only
while it is valid."""

from __future__ import annotations

from collections.abc import Sequence

from chartered_verify.runs.provenance import source_digest, tool_versions
from chartered_verify.statements.claim import Claim, Effort
from msgspec import Struct
from msgspec.structs import asdict, replace

from chartered.certificate.digest import digest

from ..host.registry import Plugin, registry
from ..model.plugin import OWN  # any claim may rest on all of it


def claim_digests(claims: Sequence[Claim], effort: Effort) -> dict[str, str]:
    """For each claim, SHA-256 over its texts, the effort, the source files of its plugin and of Chartered, and versions
    of everything else: Python, the requirements of both distributions, and the other installed plugins.

    Any change in a source file of the plugin changes the digests of all its claims, because the code that a check calls
    is not known before it runs."""
    tried = asdict(replace(effort, limit=None))  # what is found in time does not depend on the limit
    owners = {claim.name: registry().owner("claim", claim.name) for claim in claims}
    one_of_each = {_home(owner): owner for owner in owners.values()}
    ground = {home: digest(_rests_on([owner])) for home, owner in one_of_each.items()}
    return {
        claim.name: digest({**_words(claim), "effort": tried, "rests_on": ground[_home(owners[claim.name])]})
        for claim in claims
    }


def installed_digest() -> str:
    """SHA-256 over the source files of Chartered and of all plugins, and the versions of everything else."""
    return digest(_rests_on(registry().plugins))


class Registered(Struct, frozen=True):
    """A loader of all registered claims for a worker; with a digest, only if the same code is installed there."""

    installed: str | None = None

    def __call__(self) -> list[Claim]:
        """The claims. Raises RuntimeError in a worker with other code."""
        if self.installed is not None and installed_digest() != self.installed:
            raise RuntimeError(
                "the worker has another version of Chartered, of a plugin or of a tool than the process that asks"
            )
        return list(registry().claims().values())


def _words(claim: Claim) -> dict[str, str]:
    written = ("name", "statement", "source", "domain", "printed", "corrected")
    return {"kind": claim.kind.value, **{f"claim_{word}": getattr(claim, word) for word in written}}


def _home(plugin: Plugin) -> tuple[str, str]:
    """Distribution and package of a plugin: plugins in which both agree depend on the same source files."""
    return plugin.distribution, plugin.module.__name__.partition(".")[0]


def _rests_on(owners: Sequence[Plugin]) -> dict[str, object]:
    plugins = registry().plugins
    homes = {(OWN, OWN), *(_home(plugin) for plugin in plugins if plugin.distribution == OWN or plugin in owners)}
    distributions, roots = (frozenset(names) for names in zip(*homes, strict=True))
    return {
        "source": source_digest(roots, frozenset({OWN, *(plugin.distribution for plugin in plugins)})),
        "tools": tool_versions(distributions),
        "plugins": {plugin.name: f"{plugin.distribution} {plugin.version}" for plugin in plugins},
    }
