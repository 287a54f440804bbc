"""Random check-ins: the paper's numbers, what is sharper, what may not answer, and a simulated attack."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb, exp, log

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered_plugins.checkins.claims.checkins_exact import never_below
from chartered_plugins.checkins.formulas import report_slots
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted


def epsilon(step: str, delta: object, accountant: str | None = None) -> float:
    """The tightest eps."""
    return Ledger(step).epsilon(delta, accountant).upper


@pytest.mark.parametrize(
    ("step", "by", "value"),
    [
        ("checkin:m=600,n=600/pure:epsilon=1", "checkin.T32", 0.5616636),
        ("checkin:m=600,n=600,p=0.05/pure:epsilon=1", "checkin.T32", 0.0277655),
        ("checkin:m=600,n=900,protocol=sliding/pure:epsilon=1", "checkin.T43", 0.5616636),
    ],
)
def test_the_theorems_in_print(step: str, by: str, value: float) -> None:
    """Theorems 3.2 and 4.3 at delta = 1e-5."""
    assert epsilon(step, "1e-5", by) == pytest.approx(value, rel=1e-5)


def test_theorem_41_in_print() -> None:
    """eps for a part delta2 of the total: no larger than at equal parts, and no smaller than if both were the total."""

    def printed(delta: float, unlucky: float) -> float:
        e1 = (1 / 1000 + 1 / 100) ** 0.5 + (log(1 / unlucky) / 1000) ** 0.5
        size = exp(2) * (exp(1) - 1) * e1
        return size**2 / 2 + size * (2 * log(1 / delta)) ** 0.5

    found = epsilon("checkin:m=100,n=1000,protocol=averaged/pure:epsilon=1", "1e-6", "checkin.T41")
    assert printed(1e-6, 1e-6) == pytest.approx(18.8, abs=0.05)
    assert printed(1e-6, 1e-6) < found < printed(5e-7, 5e-7)


@pytest.mark.parametrize(
    ("step", "delta", "most"),
    [
        ("checkin:m=600,n=600/pure:epsilon=1", "1e-5", 0.431),
        ("checkin:m=600,n=600,p=0.05/pure:epsilon=1", "1e-5", 0.0093),
        ("checkin:m=1000,n=1000/approximate:epsilon=0.5,delta=1e-10", "1e-6", 0.197),
        ("checkin:m=1000,n=2000,protocol=sliding/laplace:scale=2", "1e-6", 0.104),
        ("checkin:m=20000,n=40000/gaussian:sigma=4,sensitivity=2", "1e-6", 1.522),
    ],
)
def test_what_is_sharper_than_print(step: str, delta: str, most: float) -> None:
    """The best answer is no larger than this, its certificate is accepted, and it shrinks where a thousand slots and
    more are added."""
    answer = Ledger(step).epsilon(delta)
    assert answer.upper <= most
    assert ch.check(answer.certificate().document).accepted
    more = re.sub(r"m=(\d+),n=(\d+)", r"m=1\1,n=1\2", step)
    assert epsilon(more, delta) < answer.upper


def test_p_kept_in_the_posterior() -> None:
    """0.0171 where the print says 0.0278, by the same plain conversion."""
    assert epsilon("checkin:m=600,n=600,p=0.05/pure:epsilon=1", "1e-5", "asoodeh2020.E23") == pytest.approx(
        0.017109, rel=1e-3
    )


def test_the_paper_on_reports_that_are_not_pure_answers_by_name() -> None:
    """8 eps0 says 144 where delta0 is small enough; else nothing."""
    step = "checkin:m=1000,n=1000/approximate:epsilon=0.5,delta={}"
    account = Ledger(step.format("1e-100")).account(Question.epsilon("1e-6"))
    assert all("checkin.T32-approximate" not in answer.path for answer in account.answers)
    assert epsilon(step.format("1e-100"), "1e-6", "checkin.T32-approximate") == pytest.approx(144.256, rel=1e-4)
    with pytest.raises(ch.CharteredError, match="no split of delta meets it"):
        epsilon(step.format("1e-10"), "1e-6", "checkin.T32-approximate")


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("checkin:m=5,n=9,p=0.5,protocol=averaged/pure:epsilon=1", "the averaged protocol needs p = 1"),
        ("checkin:m=5,n=9,p=0.5,protocol=sliding/pure:epsilon=1", "the sliding protocol needs p = 1"),
        ("checkin:m=9,n=5,protocol=sliding/pure:epsilon=1", "needs n >= m"),
    ],
)
def test_what_no_theorem_covers_is_unavailable(step: str, why: str) -> None:
    """With the reason."""
    with pytest.raises(ch.CharteredError, match=why):
        epsilon(step, "1e-5")


@pytest.mark.parametrize(
    "bad", ["m=0,n=5", "m=5,n=5,p=0", "m=5,n=5,p=1.5", "m=5.5,n=5", "m=5,n=5,protocol=other", "m=5"]
)
def test_bad_settings_are_refused(bad: str) -> None:
    """As bad input."""
    with pytest.raises(ch.CharteredError):
        Ledger(f"checkin:{bad}/pure:epsilon=1")


def test_add_or_remove_is_refused() -> None:
    """A client is replaced."""
    with pytest.raises(ch.NeighboursMismatch):
        Ledger("checkin:m=5,n=5/pure:epsilon=1", "add-or-remove")


def test_a_report_is_about_its_own_record() -> None:
    """Its sensitivity is the diameter of what a record may be, and is not doubled as for a query under replace-one."""
    inside, outside = "checkin:m=1,n=1/laplace:scale=2,sensitivity=1", "laplace:scale=2,sensitivity=1"
    assert epsilon(inside, "1e-300") == pytest.approx(0.5)
    assert Ledger(outside, "replace-one").epsilon("1e-300").upper == pytest.approx(1)


def test_rounds_compose() -> None:
    """Ten rounds cost more than one and less than ten times as much."""
    one, ten = (
        epsilon(f"checkin:m=600,n=900,protocol=sliding,times={times}/pure:epsilon=1", "1e-5") for times in (1, 10)
    )
    assert 2 * one < ten < 5 * one
    step = "checkin:m=20000,n=40000,times={}/gaussian:sigma=8,sensitivity=2"
    one, ten = (epsilon(step.format(times), "1e-6", "clipped") for times in (1, 10))
    assert one < ten < 5 * one
    assert ten < epsilon(step.format(10), "1e-6", "gdp") / 5


@pytest.mark.parametrize(("m", "p", "e0"), [(2, 1, 1), (5, Fraction(1, 3), 2), (40, 1, Fraction(1, 2))])
def test_no_answer_is_below_an_attack(m: int, p: Fraction, e0: Fraction) -> None:
    """The adversary knows all others, who hold 1; the client holds 0 or 1, so only how many zeros are reported
    tells."""
    lie = 1 / (1 + exp(e0))

    def zeros(own: float) -> list[float]:
        rest = [comb(m - 1, k) * lie**k * (1 - lie) ** (m - 1 - k) for k in range(m)] + [0.0]
        used = [own * (rest[k - 1] if k else 0) + (1 - own) * rest[k] for k in range(m + 1)]
        other = [comb(m, k) * lie**k * (1 - lie) ** (m - k) for k in range(m + 1)]
        return [float(p) * a + (1 - float(p)) * b for a, b in zip(used, other, strict=True)]

    mine, theirs = zeros(1 - lie), zeros(lie)
    for at in (0.0, 0.05, 0.3):
        exact = sum(max(0.0, a - exp(at) * b) for a, b in zip(mine, theirs, strict=True))
        answers = (
            Ledger(f"checkin:m={m},p={p},n={m}/randomized-response:epsilon={e0}").account(Question.delta(at)).answers
        )
        assert len(answers) > 5
        assert all(answer.upper >= exact * (1 - 1e-9) for answer in answers)


@pytest.mark.parametrize(
    ("theorem", "formula"),
    [
        ("checkin.T32", "printed_variance_proxy"),
        ("checkin.zcdp", "variance_proxy"),
        ("checkin.T41", "averaged_variance_proxy"),
    ],
)
def test_the_exact_protocols_refute_a_bound_that_is_too_small(
    theorem: str, formula: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a hundredth of its variance proxy a theorem is below what is enumerated."""
    right = getattr(report_slots, formula)
    monkeypatch.setattr(report_slots, formula, lambda *of: right(*of) / 10_000)
    protocols = ["averaged"] if theorem == "checkin.T41" else ["fixed"]
    assert isinstance(never_below(theorem, protocols, Effort()), Refuted)


