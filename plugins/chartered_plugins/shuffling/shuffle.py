"""Shuffling: n records report by the same local randomizer, and the reports are released in a uniformly random order
(replace-one)."""

from __future__ import annotations

from typing import Any

import chartered as ch


def _cap(case: ch.Case) -> Any:
    inner = case.inner
    assert inner is not None
    if isinstance(inner, ch.Profile):
        return ch.postprocessed(inner)
    return inner


def _failing(case: ch.Case) -> str | None:
    """An approximate guarantee with delta 0 is pure DP, for which other theorems answer."""
    return "the reports are pure" if isinstance(case.inner, ch.Approximate) and case.inner.delta == 0 else None


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The shuffle, a wrapper."""
    n = ch.Parameter.whole(
        "n", "how many records report, each once", low=2, safer="larger", monotone="shuffled.monotone"
    )
    adaptive = ch.Parameter("adaptive", "each report may depend on the reports before it", flag=True, default=False)
    return [
        ch.Mechanism(
            name="shuffled",
            summary="the reports of n records, each by the wrapped step, in a uniformly random order",
            parameters=(n, adaptive),
            source="Erlingsson et al. 2019; Cheu et al. 2019",
            wraps=True,
            numeric=False,
            requires=ch.Neighbours.REPLACE_ONE,
            not_under=((ch.Neighbours.ZERO_OUT, "what is reported for a null record is not stated"),),
            local=True,
            each_run="shuffles, each of n reports by {}",
            sees="n",
            sampling="shuffled: all n records report, and nobody but the shuffler sees whose report is whose",
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The cost of a single report as an upper bound: the other reports and the order are drawn without the record, so
    the output is a post-processing of its report."""
    return [
        ch.Theorem(
            name=f"shuffled.{kind.__name__.lower()}",
            takes=ch.OnWrapper("shuffled", kind),
            gives=kind,
            bound=_cap,
            conditions=_failing,
            statement="A record reports once: the shuffle costs no more than its report"
            + (", and at delta = 0 no less." if kind is ch.Pure else "."),
            source="data processing",
            side=ch.Side.EXACT if kind is ch.Pure else ch.Side.UPPER,
        )
        for kind in (ch.Pure, ch.Approximate, ch.ZCDP, ch.GDP, ch.Renyi, ch.Profile)
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".shuffling")
