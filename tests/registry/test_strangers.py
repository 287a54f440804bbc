"""What a stranger's plugin can bring, through the same door as ours and without an edit of ours: each kind of thing end
to end."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import chartered as ch
import pytest
from chartered import Question, Side
from strangers import Install

KIND = """
    from dataclasses import dataclass
    import chartered as ch

    @dataclass(frozen=True, slots=True, eq=False)
    class TotalVariation(ch.Guarantee):
        distance: ch.Number

    def stated(case):
        return TotalVariation(distance=case.number("chance"))

    def of_gaussian(g):
        return TotalVariation(distance=lambda xp: xp.sqrt(xp.number(g.mu_squared)) / 2)

    def times(g, n):
        return TotalVariation(distance=ch.scale(g.distance, n))

    def compose(gs):
        return TotalVariation(distance=ch.total(g.distance for g in gs))

    def profile(g):
        exact = g.side is ch.Side.EXACT
        return ch.Profile(delta=lambda xp, eps, w: xp.number(g.distance) + 0 * eps,
            at_infinity=ch.AtInfinity(delta=g.distance, max_loss=0, max_loss_is_tight=exact))

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("leak", "publishes all with some chance", (ch.Parameter("chance", "the chance", high=1),))]

    @ch.hook
    def register_theorems():
        return [
            ch.Theorem("leak.tv", ch.OnStep("leak"), TotalVariation, stated, "as stated", "definition",
                side=ch.Side.EXACT),
            ch.Theorem("gaussian.tv", ch.GDP, TotalVariation, of_gaussian, "total variation of Gaussians", "Pinsker"),
            ch.Theorem("tv.profile", TotalVariation, ch.Profile, profile, "an upper bound at every eps", "definition"),
        ]

    @ch.hook
    def register_accountants():
        return [ch.Accountant("tv", TotalVariation, times, compose, "distances add up", "triangle inequality")]
"""


def test_a_kind_of_guarantee_of_ones_own_composes_and_answers(install: Install) -> None:
    """A new kind with its accountant answers for the stranger's mechanism, certified, and the stranger's name is in the
    versions."""
    install("tv-plugin", KIND, version="3.1")
    ledger = ch.Ledger(["leak:chance=0.001,times=30", "leak:chance=0.01"])
    answer = ledger.delta(1)
    assert answer.path == ("leak.tv", "tv", "tv.profile")
    assert answer.upper == pytest.approx(0.04, abs=1e-15)
    assert ledger.epsilon(0.04).upper == 0
    assert ledger.epsilon("0.0399").upper == math.inf
    assert ledger.epsilon("0.0399").why
    document = answer.certificate().document
    assert document["versions"]["tv-plugin"] == "3.1"
    assert ch.check(json.loads(json.dumps(document))).accepted


def test_a_strangers_theorem_opens_a_new_path_from_our_mechanism(install: Install) -> None:
    """A theorem from a kind of ours to the stranger's own: the Gaussian gets one more answer, and mixed ledgers one at
    all."""
    install("tv-plugin", KIND)
    found = ch.Ledger(["gaussian:sigma=100"]).account(Question.delta(0)).answers
    assert ("gaussian.gdp", "gaussian.tv", "tv", "tv.profile") in [a.path for a in found]
    mixed = ch.Ledger(["gaussian:sigma=1000", "leak:chance=0.001"]).delta(0)
    assert mixed.accountant == "tv"
    assert mixed.upper == pytest.approx(0.0015, abs=1e-12)


ONLY_A_PROFILE = """
    import chartered as ch

    def delta(xp, eps, witness):
        return xp.positive(-xp.expm1((eps - 3) / 2))

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("curious", "has a profile only", ())]

    @ch.hook
    def register_theorems():
        return [ch.Theorem("curious.profile", ch.OnStep("curious"), ch.Profile, lambda case: ch.Profile(delta=delta),
            "its profile",
                           "definition", side=ch.Side.EXACT)]