def test_a_slot_eps_that_is_too_small_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """So are the steps of a window whose posterior is half of what it should be."""
    monkeypatch.setattr(report_slots, "posterior", lambda slots, share, lowest, before: share / slots / 4)
    assert isinstance(never_below("checkin.steps", ["fixed"], Effort()), Refuted)


@pytest.mark.parametrize(
    ("step", "key", "worse"),
    [
        ("checkin:n=20,p=0.5/pure:epsilon=1", "m", Fraction(1, 2)),
        pytest.param("checkin:m=3,n=9/pure:epsilon=1", "p", Fraction(11, 10), marks=pytest.mark.full),
        ("checkin:m=20000,n=40000,times=10/gaussian:sensitivity=2", "sigma", Fraction(9, 10)),
    ],
)
def test_parameters_are_solved_for(step: str, key: str, worse: Fraction) -> None:
    """Also across numbers of slots that are written as fewer steps: what is found meets the target, clearly less does
    not."""
    found = Fraction(ch.calibrate(step, solve=key, epsilon="0.4", delta="1e-6").value)

    def at(value: Fraction) -> float:
        return epsilon(f"{step},{key}={value}" if key == "sigma" else step.replace("/", f",{key}={value}/"), "1e-6")

    assert at(found) <= 0.4 * (1 + 1e-9)
    assert at(Fraction(int(found * worse)) if key == "m" else found * worse) > 0.4


