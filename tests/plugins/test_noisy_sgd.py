"""Noisy SGD in the words of those who train: what it is written out as, everywhere that steps are read, and what is
refused."""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import chartered as ch
import chartered_plugins.subsampling.noisy_sgd as plugin
import pytest
from chartered.testing import conform

STUDY = "dpsgd:n=60000,batch=256,epochs=60,noise=1.1"
WRITTEN_OUT = "poisson:rate=8/1875/gaussian:sigma=1.1,sensitivity=1"
RENYI = "renyi"


def test_it_is_a_plugin_as_others_are() -> None:
    """The conformance kit finds nothing."""
    conform(plugin, steps=["dpsgd:n=100,batch=10,epochs=2,noise=2"])


@pytest.mark.parametrize(
    ("given", "stands_for"),
    [
        ("n=60000,batch=256,epochs=60,noise=1.1", "poisson:rate=256/60000/gaussian:sigma=1.1,times=14063"),
        ("n=1000,batch=10,epochs=3,noise=2", "poisson:rate=1/100/gaussian:sigma=2,times=300"),
        ("n=1000,batch=10,steps=7,noise=2", "poisson:rate=1/100/gaussian:sigma=2,times=7"),
        ("sample-rate=1/235,epochs=2,noise=2", "poisson:rate=1/235/gaussian:sigma=2,times=470"),
        ("sample_rate=0.3,epochs=1,noise=2", "poisson:rate=0.3/gaussian:sigma=2,times=4"),
        ("n=1000,batch=10,epochs=3,noise=2,times=2", "poisson:rate=1/100/gaussian:sigma=2,times=600"),
    ],
)
@pytest.mark.parametrize("neighbours", ["add-or-remove", "replace-one"])
def test_it_costs_what_it_stands_for(given: str, stands_for: str, neighbours: str) -> None:
    """A whole number of runs, rounded up; both ways of writing it have the same eps, under either relation."""
    short = ch.Ledger(f"dpsgd:{given}", neighbours).epsilon("1e-5", accountant=RENYI)
    long = ch.Ledger(stands_for, neighbours).epsilon("1e-5", accountant=RENYI)
    assert short.upper == long.upper
    assert short.path == ("dpsgd.poisson", *long.path)


def test_a_batch_of_all_records_is_no_sample() -> None:
    """At rate 1 the exact answer of the Gaussian mechanism, which has another path."""
    answer = ch.Ledger("dpsgd:n=10,batch=10,epochs=3,noise=2").epsilon("1e-5")
    assert answer.path[:3] == ("dpsgd.poisson", "poisson.whole", "gaussian.gdp")
    assert answer.upper == ch.Ledger("gaussian:sigma=2,times=3").epsilon("1e-5").upper


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("n=10,batch=1,sample-rate=0.1,epochs=1,noise=1", "give exactly one of batch and sample-rate"),
        ("n=10,sample-rate=0.1,epochs=1,noise=1", "n goes with batch, which is not given"),
        ("n=10,batch=1,epochs=1,steps=10,noise=1", "give exactly one of epochs and steps"),
        ("n=10,batch=1,noise=1", "give exactly one of epochs and steps"),
        ("n=10,epochs=1,noise=1", "give exactly one of batch and sample-rate"),
        ("batch=10,epochs=1,noise=1", "n is missing"),
        ("n=10,batch=11,epochs=1,noise=1", "batch is 11, n is 10"),
        ("n=10,batch=1,epochs=1", "noise is missing"),
        ("n=10,batch=1,epochs=0,noise=1", "epochs is 0; it must be a number above 0"),
        ("n=10,batch=1,epochs=1,noise=0", "noise is 0; it must be a number above 0"),
        ("n=10,batch=1,steps=1.5,noise=1", "steps is 1.5; it must be a whole number"),
        ("sample-rate=2,steps=1,noise=1", "sample-rate is 2; it must be a number above 0 and at most 1"),
        ("sample_rate=0.1,sample-rate=0.1,steps=1,noise=1", "sample-rate is given twice"),
    ],
)
def test_what_says_too_little_or_too_much_is_refused(given: str, why: str) -> None:
    """With one line that names what is wrong."""
    with pytest.raises(ch.CharteredError, match=why):
        ch.parse(f"dpsgd:{given}")