"""


@pytest.mark.parametrize("delta", ["0.5", "1e-5", "1e-15", "1e-200", "0.776", "0.7769", "0.99"])
def test_a_profile_without_an_inverse_is_inverted(install: Install, delta: str) -> None:
    """The eps at a delta is enclosed from both sides, as tightly as doubles allow; the certificate's witness is the
    bracket."""
    install("curious-plugin", ONLY_A_PROFILE)
    answer = ch.Ledger(["curious"]).epsilon(delta)
    truth = max(0.0, 3 + 2 * math.log1p(-float(delta)))
    assert answer.lower <= answer.upper <= answer.lower * (1 + 1e-12)
    assert answer.upper == pytest.approx(truth, rel=1e-12, abs=1e-12)
    assert ch.check(answer.certificate()).accepted


def test_a_profile_without_an_inverse_has_no_finite_eps_at_delta_zero(install: Install) -> None:
    """Without a stated eps from which delta is at its limit none is known, and the answer says so."""
    install("curious-plugin", ONLY_A_PROFILE)
    answer = ch.Ledger(["curious"]).epsilon(0)
    assert answer.upper == math.inf
    assert answer.why


REWRITES = """
    import chartered as ch

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("pair", "a Gaussian and two Laplaces", (ch.Parameter("noise", "their scale"),))]

    def parts(case):
        noise = case.number("noise")
        return ((ch.mechanism("gaussian", sigma=noise).step, 1), (ch.mechanism("laplace", scale=noise).step, 2))

    @ch.hook
    def register_theorems():
        return [ch.Theorem("pair.parts", ch.OnStep("pair"), ch.Rewrite, parts, "it runs these", "definition",
            side=ch.Side.SIDE)]
"""


@pytest.mark.parametrize("side", ["EXACT", "UPPER"])
def test_a_theorem_may_rewrite_a_step_into_several_entries(install: Install, side: str) -> None:
    """The rewritten ledger answers like the one written out, count for count, with the rewriting on the path and in the
    certificate."""
    install("pair-plugin", REWRITES.replace("Side.SIDE", f"Side.{side}"))
    pair, written = (
        ch.Ledger(["pair:noise=10,times=3"]),
        ch.Ledger(["gaussian:sigma=10,times=3", "laplace:scale=10,times=6"]),
    )
    for question in (Question.epsilon(1e-5), Question.delta(1)):
        best, plain = pair.account(question).best, written.account(question).best
        assert best.upper == plain.upper
        assert best.path == ("pair.parts", *plain.path)
        assert ch.check(best.certificate()).accepted


@pytest.mark.parametrize("side", ["UPPER", "HEURISTIC", "LOWER"])
def test_an_answer_errs_the_way_its_rewriting_does(install: Install, side: str) -> None:
    """Exact for the rewritten ledger is an upper bound for the ledger if the rewriting lost something, and none if it
    guessed."""
    install(
        "pair-plugin",
        REWRITES.replace("Side.SIDE", f"Side.{side}").replace(
            ', (ch.mechanism("laplace", scale=noise).step, 2))', ",)"
        ),
    )
    ledger = ch.Ledger(["pair:noise=10"])
    answers = ledger.account(Question.delta(1)).answers
    assert bool(answers) is (side == "UPPER")
    assert {a.side for a in ledger.account(Question.delta(1), heuristic=True).answers} <= {Side.UPPER, Side.HEURISTIC}
    for answer in answers:
        assert answer.side is Side.UPPER
        assert answer.lower is None
        assert ch.check(answer.certificate()).accepted


WRAPPER = """
    import chartered as ch

    @ch.hook
    def register_mechanisms():
        by = ch.Parameter("by", "the factor", high=1)
        return [ch.Mechanism("damped", "scales its inner mu", (by,), wraps=True, sampling="damped, not sampled")]

    def damped(case):
        return ch.GDP(mu_squared=ch.scale(case.inner.mu_squared, case.number("by") ** 2))

    @ch.hook
    def register_theorems():
        return [ch.Theorem("damped.gdp", ch.OnWrapper("damped", ch.GDP), ch.GDP, damped, "mu shrinks", "definition",
            side=ch.Side.EXACT)]
