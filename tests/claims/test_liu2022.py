"""The claims of the second paper: each is proved, errata included, and every statement of it is a claim."""

from __future__ import annotations

from typing import Any

import chartered as ch
import pytest
from chartered_plugins.basics.formulas import gaussian_profile
from chartered_plugins.mechanisms.claims.liu2022 import staircase
from chartered_verify.runs.suite import attempt
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Proved, Refuted
from claim_outcomes import SHIPPED, outcome

CLAIMS = {name: claim for name, claim in SHIPPED.items() if name.startswith("liu2022.")}
STATEMENTS = ("T2.1", "L3.1", "T3.2", "T3.3", "T4.2", "T4.3", "4.2", "T5.1", "erratum")


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_a_claim_is_proved(name: str) -> None:
    """Every claim is proved on its stated domain."""
    found = outcome(name).verdict
    assert isinstance(found, Proved), found


def test_every_statement_of_the_paper_is_a_claim() -> None:
    """Each statement has at least one claim whose name begins with it."""
    assert not [one for one in STATEMENTS if not any(name.startswith(f"liu2022.{one}.") for name in CLAIMS)]


def test_a_claim_says_what_where_and_by_whom() -> None:
    """Every claim has a statement, a domain and its source; none is left to the slow tier."""
    assert not [name for name, claim in CLAIMS.items() if not (claim.statement and claim.domain) or claim.slow]
    assert not [name for name, claim in CLAIMS.items() if not claim.source.startswith("Liu et al. 2022, ")]
    errata = [name for name, claim in CLAIMS.items() if claim.kind is Kind.ERRATUM]
    assert errata == [name for name in CLAIMS if name.startswith("liu2022.erratum.")]


def tail_too_high(xp: Any, mu: Any, at: Any) -> Any:
    """1/(y^2 + 1), which is not below 1 - y m(y), for 1/(y^2 + 3)."""
    y = at / mu + mu / 2
    slope = 2 * y / (y * y + 1)
    constant = xp.log(mu) - xp.log(2 * xp.pi) / 2 - mu * mu / 8 - xp.log(y * y + 1) + slope * (y - mu / 2)
    return 1 / (2 * mu * mu), 1 - slope / mu - xp.number(1) / 2, constant


def rate_without_the_jump(xp: Any, mu: Any, e: Any) -> Any:
    """mu/2 with the wrong sign."""
    return -xp.exp(e + xp.log_ndtr(mu / 2 - e / mu))


def exchanged(self: Any, points: Any, *, skip: bool, printed: bool) -> Any:
    """The roles as printed, under the name of the corrected form."""
    return ORIGINAL(self, points, skip=skip, printed=not printed)


ORIGINAL = staircase.Measurement._over
PLANTED = [
    ("chartered_plugins.basics.formulas.gaussian_profile", "tail_below", tail_too_high, "gdp.profile.tail-below"),
    ("chartered_plugins.basics.formulas.gaussian_profile", "delta_mu_rate", rate_without_the_jump, "gdp.profile.rate"),
    ("chartered.profiles.profile_of_family", "implied", lambda xp, naive, e0, gap: naive(xp, e0),
     "liu2022.T2.1.one-guarantee"),
    ("chartered_plugins.mechanisms.formulas.calibrated_noise", "power", lambda xp, k, b, e: b * xp.exp(-k * e),
     "power.naive.solved"),
    ("chartered_plugins.mechanisms.formulas.calibrated_noise", "power_rises",
     lambda xp, k, b, e: xp.log(b) - k * e * e, "power.refined.best"),
    ("chartered_plugins.mechanisms.formulas.calibrated_noise", "cloak_rises", lambda xp, c, e: c - e * (e - c),
     "cloak.refined.best"),
    ("chartered_plugins.mechanisms.formulas.calibrated_noise", "cloak_weight", lambda xp, n, m: n * xp.exp(-m),
     "cloak.naive.solved"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("module", "name", "wrong", "claim"), PLANTED, ids=[f"{claim}-{name}" for _, name, _, claim in PLANTED]
)
def test_a_planted_error_is_refuted(
    module: str, name: str, wrong: Any, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong formula in the shipped code is refuted by the claim about it."""
    monkeypatch.setattr(f"{module}.{name}", wrong)
    known = ch.registry().claims()
    assert isinstance(attempt(known[claim], Effort()).verdict, Refuted)


def test_the_printed_roles_refute_the_erratum(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the corrected algorithms kept the printed roles, the erratum would fail."""
    monkeypatch.setattr(staircase.Measurement, "_over", exchanged)
    assert isinstance(attempt(CLAIMS["liu2022.erratum.algorithms"], Effort()).verdict, Refuted)


@pytest.mark.parametrize("c", [4, 6, 9])
def test_both_corrected_algorithms_bracket_the_certified_mu(c: int) -> None:
    """Algorithms 1 and 3 agree, Algorithm 1 with fewer comparisons, and hold the certified bracket."""
    from chartered_plugins.mechanisms.claims.liu2022.algorithms import laplace

    naive = staircase.Measurement(laplace, 3.0, c, 2.0**-12).naive()
    shuffled = staircase.Measurement(laplace, 3.0, c, 2.0**-12).shuffled(seed=c)
    certified = ch.Ledger("laplace:scale=1,sensitivity=2").mu()
    assert (naive.lower, naive.upper) == (shuffled.lower, shuffled.upper)
    assert shuffled.compared < naive.compared
    assert naive.lower <= certified.lower <= certified.upper <= naive.upper


def test_the_gaussian_profile_is_where_its_parabolas_say() -> None:
    """Both parabolas around log delta_mu, at points far out, with 60 digits."""
    from chartered_verify.arithmetic import digits

    xp = digits(60)
    for mu, at in ((xp.number(1) / 2, xp.number(1)), (xp.number(3), xp.number(9)), (xp.number(12), xp.number(24))):
        a, b, c = gaussian_profile.tail_below(xp, mu, at)
        for e in (at, 2 * at, 9 * at):
            log_delta = xp.log(gaussian_profile.delta_mu(xp, mu, e))
            assert c + b * e - a * e * e <= log_delta <= e / 2 - e * e / (2 * mu * mu)