def test_it_is_only_inside_what_takes_whole_data_sets() -> None:
    """It draws records itself, so it is no local randomizer; what it releases is no number; and beyond 1e12 runs it has
    no answer, as any step."""
    with pytest.raises(ch.BadStep, match="gives each run one record, and dpsgd works on many"):
        ch.parse(f"shuffled:n=10/{STUDY}")
    with pytest.raises(ch.BadStep, match="needs an outcome that is a number"):
        ch.parse(f"rectified:low=0,high=1,head=1/{STUDY}")
    assert not ch.Ledger("dpsgd:n=60000,batch=1,epochs=1e9,noise=1").account(ch.Question.epsilon("1e-5")).answers


def test_it_stands_in_ledger_files_with_other_steps(tmp_path: Path) -> None:
    """Beside a count, and repeated."""
    file = tmp_path / "run.toml"
    file.write_text(f'[[steps]]\nstep = "{STUDY}"\ntimes = 2\n[[steps]]\nstep = "gaussian:sigma=10"\n')
    long = ch.Ledger([f"{WRITTEN_OUT},times=28126", "gaussian:sigma=10"])
    assert ch.Ledger.read(file).epsilon("1e-5", RENYI).upper == long.epsilon("1e-5", RENYI).upper


def test_a_certificate_holds_it_and_is_checked() -> None:
    """As it was given; the rewriting is a part of the proof."""
    certificate = ch.Ledger(STUDY).epsilon("1e-5", RENYI).certificate()
    assert certificate.document["ledger"] == [{"step": STUDY, "times": 1}]
    assert ch.check(certificate).accepted


@pytest.mark.parametrize(("given", "key"), [("epochs=6,batch=25", "noise"), ("batch=25,noise=1.1", "epochs")])
def test_each_parameter_can_be_solved_for(given: str, key: str) -> None:
    """What is found meets the target, and its certificate is accepted; both directions are proved. A larger batch is
    drawn less often, so its direction is a rule alone."""
    target = {"epsilon": 3, "delta": "1e-5", "accountant": RENYI}
    solved = ch.calibrate(f"dpsgd:n=600,{given}", solve=key, **target)
    assert solved.monotone
    assert ch.check(solved.certificate()).accepted
    assert ch.Ledger(f"dpsgd:n=600,{given},{key}={solved.value}").epsilon("1e-5", RENYI).upper <= 3
    assert not ch.calibrate("dpsgd:n=600,epochs=6,noise=1.1", solve="batch", **target).monotone


def test_how_long_a_budget_lasts() -> None:
    """In steps and in whole epochs: one more of either is not certified by that accountant."""
    training = ch.dpsgd(n=600, batch=25, epochs=6, noise=1.1)
    assert str(training.entries[0]) == "dpsgd:n=600,batch=25,epochs=6,noise=1.1"
    steps = int(training.largest_steps(epsilon=3, delta="1e-5", accountant=RENYI))
    epochs = training.largest_epochs(epsilon=3, delta="1e-5", accountant=RENYI)
    assert epochs == steps * 25 // 600 > 0
    fits, beyond = (ch.dpsgd(n=600, batch=25, epochs=count, noise=1.1) for count in (epochs, epochs + 1))
    assert fits.epsilon("1e-5", RENYI).upper <= 3 < beyond.epsilon("1e-5", RENYI).upper


def test_a_budget_may_last_for_no_epoch() -> None:
    """Not one step meets it: 0 epochs."""
    training = ch.dpsgd(sample_rate=0.5, steps=6, noise="0.1")
    assert training.largest_epochs(epsilon="0.1", delta="1e-5", accountant=RENYI) == 0
    assert training.rate == ch.HALF
    assert training.largest_epochs(epsilon=1, delta="1e-5", accountant=RENYI) < inf
    with pytest.raises(ch.BadStep, match="give exactly one of epochs and steps"):
        ch.dpsgd(sample_rate=0.5, noise=1)


