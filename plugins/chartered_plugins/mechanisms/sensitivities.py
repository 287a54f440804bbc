"""How the sensitivity of a noisy query is stated: for a record added or removed, or for one that is replaced."""

from __future__ import annotations

import chartered as ch


def sensitivities(
    query: str, *, monotone: str, integer: bool = False, with_: str = ""
) -> tuple[ch.Parameter, ch.Parameter]:
    """The two parameters, of the `query` in words. More of either is never better, which the claim `monotone` proves of
    the distance of two outputs: by the less of the replace-sensitivity S and twice the sensitivity it is bounded where
    a record is replaced (one is removed and one added), and this rises in both."""
    goes = f"; it goes with {with_}" if with_ else ""
    stated = ch.Parameter(
        "sensitivity",
        f"add-or-remove sensitivity of {query}{goes}",
        integer=integer,
        default=1,
        unless="replace-sensitivity",
        with_=with_,
        safer="smaller",
        monotone=monotone,
    )
    replaced = ch.Parameter(
        "replace-sensitivity",
        f"sensitivity of {query} where one record is replaced, of which nothing is doubled{goes}",
        integer=integer,
        optional=True,
        with_=with_,
        safer="smaller",
        monotone=monotone,
    )
    return stated, replaced