"""


def test_a_wrapper_over_a_kind_takes_any_step_that_has_it(install: Install) -> None:
    """The wrapped Gaussian, the bare GDP step and the Laplace all have a mu that the wrapper scales."""
    install("damped-plugin", WRAPPER)
    assert (
        ch.Ledger(["damped:by=0.5/gaussian:sigma=2"]).epsilon(1e-5).upper
        == ch.Ledger(["gaussian:sigma=4"]).epsilon(1e-5).upper
    )
    assert ch.Ledger(["damped:by=0.5/gdp:mu=1"]).epsilon(1e-5).upper == ch.Ledger(["gdp:mu=0.5"]).epsilon(1e-5).upper
    laplace = ch.Ledger(["damped:by=0.5/laplace:scale=1"]).epsilon(1e-5)
    assert laplace.path == ("laplace.gdp", "damped.gdp", "gdp", "gdp.profile")
    assert ch.check(laplace.certificate()).accepted


def test_a_wrapper_keeps_the_side_of_what_it_wraps(install: Install) -> None:
    """Exact around exact is exact; around an upper bound it is an upper bound."""
    install("damped-plugin", WRAPPER)
    assert ch.Ledger(["damped:by=0.5/gaussian:sigma=2"]).epsilon(1e-5).side is Side.EXACT
    bounded = ch.Ledger(["damped:by=0.5/laplace:scale=1"]).epsilon(1e-5)
    assert bounded.side is Side.UPPER
    assert bounded.lower is None


def test_a_wrapper_finds_nothing_around_a_step_without_that_kind(install: Install) -> None:
    """And the account says so, for every accountant."""
    install("damped-plugin", WRAPPER)
    account = ch.Ledger(["damped:by=0.5/zcdp:rho=1"]).account(Question.epsilon(1e-5))
    assert account.answers == ()
    assert all("damped/zcdp" in none.why for none in account.unavailable)


def test_wrappers_nest_across_plugins(install: Install) -> None:
    """A stranger's wrapper inside ours; the sampling of each is told with the number."""
    install("damped-plugin", WRAPPER)
    answer = ch.Ledger(["poisson:rate=0.1/damped:by=0.5/gaussian:sigma=2"]).epsilon(1e-5)
    assert answer.path == ("gaussian.gdp", "damped.gdp", "gdp.profile", "poisson.profile", "profile")
    assert answer.upper == ch.Ledger(["poisson:rate=0.1/gaussian:sigma=4"]).epsilon(1e-5).upper
    assert "Poisson" in answer.sampling
    assert "damped, not sampled" in answer.sampling


SIDES = """
    from fractions import Fraction
    import chartered as ch

    def flat(text):
        return lambda case: ch.Profile(delta=lambda xp, eps, witness: xp.number(Fraction(text)) * xp.exp(-eps))

    def small(case):
        return ch.Pure(epsilon=Fraction(1, 100))

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("guess", "nobody knows", ())]

    @ch.hook
    def register_theorems():
        step = ch.OnStep("guess")
        return [
            ch.Theorem("guess.upper", step, ch.Profile, flat("0.5"), "proved", "definition"),
            ch.Theorem("guess.heuristic", step, ch.Profile, flat("0.1"), "hoped", "experience", side=ch.Side.HEURISTIC),
            ch.Theorem("guess.lower", step, ch.Profile, flat("0.2"), "no less", "an attack", side=ch.Side.LOWER),
            ch.Theorem("guess.pure", step, ch.Pure, small, "no less", "an attack", side=ch.Side.LOWER),
        ]
"""


def test_only_proved_upper_bounds_answer_by_themselves(install: Install) -> None:
    """Neither a heuristic nor a lower bound, nor an upper bound that starts from a lower one, is ever offered as an
    upper bound."""
    install("guess-plugin", SIDES)
    ledger = ch.Ledger(["guess"])
    assert [a.path for a in ledger.account(Question.delta(0)).answers] == [("guess.upper", "profile")]
    assert ledger.delta(0).upper == 0.5
    assert ledger.epsilon(1e-3).upper == pytest.approx(math.log(500))
    assert list(ledger.epsilons([1e-3, 1e-4])) == pytest.approx([math.log(500), math.log(5000)])


def test_a_heuristic_answers_on_request_marked_and_without_a_certificate(install: Install) -> None:
    """It may then be the tightest; its side says what it is."""
    install("guess-plugin", SIDES)
    best = ch.Ledger(["guess"]).delta(0, accountant="guess.heuristic", heuristic=True)
    assert best.upper == pytest.approx(0.1)
    assert best.side is Side.HEURISTIC
    assert best.to_json()["side"] == "heuristic"
    assert best.lower is None
    assert not best.certified
    with pytest.raises(ch.CharteredError, match="a heuristic answer has no certificate"):
        best.certificate()


def test_a_sound_answer_stays_certified_when_heuristics_are_let_in(install: Install) -> None:
    """Only the heuristic ones are marked."""
    install("guess-plugin", SIDES)
    answers = ch.Ledger(["guess"]).account(Question.delta(0), heuristic=True).answers
    assert {a.path: a.certified for a in answers}["guess.upper", "profile"]
    assert all(a.certified is (a.side is not Side.HEURISTIC) for a in answers)
    assert all(a.side in (Side.UPPER, Side.HEURISTIC) for a in answers)


def test_a_name_for_a_theorem_that_was_just_installed_is_known(install: Install) -> None:
    """The registry is what is installed, strangers included, with exact numbers throughout."""
    install("tv-plugin", KIND)
    assert ch.registry().theorem("tv.profile").source == "definition"
    assert ch.mechanism("leak", chance=0.1).step.settings["chance"] == Fraction(1, 10)
