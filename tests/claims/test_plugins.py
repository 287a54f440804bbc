"""The claims about everything that our plugins register: each theorem and accountant has some, and none is more than it
says."""

from __future__ import annotations

from functools import cache

import chartered as ch
import pytest
from chartered.verification.run import registered
from chartered_verify.runs.suite import Outcome, attempt
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Proved, Supported

OURS = {plugin.name for plugin in ch.registry().plugins if plugin.distribution == "chartered"}
PAPERS = ("asoodeh2020.", "liu2022.")
"""Papers whose claims have tests of their own."""
CLAIMS = {claim.name: claim for claim in registered() if not claim.name.startswith(PAPERS)}
SAMPLED = {
    "parts.named.all-data",
    "characteristic-function.profile.limit",
    "poisson.tables.enumerated",
    "group-of-records.failing-gdp.tests",
    "allocation.several-pld.cases",
    "poisson.replaced-profile.asymmetric",
    "table.either-order.sound",
    "table.moments.sum",
    "table.profile.events",
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
    "gaussian-mixture.characteristic.beyond",
    "gaussian-mixture.replaced-characteristic.beyond",
    "group-of-records.sampled-discrete-laplace.worst",
    "shuffled-batches.gaussian.cells",
    "shuffled-batches.gaussian.maximum",
    "shuffled-batches.gaussian.tests",
    "truncated-poisson.pld.coarser",
    "truncated-poisson.pld.enumerated",
    "truncated-poisson.pld.probabilities",
    "allocation.blocks.cases",
    "allocation.revealed.cases",
    "allocation.several-uses.cases",
    "allocation.exact-pld.quadrature",
    "allocation.gaussian.transform",
    "allocation.gaussian.slopes",
    "allocation.gaussian.peak",
    "allocation.gaussian.decay",
    "allocation.pld.any-lattice",
    "allocation.pld.cases",
    "allocation.pld.powers",
    "group-of-records.sampled-gaussian.most",
    "group-of-records.sampled-laplace.beyond",
    "group-of-records.sampled-laplace.beyond.distance",
    "group-of-records.sampled-laplace.beyond.law",
    "group-of-records.sampled-laplace.direct",
    "group-of-records.sampled-laplace.remainder",
    "group-of-records.sampled-laplace.remainder.as-shipped",
    "group-of-records.sampled-laplace.worst",
    "group-of-records.approximate.chain",
    "logistic.characteristic.beyond",
    "logistic.characteristic.beyond.law",
    "logistic.characteristic.direct",
    "logistic.characteristic.remainder",
    "logistic.characteristic.variation",
    "poisson-logistic.characteristic.beyond",
    "poisson-logistic.characteristic.beyond.law",
    "poisson-logistic.characteristic.direct",
    "poisson-logistic.characteristic.remainder",
    "poisson-logistic.characteristic.variation",
    "poisson-discrete-gaussian.characteristic.radius",
    "poisson-discrete-gaussian.characteristic.whole",
    "poisson-discrete-gaussian.replaced-characteristic.radius",
    "poisson-gaussian.band.loss",
    "poisson-gaussian.band.radius",
    "poisson-gaussian.band.remainder",
    "poisson-gaussian.band.tails",
    "poisson-gaussian.characteristic.variation",
    "poisson-gaussian.replaced-characteristic.loss",
    "characteristic-function.affinity.profile",
    "characteristic-function.bands.one-sampled-run",
    "characteristic-function.bands.outside",
    "characteristic-function.bands.power",
    "characteristic-function.bands.several-runs",
    "characteristic-function.below-largest.density",
    "characteristic-function.below-largest.profile",
    "characteristic-function.largest-loss.chance",
    "characteristic-function.largest-loss.near",
    "characteristic-function.largest-loss.profile",
    "characteristic-function.total-variation",
    "moment-generating-function.characteristic.beyond",
    "moment-generating-function.characteristic.directions",
    "moment-generating-function.renyi.curve",
    "sample-with-replacement.profile.limit",
    "poisson-gaussian.replaced-characteristic.beyond",
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
    "poisson-laplace.replaced-characteristic.beyond.distance",
    "poisson-laplace.replaced-characteristic.beyond.law",
    "poisson-laplace.replaced-characteristic.direct",
    "poisson-laplace.replaced-characteristic.remainder",
    "poisson-laplace.replaced-characteristic.remainder.as-shipped",
    "poisson.nearer-replaced-profile.attained",
    "poisson.nearer-replaced-profile.places",
    "poisson.nearer-replaced-profile.plane",
    "poisson.replaced-pld.random",
    "poisson.replaced-profile.triangle",
    "dwork2010.advanced.as-stated",
    "renyi.two-sided.as-answered",
    "repeat-and-select.renyi.witnesses",
    "sample-with-replacement.pure.enumerated",
    "sample-with-replacement.profile.enumerated",
    "sample-with-replacement.gdp.written-out",
    "sample-with-replacement.gdp.chances",
    "sample-with-replacement.profile.certain",
    "sample-with-replacement.gdp.refused",
    "repeat-and-select.renyi.parameter",
    "repeat-and-select.pure.repeated",
    "repeat-and-select.renyi.repeated",
    "repeat-and-select.renyi.written-out",
    "repeat-and-select.poisson.repeated",
    "repeat-and-select.poisson.written-out",
    "above-threshold.pure.games",
    "above-threshold.pure.numbers",
    "above-threshold.pure.signed-queries",
    "noisy-max.profile.choices",
    "noisy-max.laplace.groups",
    "noisy-max.laplace.several",
    "parts.most.adaptive",
    "parts.most.all-data",
    "parts.replaced-between.all-data",
    "parts.replaced.all-data",
    "parts.replaced.one-test",
    "noisy-max.profile.numbers",
    "truncated-laplace.profile.numbers",
    "truncated-discrete-laplace.profile.summed",
    "skellam.profile.recurrence",
    "skellam.profile.tail",
    "skellam.profile.summed",
    "skellam.profile.no-rate",
    "skellam.characteristic.direct",
    "group-of-records.sampled-skellam.direct",
    "group-of-records.sampled-skellam.tails",
    "group-of-records.sampled-skellam.slopes",
    "skellam.characteristic.tails",
    "skellam.characteristic.slopes",
    "poisson-skellam.characteristic.direct",
    "poisson-skellam.characteristic.tails",
    "poisson-skellam.characteristic.slopes",
    "poisson-skellam.replaced-characteristic.direct",
    "poisson-skellam.replaced-characteristic.tails",
    "poisson-skellam.replaced-characteristic.slopes",
    "laplace.zcdp.numbers",
    "matrix.gdp.blt-patterns",
    "matrix.group-of-records.as-stated",
    "matrix.other-group.as-stated",
    "matrix.gdp.numbers",
    "matrix.gdp.patterns",
    "matrix.listed.patterns",
    "tree-aggregation.gdp.nodes",
    "tree-aggregation.gdp.numbers",
    "tree-aggregation.gdp.patterns",
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
    "balle2019.response-pair.exact-cases",
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
    "checkin.clones.exact",
    "checkin.mixture.as-stated",
    "characteristic-function.copies",
    "characteristic-function.smoothing.means",
    "characteristic-function.smoothing.left-out",
    "characteristic-function.lattice.copies",
    "characteristic-function.smoothing.direct",
    "characteristic-function.smoothing.width",
    "discrete-gaussian.characteristic.sums",
    "discrete-gaussian.characteristic.few-terms",
    "characteristic-function.profile.direct",
    "characteristic-function.profile.one-sampled-run",
    "characteristic-function.profile.tail",
    "characteristic-function.renyi",
    "checkin.mixture.exact",
    "checkin.profile.exact",
    "checkin.pure.exact",
    "checkin.shared-slot-pld.grid",
    "checkin.shared-slot.exact",
    "checkin.shared-slot.summed",
    "checkin.shared-slot.weights",
    "checkin.shuffled-approximate.exact",
    "checkin.shuffled.exact",
    "checkin.steps.exact",
    "checkin.zcdp.exact",
    "cloak.naive.as-stated",
    "discrete-gaussian.profile.all-outcomes",
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
    "feldman2021.renyi.exact-cases",
    "gdp.profile.as-stated",
    "girgis2021.simple.above-clones",
    "girgis2021.upper.above-clones",
    "basic.profile.as-stated",
    "kairouz2015.T35.as-stated",
    "loss-distribution.profile.exact-cases",
    "exact.pld.grid",
    "poisson.pld.max-loss",
    "poisson.pld.exact",
    "poisson.pld.runs",
    "sample.pld.shipped",
    "mironov2017.C1.as-stated",
    "characteristic-function.profile.two-losses",
    "poisson-discrete-laplace.characteristic.direct",
    "poisson-discrete-laplace.characteristic.variation",
    "poisson-discrete-gaussian.characteristic.tails",
    "poisson-discrete-gaussian.characteristic.direct",
    "poisson-laplace.characteristic.beyond",
    "poisson-laplace.characteristic.beyond.as-shipped",
    "poisson-laplace.characteristic.beyond.distance",
    "poisson-laplace.characteristic.beyond.law",
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
    "poisson-gaussian.renyi.as-asked",
    "poisson-gaussian.renyi.nodes",
    "gaussian-mixture.replaced-pld.known",
    "gaussian-mixture.replaced-profile.known",
    "gaussian-mixture.replaced-profile.thresholds",
    "poisson.profile.as-stated",
    "poisson.profile.exact-pairs",
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
    "renyi.two-sided.three-outcomes",
    "renyi.two-sided.tradeoff.inverse",
    "renyi.two-sided.witnesses",
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


def test_every_theorem_is_a_claim() -> None:
    """At least one claim's name begins with the theorem's."""
    parts = [claim.name.split(".") for claim in registered()]
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