def test_shuffling_is_at_hand() -> None:
    """Where a plugin knows shuffled steps, check-ins of everyone are rewritten into one; n = 1000 at eps0 = 1 then
    costs at most 0.57."""
    if "shuffled" not in ch.registry().mechanisms:
        pytest.skip("no plugin knows shuffled steps")
    for protocol in ("fixed", "averaged"):
        answer = Ledger(f"checkin:m=100,n=1000,protocol={protocol}/pure:epsilon=1").epsilon("1e-6")
        assert "checkin.shuffled" in answer.path
        assert answer.upper <= 0.57


def test_a_window_of_all_clients_proves_nothing_from_below() -> None:
    """What one report says at p = 1 is a bound for the window, whose own delta is smaller: at n = 5, m = 2 a report is
    used with 0.3875."""
    window = ch.Ledger("checkin:m=2,p=1,n=5/approximate:epsilon=1,delta=0.1", "replace-one")
    for answer in (*window.account(ch.Question.delta(1)).answers, *window.account(ch.Question.epsilon("0.1")).answers):
        assert answer.lower is None
    pure = ch.Ledger("checkin:m=2,p=1,n=5/pure:epsilon=1", "replace-one")
    assert all(answer.lower is None for answer in pure.account(ch.Question.epsilon(0)).answers)


@pytest.mark.parametrize(
    ("step", "delta", "least", "most"),
    [
        ("checkin:m=1,n=2/randomized-response:epsilon=2", 0, 1.43378, 1.43379),  # log(1 + (e^2 - 1)/2)
        ("checkin:m=1,n=1000/randomized-response:epsilon=2", "1e-6", 0.006, 0.0064),
        ("checkin:m=10,n=1000/randomized-response:epsilon=4", "1e-6", 0.4, 0.55),
        ("checkin:m=10,n=1000/gaussian:sigma=1,times=10", "1e-6", 0.3, 0.63),
        ("checkin:m=2,n=1000000000/gaussian:sigma=1", "1e-12", 1e-9, 1e-7),
    ],
)
def test_a_shared_slot_hides_whose_report_is_used(step: str, delta: object, least: float, most: float) -> None:
    """One of N + 1 clients is as good as a sample of one, whatever N is."""
    assert least < epsilon(step, delta) < most


def test_more_clients_or_fewer_slots_are_never_worse() -> None:
    """And a slot that nobody else can be in hides nothing."""
    few = [epsilon(f"checkin:m=5,n={n}/laplace:scale=1", "1e-4", "checkin.shared-slot") for n in (2, 20, 200, 2000)]
    many = [epsilon(f"checkin:m={m},n=50/laplace:scale=1", "1e-4", "checkin.shared-slot") for m in (2, 5, 50, 10**6)]
    assert few == sorted(few, reverse=True)
    assert many == sorted(many)
    assert many[-1] == pytest.approx(epsilon("laplace:scale=1", "1e-4"), rel=1e-3)


def test_more_clients_than_can_be_counted_are_refused_in_words() -> None:
    """Of the binomial distribution function of so many no digit is known; other theorems answer."""
    step = "checkin:m=5000,n=1e300/laplace:scale=1,replace-sensitivity=1"
    with pytest.raises(ch.NoAnswer, match="there are more than 1e16 clients"):
        ch.Ledger(step, neighbours="replace-one").delta("1/10", accountant="checkin.shared-slot")
    assert ch.Ledger(step, neighbours="replace-one").delta("1/10", accountant="profile").upper < 1e-300
