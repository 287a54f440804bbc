"""The central limit theorem with its error: never below exact compositions, on both sides of them, and silent where it
says nothing."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import chartered as ch
import pytest
from chartered.output.plots.picture import picture
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.composition.formulas import central_limit as clt
from chartered_verify.arithmetic import balls
from flint import arb
from forging import forged

EPSILONS = (Fraction(0), Fraction(1, 2), Fraction(2), Fraction(5))


def losses(epsilon0: Fraction, times: int) -> list[tuple[arb, arb]]:
    """The total loss of so many binary randomized responses and its probabilities, in balls."""
    with balls(256) as xp:
        lie = 1 / (1 + xp.exp(xp.number(epsilon0)))
        return [
            (xp.number((times - 2 * lies) * epsilon0), comb(times, lies) * (1 - lie) ** (times - lies) * lie**lies)
            for lies in range(times + 1)
        ]


def exact(epsilon0: Fraction, times: int, mu_squared: Fraction, epsilon: Fraction) -> arb:
    """The delta of these responses together with mu-GDP: the latter's delta at eps less the loss of the former, on
    average; that is the mean of (1 - e^(eps - X))_+ for its loss X, at negative eps too."""
    with balls(256) as xp:
        mu = xp.sqrt(xp.number(mu_squared))
        rests = [(chance, xp.number(epsilon) - loss) for loss, chance in losses(epsilon0, times)]
        gains = (c * (delta_mu(xp, mu, rest) if mu_squared else xp.positive(-xp.expm1(rest))) for c, rest in rests)
        return sum(gains, arb(0))


def answer(steps: list[str], epsilon: Fraction) -> ch.Answer:
    """The answer of the accountant to a question for delta."""
    return ch.Ledger(steps).delta(epsilon, accountant="central-limit")


@pytest.mark.parametrize(("epsilon0", "times"), [("1/10", 1), ("1/10", 400), ("1/2", 100), ("2", 30)])
def test_no_answer_is_below_an_exact_composition(epsilon0: str, times: int) -> None:
    """n runs of randomized response, summed exactly in balls, for pure DP as well."""
    for epsilon in EPSILONS:
        truth = exact(Fraction(epsilon0), times, Fraction(0), epsilon)
        for step in (f"randomized-response:epsilon={epsilon0},times={times}", f"pure:epsilon={epsilon0},times={times}"):
            assert not truth > answer([step], epsilon).enclosed.bound.hi


@pytest.mark.parametrize(("epsilon0", "times", "sigma"), [("1/10", 50, 1), ("1", 20, 3), ("3", 4, 10)])
def test_gaussian_steps_join_without_error_of_their_own(epsilon0: str, times: int, sigma: int) -> None:
    """Responses and a Gaussian mechanism: the exact delta is within the error that the responses alone cause in the
    larger variance."""
    law, theorems = ch.registry().accountants["central-limit"], ch.registry().theorems
    noise = ch.GDP(mu_squared=Fraction(1, sigma**2))
    parts = theorems["pure.moments"].bound(ch.Pure(epsilon=Fraction(epsilon0))), theorems["gdp.moments"].bound(noise)
    whole = law.compose([law.times(parts[0], times), parts[1]])
    for epsilon in EPSILONS:
        truth = exact(Fraction(epsilon0), times, Fraction(1, sigma**2), epsilon)
        steps = [f"pure:epsilon={epsilon0},times={times}", f"gaussian:sigma={sigma}"]
        assert not truth > answer(steps, epsilon).enclosed.bound.hi
        with balls(256) as xp:
            mean, variance, third = (xp.number(x) for x in (whole.mean, whole.variance, whole.third))
            error = clt.distance(xp, variance, third)
            assert abs(truth - clt.delta_normal(xp, mean, variance, xp.number(epsilon))) <= error
            assert error < clt.distance(xp, xp.number(law.times(parts[0], times).variance), third)


@pytest.mark.parametrize(("epsilon0", "times"), [("1/1000", 1_000_000), ("1/10", 400), ("1/2", 100)])
def test_the_truth_is_enclosed_on_both_sides(epsilon0: str, times: int) -> None:
    """For randomized response, whose exact answer is by `optimal`: for every eps, and for every delta above the error;
    certified."""
    ledger = ch.Ledger(f"randomized-response:epsilon={epsilon0},times={times}")
    for question in (*map(ch.Question.delta, EPSILONS), *map(ch.Question.epsilon, ("0.2", "0.4"))):
        (found,), (truth, *_) = (ledger.account(question, name).answers for name in ("central-limit", "optimal"))
        assert found.lower <= truth.upper
        assert truth.lower <= found.upper
        document = found.certificate().document
        assert document["answer"]["side"] == "upper"
        assert ch.check(document).accepted
        assert not ch.check(forged(document, ("answer", "lower"), found.lower * 1.001 + 1e-300)).accepted
        assert not ch.check(forged(document, ("answer", "lower"), truth.upper * 1.001 + 1e-300)).accepted


def test_an_eps_from_below_must_be_shown() -> None:
    """A witness whose eps is too large shows nothing but that eps is not negative."""
    document = ch.Ledger("laplace:epsilon=0.01,times=100000").epsilon("0.1", "central-limit").certificate().document
    assert document["answer"]["lower"] > 8.169
    larger = forged(forged(document, ("answer", "witness", "under"), 8.2), ("answer", "lower"), 8.2)
    assert "the derivation gives 0.0" in (ch.check(forged(larger, ("answer", "lower_exact"), "8.2")).why or "")


@pytest.mark.parametrize(
    ("steps", "neighbours"),
    [
        (["pure:epsilon=0.01,times=10000"], None),
        (["poisson:rate=1/2/laplace:epsilon=0.01,times=10000"], None),
        (["laplace:epsilon=0.01,times=10000", "pure:epsilon=0.01"], None),
        (["sample:size=1,of=2/laplace:epsilon=0.01"], "replace-one"),
    ],
)
def test_a_bound_of_the_worst_case_or_of_a_sample_says_nothing_from_below(
    steps: list[str], neighbours: str | None
) -> None:
    """Only moments of the mechanisms themselves do."""
    for question in (ch.Question.delta("0.1"), ch.Question.epsilon("0.2")):
        answers = ch.Ledger(steps, neighbours).account(question).answers
        assert answers
        assert all(a.lower is None or a.side is ch.Side.EXACT for a in answers)


def test_it_beats_the_worst_mu_of_many_runs() -> None:
    """At 1000 runs of eps0 = 0.05 and eps = 4 the truth is 0.0163; it says 0.0342, composition by mu 0.0806."""
    ledger = ch.Ledger(["randomized-response:epsilon=0.05,times=1000"])
    found = ledger.delta(4, accountant="central-limit").upper
    assert 0.01633961 < found < 0.0342 < ledger.delta(4, accountant="gdp").upper


def test_below_its_error_a_normal_loss_is_added() -> None:
    """The error of 100 runs is 0.0569: at that delta and somewhat below it eps is finite by way of more noise than
    there is."""
    ledger = ch.Ledger(["laplace:scale=10,times=100"])
    found = [ledger.epsilon(delta, accountant="central-limit") for delta in ("0.1", "0.0569", "0.01")]
    assert [a.witness["added"] > 0 for a in found] == [False, True, True]
    assert found[0].upper < found[1].upper < found[2].upper < 7
    assert ch.check(found[2].certificate()).accepted


@pytest.mark.parametrize("delta", ["0", "1e-300", "1e-5"])
def test_far_below_its_error_it_says_so(delta: str) -> None:
    """There is no eps worth telling, and the reason is the distance from the normal law."""
    account = ch.Ledger(["laplace:scale=10,times=100"]).account(ch.Question.epsilon(delta), ("central-limit",), False)
    said = [a.why for a in account.answers] + [none.why for none in account.unavailable]
    assert len(said) == 1
    assert ("no finite eps has delta = 0" if delta == "0" else "as far as 0.0569 from a normal one") in str(said[0])


@pytest.mark.parametrize("share", ["0", "1/100", "1", "100"])
def test_the_added_loss_is_the_best_or_near_it(share: str) -> None:
    """No other variance gives a delta that is smaller by more than the search's own tolerance."""
    ledger, epsilon = ch.Ledger(["laplace:scale=10,times=300"]), Fraction(6)
    one = ch.registry().theorems["laplace.moments"].bound(ch.Case(ledger.entries[0].step, ledger.neighbours))
    whole = ch.registry().accountants["central-limit"].times(one, 300)
    profile = ch.registry().theorems["central-limit.profile"].bound(whole)
    with balls(128) as xp:
        other = profile.delta(xp, xp.number(epsilon), {"added": 3 * Fraction(share)})
    assert float(other.upper()) > ledger.delta(epsilon, accountant="central-limit").upper * (1 - 1e-9)


