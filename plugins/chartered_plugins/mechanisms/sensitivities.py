"""The parameters that state the sensitivity of a noisy query: for adding or removing a record, and for replacing
one."""

from __future__ import annotations

import chartered as ch


def sensitivities(
    query: str, *, monotone: str, integer: bool = False, with_: str = ""
) -> tuple[ch.Parameter, ch.Parameter]:
    """The two parameters; `query` in words. A larger value of either never costs less, by the claim `monotone` about
    the distance of two outputs. If a record is replaced (one is removed and one added), that distance is at most the
    minimum of the replace-sensitivity and twice the sensitivity, which increases in both."""
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