def test_a_training_may_be_asked_about_replaced_records() -> None:
    """As a group of two, for the whole and for the steps of a budget."""
    training = ch.dpsgd(n=600, batch=25, steps=9, noise=2, neighbours="replace-one")
    assert training.neighbours is ch.Neighbours.REPLACE_ONE
    assert training.largest_steps(epsilon=3, delta="1e-5", accountant=RENYI).neighbours is ch.Neighbours.REPLACE_ONE
    one = ch.dpsgd(n=600, batch=25, steps=9, noise=2).epsilon("1e-5", RENYI).upper
    assert training.epsilon("1e-5", RENYI).upper > one


def test_a_report_says_what_was_accounted_for() -> None:
    """Beside the step as it was given, with the sizes that were given."""
    page = ch.report(STUDY, delta="1e-5", accountant=RENYI, pictures=False).html
    page = re.sub("</?(span|wbr)[^>]*>", "", page)  # where a line may break
    assert f"It is accounted for as <code>{WRITTEN_OUT.replace('8/1875', '256/60000')},times=14063</code>" in page


OPEN = "dpsgd:n=60000,batch=256,noise=1.1"


def test_steps_of_a_training_that_leaves_its_length_open() -> None:
    """As many as `largest_steps` of the helper says, and in whole epochs: one more step, and one more epoch, miss."""
    budget = {"epsilon": 2, "delta": "1e-5"}
    found = ch.largest_times(OPEN, **budget)
    training = ch.dpsgd(n=60000, batch=256, noise="1.1", epochs=1)
    assert found.value == training.largest_steps(**budget).value
    assert dict(found.lasts) == {"epochs": training.largest_epochs(**budget)} == {"epochs": 43}
    for length, met in ((f"steps={found.value}", True), (f"steps={found.value + 1}", False), ("epochs=44", False)):
        answer = ch.Ledger(f"{OPEN},{length}").epsilon("1e-5")
        assert answer.upper <= 2 if met else answer.lower is not None and answer.lower > 2
    assert ch.check(found.certificate()).accepted
    assert found.to_json()["lasts"] == {"epochs": 43}
    assert found.reach == f"each time is one step of the training: {found.value} steps, 43 whole epochs"


def test_steps_of_a_whole_training_say_how_to_ask_for_its_steps() -> None:
    """A time is a whole training there, and the words say so; other steps say nothing."""
    whole = ch.largest_times(f"{OPEN},epochs=1", epsilon=2, delta="1e-5", accountant="characteristic-function")
    assert whole.value == 43
    assert "leave its length out" in whole.reach
    assert ch.largest_times("gaussian:sigma=20", epsilon=2, delta="1e-5").reach is None
    beside = ch.largest_times(OPEN, epsilon=2, delta="1e-5", beside=ch.Ledger("gaussian:sigma=9"))
    assert 0 < beside.value < 10207


@pytest.mark.parametrize(
    ("given", "stands_for"),
    [
        ("noise=1,clip-quantile-noise=10", "(gaussian:sigma=1 + gaussian:sigma=10,sensitivity=1/2)"),
        ("noise=2,clip_quantile_noise=3/4", "gaussian:sigma=6/5"),
    ],
)
@pytest.mark.parametrize("neighbours", ["add-or-remove", "zero-out", "replace-one"])
def test_a_clip_norm_that_adapts_takes_another_answer_of_each_batch(
    given: str, stands_for: str, neighbours: str
) -> None:
    """The centred count on the same sample, from both sides, under every relation."""
    short = ch.Ledger(f"dpsgd:n=1000,batch=100,steps=10,{given}", neighbours).epsilon("1e-5")
    whole = stands_for if stands_for.startswith("(") else f"({stands_for})"
    long = ch.Ledger(f"poisson:rate=0.1/{whole}:times=10", neighbours).epsilon("1e-5")
    assert (short.upper, short.lower) == (long.upper, long.lower)
    assert short.lower is not None
    assert short.path[0] == "dpsgd.adaptive-clipping"
    assert ch.check(short.certificate()).accepted