def test_the_limit_answers_only_where_it_is_asked_for() -> None:
    """Without its error the theorem is a heuristic: below the bound, marked, and never let in by itself."""
    account = ch.Ledger(["laplace:scale=10,times=1000"])
    names = {a.theorem for a in account.compare(delta=0.1).answers}
    assert "central-limit.profile" in names
    assert "central-limit.limit" not in names
    let_in = {a.theorem: a for a in account.account(ch.Question.epsilon("0.1"), (), True).answers}
    assert let_in["central-limit.limit"].side is ch.Side.HEURISTIC
    assert let_in["central-limit.limit"].upper < let_in["central-limit.profile"].upper


def test_gaussian_ledgers_are_left_to_gaussian_dp() -> None:
    """Where every loss is normal there is nothing to approximate; the reason is given."""
    account = ch.Ledger(["gaussian:sigma=2,times=10", "gdp:mu=1"]).account(ch.Question.delta(1), (), False)
    (why,) = [none.why for none in account.unavailable if none.accountant == "central-limit"]
    assert "Gaussian DP accounts for it exactly" in why


@pytest.mark.parametrize(
    "step", ["laplace:scale=1e300", "pure:epsilon=1e-300,times=1e12", "randomized-response:epsilon=700,k=10"]
)
def test_extreme_steps_have_sound_answers_or_reasons(step: str) -> None:
    """Nothing breaks at 1e-300, 1e12 runs or eps0 = 700."""
    for question in (ch.Question.delta(0), ch.Question.epsilon("0.9"), ch.Question.epsilon("1e-300")):
        account = ch.Ledger([step]).account(question, ("central-limit",), False)
        assert all(a.upper >= 0 for a in account.answers)
        assert all(none.why for none in account.unavailable)


def test_the_certificate_is_accepted() -> None:
    """An answer by it, of steps of two kinds, is derived again with balls alone."""
    found = ch.Ledger(["laplace:scale=10,times=1000", "gaussian:sigma=5"]).epsilon(0.1, accountant="central-limit")
    assert ch.check(found.certificate()).accepted


def test_bounds_from_both_sides_are_not_called_exact() -> None:
    """Neither in a picture nor in a statement: the path loses what the normal law leaves out."""
    ledger = ch.Ledger("laplace:epsilon=0.01,times=100000")
    (trace,) = picture("profile", ledger, accountant="central-limit", delta="0.01").traces
    assert trace.side is ch.Side.UPPER
    page = ch.report(ledger, delta="0.1", accountant="central-limit", pictures=False).html
    assert "Bounds from both sides, rounded outward" in page
    assert "No theorem on the path loses anything" not in page
    assert "No theorem on the path loses anything" in ch.report("gaussian:sigma=20", delta="0.1", pictures=False).html
