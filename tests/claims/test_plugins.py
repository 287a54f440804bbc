"""The claims about everything that our plugins register: each theorem and accountant has some, and none is more than it
says."""

from __future__ import annotations

from functools import cache

import chartered as ch
import pytest
from chartered.verification.run import registered
from chartered_verify.runs.suite import Outcome, attempt
from chartered_verify.statements.claim import Claim, Effort, Kind
from chartered_verify.statements.verdict import Proved, Supported

OURS = {plugin.name for plugin in ch.registry().plugins if plugin.distribution == "chartered"}
PAPERS = ("asoodeh2020.", "liu2022.")
"""Papers whose claims have tests of their own."""
CLAIMS = {claim.name: claim for claim in registered() if not claim.name.startswith(PAPERS)}
SAMPLED = {
    "poisson-gaussian.band.beyond",
    "poisson-gaussian.band.direct",
    "poisson-gaussian.band.partition",
    "poisson-gaussian.band.window",
    "gaussian-mixture.characteristic.direct",
    "gaussian-mixture.characteristic.loss",
    "gaussian-mixture.characteristic.tails",
    "gaussian-mixture.characteristic.remainder",
    "gaussian-mixture.characteristic.radius",
    "gaussian-mixture.replaced-characteristic.direct",
    "gaussian-mixture.replaced-characteristic.loss",
    "gaussian-mixture.replaced-characteristic.tails",
    "gaussian-mixture.replaced-characteristic.remainder",
    "gaussian-mixture.replaced-characteristic.radius",
    "gaussian-mixture.characteristic.shifted",
    "gaussian-mixture.characteristic.beyond",
    "gaussian-mixture.characteristic.beyond.strip",
    "gaussian-mixture.characteristic.nodes.enough",
    "gaussian-mixture.characteristic.nodes.shifted",
    "gaussian-mixture.replaced-characteristic.shifted",
    "gaussian-mixture.replaced-characteristic.beyond",
    "gaussian-mixture.replaced-characteristic.beyond.strip",
    "gaussian-mixture.replaced-characteristic.nodes.enough",
    "gaussian-mixture.replaced-characteristic.nodes.shifted",
    "group-of-records.sampled-gaussian.most",
    "group-of-records.approximate.chain",
    "poisson-discrete-gaussian.characteristic.radius",
    "poisson-discrete-gaussian.characteristic.whole",
    "poisson-discrete-gaussian.replaced-characteristic.radius",
    "poisson-gaussian.band.beyond.strip",
    "poisson-gaussian.band.loss",
    "poisson-gaussian.band.nodes.enough",
    "poisson-gaussian.band.nodes.shifted",
    "poisson-gaussian.band.radius",
    "poisson-gaussian.band.remainder",
    "poisson-gaussian.band.shifted",
    "poisson-gaussian.band.tails",
    "poisson-gaussian.characteristic.variation",
    "poisson-gaussian.replaced-characteristic.loss",
    "poisson-gaussian.replaced-characteristic.nodes.enough",
    "poisson-gaussian.replaced-characteristic.nodes.shifted",
    "poisson-gaussian.replaced-characteristic.shifted",
    "characteristic-function.bands.one-sampled-run",
    "characteristic-function.bands.outside",
    "characteristic-function.bands.power",
    "characteristic-function.bands.several-runs",
    "characteristic-function.largest-loss.chance",
    "characteristic-function.largest-loss.near",
    "characteristic-function.largest-loss.profile",
    "characteristic-function.listed.atoms",
    "characteristic-function.listed.profile",
    "characteristic-function.total-variation",
    "moment-generating-function.characteristic.beyond",
    "moment-generating-function.characteristic.directions",
    "moment-generating-function.renyi.curve",
    "loss-distribution.profile.grid-ends",
    "loss-distribution.profile.grids",
    "loss-distribution.profile.lowest-start",
    "loss-distribution.profile.polygon",
    "sample-with-replacement.profile.limit",
    "characteristic-function.powers",
    "characteristic-function.profile.laplace-runs.intervals",
    "poisson-gaussian.replaced-characteristic.beyond",
    "poisson-gaussian.replaced-characteristic.beyond.strip",
    "poisson-gaussian.replaced-characteristic.direct",
    "poisson-gaussian.replaced-characteristic.radius",
    "poisson-gaussian.replaced-characteristic.remainder",
    "poisson-gaussian.replaced-characteristic.tails",
    "poisson.exact-replaced-profile.half-lines",
    "poisson.exact-replaced-profile.integers",
    "poisson.exact-replaced-profile.max-loss",
    "poisson.exact-replaced-profile.stated",
    "poisson-approximate.characteristic.direct",
    "poisson-discrete-gaussian.replaced-characteristic.direct",
    "poisson-discrete-gaussian.replaced-characteristic.tails",
    "poisson-laplace.replaced-characteristic.beyond",
    "poisson-laplace.replaced-characteristic.beyond.law",
    "poisson-laplace.replaced-characteristic.direct",
    "poisson.nearer-replaced-profile.attained",
    "poisson.nearer-replaced-profile.places",
    "poisson.nearer-replaced-profile.plane",
    "poisson.replaced-pld.random",
    "poisson.replaced-profile.triangle",
    "dwork2010.advanced.as-stated",
    "pure.zcdp.as-stated",
    "renyi.two-sided.as-answered",
    "repeat-and-select.renyi.witnesses",
    "sample-with-replacement.pure.enumerated",
    "sample-with-replacement.profile.enumerated",
    "sample-with-replacement.gdp.written-out",
    "sample-with-replacement.gdp.chances",
    "sample-with-replacement.gdp.rate",
    "sample-with-replacement.gdp.reach",
    "sample-with-replacement.gdp.rest",
    "sample-with-replacement.profile.written-out",
    "sample-with-replacement.profile.certain",
    "sample-with-replacement.gdp.refused",
    "repeat-and-select.renyi.parameter",
    "repeat-and-select.renyi.repeated",
    "repeat-and-select.renyi.written-out",
    "repeat-and-select.poisson.repeated",
    "repeat-and-select.poisson.written-out",
    "tree-aggregation.gdp.nodes",
    "loss-distribution.profile.pair-below",
    "loss-distribution.profile.checked",
    "characteristic-function.composition.logarithm",
    "laplace.characteristic.beyond.as-shipped",
    "worst-pair.pld.grid",
    "gaussian-mixture.pld.below",
    "gaussian-mixture.pld.direct",
    "gaussian-mixture.pld.threshold",
    "joint.approximate.exact-reports",
    "joint.gdp.exact-reports",
    "joint.loss-distribution.exact-reports",
    "joint.pure.exact-reports",
    "joint.renyi.exact-reports",
    "joint.zcdp.exact-reports",
    "basic.profile.direct",
    "ledger.grouped.exact-pairs",
    "abadi2016.heuristic.as-printed",
    "approximate.composition.failures",
    "balle2019.bennett.exact-cases",
    "balle2019.closed.below-target",
    "balle2019.core.exact-cases",
    "balle2019.hoeffding.exact-cases",
    "balle2019.response-bennett.exact-cases",
    "balle2019.response-hoeffding.exact-cases",
    "balle2019.response-pair-pld.grid",
    "balle2019.response-pair.below-others",
    "balle2019.response-pair.blanket-sizes",
    "balle2019.response-pair.depth",
    "balle2019.response-pair.exact-cases",
    "balle2019.response-pair.intervals",
    "balle2019.response-pair.left-out",
    "balle2019.response-pair.sums",
    "balle2019.tails.as-stated",
    "balle2020checkins.T5.1-approximate.exact-cases",
    "balle2020checkins.T5.1-clipped.exact-cases",
    "balle2020checkins.T5.1.as-printed",
    "balle2020checkins.T5.1.exact-cases",
    "bretagnolle-huber.tv.as-stated",
    "central-limit.profile.exact-sums",
    "central-limit.profile.one-laplace",
    "checkin.T32-approximate.as-printed",
    "checkin.T32.as-printed",
    "checkin.T32.exact",
    "checkin.T41.exact",
    "checkin.T43.exact",
    "checkin.approximate.exact",
    "checkin.clipped.exact",
    "checkin.clipped.pairs",
    "checkin.clones-approximate-pld.grid",
    "checkin.clones-approximate.exact",
    "checkin.clones-clipped.exact",
    "checkin.clones-pld.grid",
    "checkin.clones-renyi.exact",
    "checkin.clones.as-stated",
    "checkin.clones.exact",
    "checkin.mixture.as-stated",
    "characteristic-function.copies",
    "characteristic-function.truncation.bound",
    "characteristic-function.series.as-shipped",
    "characteristic-function.series.falling.as-shipped",
    "characteristic-function.product.bounds",
    "characteristic-function.product.chernoff",
    "characteristic-function.product.zero",
    "characteristic-function.product.powers",
    "characteristic-function.product.normal.as-shipped",
    "characteristic-function.composition.infinity-mass",
    "characteristic-function.composition.tail",
    "characteristic-function.rules",
    "characteristic-function.shown-samples.one-run",
    "characteristic-function.shown-samples.several-runs",
    "characteristic-function.lattice.left-out",
    "characteristic-function.lattice.cut",
    "characteristic-function.lattice.interval",
    "characteristic-function.lattice.stepped.direct",
    "characteristic-function.lattice.stepped.left-out",
    "characteristic-function.lattice.stepped.many",
    "characteristic-function.smoothing.means",
    "characteristic-function.smoothing.left-out",
    "characteristic-function.lattice.copies",
    "characteristic-function.lattice.direct",
    "characteristic-function.lattice.falls.as-shipped",
    "characteristic-function.lattice.one-run",
    "characteristic-function.smoothing.direct",
    "characteristic-function.smoothing.width",
    "discrete-gaussian.characteristic.sums",
    "discrete-gaussian.characteristic.few-terms",
    "characteristic-function.profile.direct",
    "characteristic-function.profile.laplace-runs.largest",
    "characteristic-function.profile.laplace-runs.one",
    "characteristic-function.profile.laplace-runs.several",
    "characteristic-function.profile.few-losses",
    "characteristic-function.profile.few-losses.coefficients",
    "characteristic-function.profile.few-losses.product",
    "characteristic-function.profile.few-losses.rest",
    "characteristic-function.profile.one-sampled-run",
    "characteristic-function.profile.tail",
    "characteristic-function.renyi",
    "checkin.mixture.exact",
    "checkin.profile.as-stated",
    "checkin.profile.exact",
    "checkin.pure.exact",
    "checkin.shuffled-approximate.exact",
    "checkin.shuffled.exact",
    "checkin.steps.exact",
    "checkin.zcdp.exact",
    "cloak.naive.as-stated",
    "discrete-gaussian.profile.all-outcomes",
    "discrete-gaussian.profile.cuts",
    "discrete-gaussian.profile.early-cuts",
    "discrete-gaussian.profile.many-digits",
    "discrete-gaussian.profile.rests-as-written",
    "discrete-gaussian.profile.two-ways",
    "discrete-laplace.profile.all-outcomes",
    "erlingsson2019.T7-short.as-printed",
    "erlingsson2019.T7.as-printed",
    "feldman2021.T31.above-clones",
    "feldman2021.T31.as-printed",
    "feldman2021.T31.exact-cases",
    "feldman2021.T38.above-clones",
    "feldman2021.T38.as-printed",
    "feldman2021.clones-approximate-pld.grid",
    "feldman2021.clones-pld.grid",
    "feldman2021.clones.exact-cases",
    "feldman2021.clones.intervals",
    "feldman2021.clones.runs",
    "feldman2021.clones.sums",
    "feldman2021.clones.walk",
    "feldman2021.renyi.exact-cases",
    "feldman2021.renyi.groups",
    "gdp.profile.as-stated",
    "gdp.profile.root",
    "girgis2021.simple.above-clones",
    "girgis2021.upper.above-clones",
    "basic.profile.as-stated",
    "group.approximate.as-stated",
    "group.approximate.powers",
    "group.profile.as-stated",
    "group.pure.as-stated",
    "group.renyi.as-stated",
    "kairouz2015.T35.as-stated",
    "laplace.moments.as-asked",
    "loss-distribution.profile.truncated",
    "loss-distribution.profile.exact-cases",
    "loss-distribution.profile.grid",
    "loss-distribution.profile.hull",
    "loss-distribution.profile.summed",
    "exact.pld.grid",
    "poisson.pld.max-loss",
    "poisson.pld.exact",
    "poisson.pld.runs",
    "sample.pld.shipped",
    "mironov2017.C1.as-stated",
    "characteristic-function.profile.two-losses",
    "poisson-discrete-laplace.characteristic.direct",
    "poisson-discrete-laplace.characteristic.largest",
    "poisson-discrete-gaussian.characteristic.tails",
    "characteristic-function.profile.two-losses.rest",
    "characteristic-function.profile.two-losses.ends",
    "poisson-discrete-gaussian.characteristic.direct",
    "poisson-laplace.characteristic.beyond",
    "poisson-laplace.characteristic.beyond.as-shipped",
    "poisson-laplace.characteristic.direct",
    "poisson-laplace.characteristic.gauss.exact",
    "poisson-laplace.characteristic.remainder",
    "poisson-laplace.characteristic.remainder.as-shipped",
    "poisson-gaussian.characteristic.beyond",
    "poisson-gaussian.characteristic.direct",
    "poisson-gaussian.characteristic.remainder",
    "poisson-gaussian.characteristic.tails",
    "poisson-gaussian.characteristic.loss",
    "poisson-gaussian.characteristic.radius",
    "poisson-gaussian.characteristic.shifted",
    "poisson-gaussian.characteristic.beyond.strip",
    "poisson-gaussian.characteristic.nodes.enough",
    "poisson-gaussian.characteristic.nodes.shifted",
    "poisson-gaussian.renyi.as-asked",
    "poisson-gaussian.renyi.coarse-nodes",
    "poisson-gaussian.renyi.enclosure.as-written",
    "poisson-gaussian.renyi.enclosure.refused",
    "poisson-gaussian.renyi.floats",
    "poisson-gaussian.renyi.nodes",
    "gaussian-mixture.replaced-pld.known",
    "gaussian-mixture.replaced-profile.known",
    "gaussian-mixture.replaced-profile.thresholds",
    "poisson.profile.as-stated",
    "poisson.profile.exact-pairs",
    "poisson.renyi.chords.as-shipped",
    "poisson.renyi.cumulant",
    "poisson.renyi.exact-pairs",
    "poisson.renyi.never-below-the-gaussian",
    "poisson.renyi.where-it-answers",
    "poisson.renyi.zhu-wang",
    "poisson.renyi.below-two.as-stated",
    "poisson.renyi.below-two.exact-pairs",
    "poisson.whole.ends",
    "poisson.whole-approximate.same",
    "poisson.whole-gdp.same",
    "poisson.whole-profile.same",
    "poisson.whole-pure.same",
    "poisson.whole-renyi.same",
    "poisson.whole-zcdp.same",
    "power.naive.as-stated",
    "power.refined.as-asked",
    "pure.gdp.as-stated",
    "random-allocation.poisson.exact-cases",
    "randomized-response.moments.as-asked",
    "rectified.profile.ends",
    "renyi.two-sided.three-outcomes",
    "renyi.two-sided.tradeoff.inverse",
    "renyi.two-sided.witnesses",
    "responses.profile.as-stated",
    "responses.profile.few",
    "responses.profile.few-enclosed",
    "responses.profile.flips",
    "responses.profile.many",
    "responses.profile.rests",
    "responses.profile.series",
    "responses.profile.start",
    "responses.profile.windows",
    "risk.power.exact-pairs",
    "sample-with-replacement.approximate-draws.enumerated",
    "sample-with-replacement.pure-draws.enumerated",
    "sample.profile.as-stated",
    "sample.profile.exact-cases",
    "sample.renyi.exact-cases",
    "sample.renyi.exact-triples",
    "sample.renyi.wang",
    "sample.renyi.below-two.as-stated",
    "sample.renyi.below-two.exact-triples",
    "shuffled-response.pld.grid",
    "shuffled-response.profile.fewer",
    "shuffled-response.profile.intervals",
    "shuffled.profile.exact-cases",
}


def ours(kind: str) -> list[str]:
    """The names of all theorems or accountants that our plugins register."""
    known = ch.registry()
    return sorted(name for plugin in known.plugins if plugin.name in OURS for name in known.names_of(plugin, kind))


@cache
def outcome(name: str) -> Outcome:
    """One run of each claim for all tests."""
    return attempt(CLAIMS[name], Effort())


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


@pytest.mark.parametrize("theorem", ours("theorem"))
def test_every_theorem_is_a_claim(theorem: str) -> None:
    """At least one claim's name begins with the theorem's."""
    assert any(claim.name.startswith(f"{theorem}.") for claim in registered())


@pytest.mark.parametrize("accountant", ours("accountant"))
def test_every_accountant_is_a_claim(accountant: str) -> None:
    """At least one claim is about its composition."""
    assert any(name.startswith(f"{accountant}.composition.") for name in CLAIMS)


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_claim_says_what_where_and_by_whom(claim: Claim) -> None:
    """Every claim has a statement, a domain and its source; errata say so in their names, and none is left to the slow
    tier."""
    assert claim.statement
    assert claim.domain
    assert claim.source
    assert not claim.slow
    assert (claim.kind is Kind.ERRATUM) == (".erratum." in claim.name)
