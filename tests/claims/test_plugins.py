"""The claims about everything that our plugins register: each theorem and accountant has some, and none is more than it
says."""

from __future__ import annotations

import chartered as ch
import pytest
from chartered_verify.statements.claim import Kind
from chartered_verify.statements.verdict import Proved, Supported
from claim_outcomes import SHIPPED, outcome

OURS = {plugin.name for plugin in ch.registry().plugins if plugin.distribution == "chartered"}
PAPERS = ("asoodeh2020.", "liu2022.")
"""Papers whose claims have tests of their own."""
CLAIMS = {name: claim for name, claim in SHIPPED.items() if not name.startswith(PAPERS)}
_SAMPLED = """
abadi2016.heuristic: as-printed
above-threshold.pure: games signed-queries
allocation.blocks: cases
allocation.exact-pld: quadrature
allocation.gaussian: decay peak
allocation.pld: cases
allocation.revealed: cases
allocation.several-pld: cases
allocation.several-uses: cases
balle2019.bennett: exact-cases
balle2019.closed: below-target
balle2019.core: exact-cases
balle2019.hoeffding: exact-cases
balle2019.response-bennett: exact-cases
balle2019.response-hoeffding: exact-cases
balle2019.response-pair-pld: grid
balle2019.response-pair: below-others exact-cases
balle2019.tails: as-stated
balle2020checkins.T5.1-approximate: exact-cases
balle2020checkins.T5.1-clipped: exact-cases
balle2020checkins.T5.1: as-printed exact-cases
basic.profile: as-stated direct
bretagnolle-huber.tv: as-stated
central-limit.profile: exact-sums
characteristic-function.bands: outside
characteristic-function: copies total-variation
characteristic-function.largest-loss: profile
characteristic-function.lattice: copies
characteristic-function.profile: direct limit one-sampled-run
checkin.T32-approximate: as-printed
checkin.T32: as-printed exact
checkin.T41: exact
checkin.T43: exact
checkin.approximate: exact
checkin.clipped: exact
checkin.clones-approximate-pld: grid
checkin.clones-approximate: exact
checkin.clones-clipped: exact
checkin.clones-pld: grid
checkin.clones-renyi: exact
checkin.clones: exact
checkin.mixture: as-stated exact
checkin.profile: exact
checkin.pure: exact
checkin.shared-slot-pld: grid
checkin.shared-slot: exact
checkin.shuffled-approximate: exact
checkin.shuffled: exact
checkin.steps: exact
checkin.zcdp: exact
cloak.naive: as-stated
discrete-gaussian.characteristic: sums
discrete-gaussian.profile: all-outcomes
discrete-laplace.profile: all-outcomes
dwork2010.advanced: as-stated
erlingsson2019.T7-short: as-printed
erlingsson2019.T7: as-printed
exact.pld: grid
feldman2021.T31: above-clones as-printed exact-cases
feldman2021.T38: above-clones as-printed
feldman2021.clones-approximate-pld: grid
feldman2021.clones-pld: grid
feldman2021.clones: exact-cases
feldman2021.renyi: exact-cases
gaussian-mixture.characteristic: direct remainder
gaussian-mixture.pld: direct
gaussian-mixture.replaced-characteristic: direct remainder
gaussian-mixture.replaced-pld: known
gaussian-mixture.replaced-profile: known
gdp.profile: as-stated
girgis2021.simple: above-clones
girgis2021.upper: above-clones
group-of-records.approximate: chain
group-of-records.failing-gdp: tests
group-of-records.sampled-discrete-laplace: worst
group-of-records.sampled-gaussian: most
group-of-records.sampled-laplace: direct worst
group-of-records.sampled-skellam: direct
joint.approximate: exact-reports
joint.gdp: exact-reports
joint.loss-distribution: exact-reports
joint.pure: exact-reports
joint.renyi: exact-reports
joint.zcdp: exact-reports
kairouz2015.T35: as-stated
last-iterate.batches: domain orders
logistic.characteristic: direct
loss-distribution.profile: exact-cases
matrix.gdp: numbers patterns
matrix.group-of-records: as-stated
matrix.listed: patterns
matrix.other-group: as-stated
mironov2017.C1: as-stated
moment-generating-function.characteristic: directions
moment-generating-function.renyi: curve
noisy-max.laplace: groups several
noisy-max.profile: choices
parts.most: adaptive all-data
parts.named: all-data
parts.replaced-between: all-data
parts.replaced: all-data one-test
poisson-approximate.characteristic: direct
poisson-discrete-gaussian.characteristic: direct
poisson-discrete-gaussian.replaced-characteristic: direct
poisson-discrete-laplace.characteristic: direct
poisson-gaussian.band: direct remainder window
poisson-gaussian.characteristic: direct remainder
poisson-gaussian.renyi: as-asked
poisson-gaussian.replaced-characteristic: direct remainder
poisson-laplace.characteristic: direct
poisson-laplace.replaced-characteristic: direct
poisson-logistic.characteristic: direct
poisson-skellam.characteristic: direct
poisson-skellam.replaced-characteristic: direct
poisson.exact-replaced-profile: integers stated
poisson.nearer-replaced-profile: attained
poisson.pld: exact
poisson.profile: as-stated exact-pairs
poisson.renyi.below-two: as-stated
poisson.renyi: exact-pairs where-it-answers zhu-wang
poisson.replaced-pld: random
poisson.replaced-profile: asymmetric
poisson.tables: enumerated
poisson.whole-approximate: same
poisson.whole-gdp: same
poisson.whole-profile: same
poisson.whole-pure: same
poisson.whole-renyi: same
poisson.whole-zcdp: same
poisson.whole: ends
power.naive: as-stated
privacy-profile.table: dominates keeps
random-allocation.poisson: exact-cases
rdp-curve.renyi: above
renyi.two-sided: three-outcomes
repeat-and-select.poisson: repeated
repeat-and-select.pure: repeated
repeat-and-select.renyi: repeated
risk.power: exact-pairs
sample-with-replacement.approximate-draws: enumerated
sample-with-replacement.gaussian-pld: tests
sample-with-replacement.gaussian-profile: tests
sample-with-replacement.gdp-pld: grid
sample-with-replacement.gdp: refused written-out
sample-with-replacement.profile: enumerated limit
sample-with-replacement.pure-draws: enumerated
sample-with-replacement.pure: enumerated
sample.pld: shipped
sample.profile: as-stated exact-cases
sample.renyi.below-two: as-stated
sample.renyi: exact-triples wang
shuffled-batches.gaussian: cells
shuffled-response.pld: grid
shuffled-response.profile: fewer
shuffled.profile: exact-cases
skellam.characteristic: direct
skellam.gdp: cases
skellam.profile: no-rate summed tail
table.either-order: sound
table.moments: sum
table.profile: events
thresholded-counts.written: releases
tree-aggregation.gdp: nodes patterns
truncated-discrete-laplace.profile: summed
truncated-poisson.pld: enumerated
worst-pair.pld: grid
"""
"""The claims that have points and no proof: how their names begin, and how they end."""
_BEGIN = (line.split(": ") for line in _SAMPLED.strip().splitlines())
SAMPLED = {f"{begin}.{end}" for begin, ends in _BEGIN for end in ends.split()}