def test_a_known_clip_norm_that_adapts() -> None:
    """Noise 1 and a count noise of 10 are noise 0.998752338877845, and cost less than an uncentred count."""
    found = ch.Ledger("dpsgd:n=1000,batch=100,steps=10,noise=1,clip-quantile-noise=10").epsilon("1e-5")
    known = ch.Ledger("poisson:rate=0.1/gaussian:sigma=0.998752338877845,times=10").epsilon("1e-5")
    uncentred = ch.Ledger("poisson:rate=0.1/(gaussian:sigma=1 + gaussian:sigma=10):times=10").epsilon("1e-5")
    assert float(found) == pytest.approx(float(known), rel=1e-12)
    assert float(found) < float(uncentred)


def test_what_an_adaptive_clip_norm_takes_for_granted_is_told() -> None:
    """In the words about sampling, wherever it is given and nowhere else."""
    adapts, fixed = (
        ch.Ledger(f"dpsgd:n=100,batch=10,steps=1,noise=1{more}").epsilon("1e-5").sampling or ""
        for more in (",clip-quantile-noise=10", "")
    )
    for words in ("b - 1/2", "earlier rounds", "fixed numbers", "Opacus"):
        assert words in adapts
        assert words not in fixed


def test_a_group_is_written_around_the_training() -> None:
    """As the wrapper itself, in texts and in Python; inside a sample it is refused as that is."""
    assert str(ch.parse("dpsgd:n=100,batch=10,steps=7,noise=2,group=4,times=3")) == (
        "group:size=4/dpsgd:n=100,batch=10,steps=7,noise=2,times=3"
    )
    training = ch.dpsgd(n=100, batch=10, epochs=2, noise=2, group=4, clip_quantile_noise=3)
    assert training.entries[0].step.shape == ("group", "dpsgd")
    assert training.rate == ch.HALF / 5
    answer = training.epsilon("1e-5")
    assert answer.lower is not None
    assert ch.check(answer.certificate()).accepted
    with pytest.raises(ch.NeighboursMismatch, match="a group stands around its samples"):
        ch.Ledger("poisson:rate=0.1/dpsgd:n=9,batch=9,steps=1,noise=8,group=3")
    with pytest.raises(ch.BadValue, match="group is 0; it must be a whole number at least 1 and at most 1000"):
        ch.parse("dpsgd:n=100,batch=10,steps=7,noise=2,group=0")


def test_noise_is_solved_for_beside_a_count_and_a_group() -> None:
    """With both given, to the safe side; a count noise that is too little for the target has no solution."""
    step = "dpsgd:n=1000,batch=100,steps=10,clip-quantile-noise=10,group=2"
    found = ch.calibrate(step, solve="noise", epsilon=1, delta="1e-5")
    assert ch.Ledger(f"{step},noise={found.value}").epsilon("1e-5").upper <= 1
    assert ch.check(found.certificate()).accepted


@pytest.mark.parametrize(
    "training",
    [
        ch.dpsgd(n=60000, batch=256, epochs=60, noise="1.1", group=2),
        ch.dpsgd(sample_rate="0.01", steps=60, noise="1.1", clip_quantile_noise=20, neighbours="zero-out"),
    ],
    ids=["a group", "a clip norm that adapts"],
)
def test_a_training_that_is_saved_is_read_as_one(training: ch.Training, tmp_path: Path) -> None:
    """With its relation and the step of one batch."""
    training.save(tmp_path / "run.toml")
    found = ch.Training.read(tmp_path / "run.toml")
    assert (found, found.step, found.rate) == (training, training.step, training.rate)
    assert found.largest_steps(epsilon=3, delta="1e-5").best == training.largest_steps(epsilon=3, delta="1e-5").best


@pytest.mark.parametrize("step", ["gaussian:sigma=1", "dpsgd:n=10,batch=1,epochs=1,noise=1,times=2"])
def test_another_ledger_is_not_read_as_a_training(step: str) -> None:
    """It would have no step of one batch."""
    with pytest.raises(ch.BadLedger, match="the ledger is not that of one training; give one step of dpsgd, or read"):
        ch.Training.from_dict({"steps": [{"step": step}]})
