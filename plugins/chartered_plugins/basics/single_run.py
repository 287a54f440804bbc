"""The accountant of privacy profiles: a single run has its own profile; several runs cannot be composed from it
alone."""

from __future__ import annotations

from collections.abc import Sequence

import chartered as ch


def _times(g: ch.Profile, n: int) -> ch.Profile:
    raise ch.Unavailable(f"a privacy profile alone does not compose; it answers for one run, not for {n}")


def _compose(gs: Sequence[ch.Profile]) -> ch.Profile:
    raise ch.Unavailable("a privacy profile alone does not compose; it answers for a single step")


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """The accountant of a single run."""
    return [
        ch.Accountant(
            name="profile",
            kind=ch.Profile,
            times=_times,
            compose=_compose,
            statement="The profile of one run of one step, as it is.",
            source="definition",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".profile .risk")