def ours(kind: str) -> list[str]:
    """The names of all theorems or accountants that our plugins register."""
    known = ch.registry()
    return sorted(name for plugin in known.plugins if plugin.name in OURS for name in known.names_of(plugin, kind))


@pytest.mark.parametrize("name", sorted(set(CLAIMS) - SAMPLED))
def test_a_claim_that_says_proof_is_proved(name: str) -> None:
    """Every claim but the sampled ones is proved on its stated domain, and was hunted or run."""
    found = outcome(name).verdict
    assert isinstance(found, Proved), found
    assert found.hunted or "run" in found.how


@pytest.mark.parametrize("name", sorted(SAMPLED))
def test_a_sampled_claim_is_never_called_proved(name: str) -> None:
    """The sampled claims are supported, with their points and digits, and say why there is no proof."""
    found = outcome(name).verdict
    assert isinstance(found, Supported), found
    assert found.points > 0
    assert found.digits > 0
    assert "; no proof: " in found.how
    assert "none was found" not in found.how


def test_an_inequality_that_is_only_sampled_says_why_before_it_is_tried() -> None:
    """And so does an identity: the reason stands in the claim, where `explain` and the page of verdicts read it."""
    silent = [
        name
        for name in sorted(SAMPLED & set(CLAIMS))
        if CLAIMS[name].kind in (Kind.IDENTITY, Kind.INEQUALITY) and not CLAIMS[name].unproved
    ]
    assert not silent


def test_every_theorem_is_a_claim() -> None:
    """At least one claim's name begins with the theorem's."""
    parts = [name.split(".") for name in SHIPPED]
    begun = {".".join(words[:n]) for words in parts for n in range(1, len(words))}
    assert not set(ours("theorem")) - begun


def test_every_accountant_is_a_claim() -> None:
    """At least one claim is about its composition."""
    named = {name.partition(".composition.")[0] for name in CLAIMS if ".composition." in name}
    assert not set(ours("accountant")) - named


def test_a_claim_says_what_where_and_by_whom() -> None:
    """Every claim has a statement, a domain and its source; errata say so in their names, and none is left to the slow
    tier."""
    assert not [name for name, claim in CLAIMS.items() if not (claim.statement and claim.domain and claim.source)]
    assert not [name for name, claim in CLAIMS.items() if claim.slow]
    assert not [name for name, claim in CLAIMS.items() if (claim.kind is Kind.ERRATUM) != (".erratum." in name)]
