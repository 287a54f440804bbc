"""Noisy SGD on the command line: outputs show what was given, and what it was written out as."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import chartered as ch
import pytest

Run = Callable[..., Any]
STUDY = "dpsgd:n=60000,batch=256,epochs=60,noise=1.1"
WRITTEN_OUT = "poisson:rate=8/1875/gaussian:sigma=1.1,sensitivity=1"
RENYI = "renyi"


def test_outputs_show_what_was_given_and_what_it_stands_for(run: Run) -> None:
    """In the table and in JSON."""
    ran = run("epsilon", STUDY, "--delta", "1e-5", "--accountant", RENYI)
    assert f"written out  {WRITTEN_OUT},times=14063" in ran.out
    assert (
        "for other batches, shuffled ones, say, which have other numbers, write loader=allocation, shuffled, fixed or"
        in ran.out
    )
    shown = json.loads(run("epsilon", STUDY, "--delta", "1e-5", "--accountant", RENYI, "--json").out)
    assert shown["ledger"] == [{"step": STUDY, "times": 1, "written_out": [{"step": WRITTEN_OUT, "times": 14063}]}]
    plain = json.loads(run("epsilon", "gaussian:sigma=1", "--delta", "1e-5", "--json").out)
    assert plain["ledger"] == [{"step": "gaussian:sigma=1,sensitivity=1", "times": 1}]


def test_a_solution_shows_what_it_stands_for(run: Run) -> None:
    """For the value that was found, or for one run; a parameter may be written as in Python."""
    asked = ("calibrate", "dpsgd:steps=9,noise=1.1", "--solve", "sample_rate", "--epsilon", "3", "--delta", "1e-5")
    assert "written out  poisson:rate=" in run(*asked, "--accountant", RENYI).out
    asked = ("steps", "dpsgd:n=600,batch=25,epochs=1,noise=1.1", "--epsilon", "3", "--delta", "1e-5")
    shown = json.loads(run(*asked, "--accountant", RENYI, "--json").out)
    assert shown["written_out"] == [{"step": "poisson:rate=1/24/gaussian:sigma=1.1,sensitivity=1", "times": 24}]


def test_the_words_of_other_tools_are_understood(run: Any) -> None:
    """TensorFlow Privacy's and Opacus' names for the same parameters, in either spelling; ours are what is shown."""
    theirs = "dpsgd:number_of_examples=60000,batch_size=256,num_epochs=60,noise-multiplier=1.1"
    assert str(ch.parse(theirs)) == "dpsgd:n=60000,batch=256,epochs=60,noise=1.1"
    with pytest.raises(ch.BadStep, match="noise is given twice"):
        ch.parse(f"{theirs},noise=1.1")
    with pytest.raises(ch.BadStep, match="unknown parameter 'nosie'; did you mean noise\\?"):
        ch.parse("dpsgd:n=60000,batch=256,epochs=60,nosie=1.1")


@pytest.mark.parametrize(
    ("step", "key", "told"),
    [
        ("dpsgd:dataset_size=60000,batch=256,epochs=1,noise=1", "dataset-size", "did you mean n?"),
        ("dpsgd:N=60000,batch=256,epochs=1,noise=1", "N", "did you mean n?"),
        ("dpsgd:n=60000,lot=256,epochs=1,noise=1", "lot", "did you mean batch?"),
        ("dpsgd:q=0.01,steps=9,noise=1", "q", "did you mean sample-rate?"),
        ("dpsgd:sample-rate=0.01,iterations=9,noise=1", "iterations", "did you mean steps?"),
        ("dpsgd:sample-rate=0.01,steps=9,sigma=1", "sigma", "did you mean noise?"),
        ("dpsgd:sample-rate=0.01,steps=9,noise=1,shuffle=true", "shuffle", "did you mean loader?"),
        ("dpsgd:sample-rate=0.01,steps=9,noise=1,lr=0.1", "lr", "lr does not change the cost;"),
        ("dpsgd:sample-rate=0.01,steps=9,noise=1,max_grad_norm=1", "max-grad-norm", "noise is stated relative to it;"),
        ("dpsgd:sample-rate=0.01,steps=9,noise=1,delta=1e-5", "delta", "delta is asked for,"),
        ("poisson:q=0.01/gaussian:sigma=1", "q", "did you mean rate?"),
        ("poisson:batch=9,of=99/gaussian:sigma=1", "batch", "rate=256/60000;"),
        ("gaussian:sigma=1,sample_rate=0.01", "sample-rate", "around a step: poisson:rate=0.01/gaussian:sigma=1;"),
        ("gaussian:sigma=1,steps=9", "steps", "did you mean times?"),
        ("gaussian:\u03c3=1", "\u03c3", "did you mean sigma?"),
        ("laplace:lambda=1", "lambda", "did you mean scale?"),
        ("group:k=4/gaussian:sigma=1", "k", "did you mean size?"),
        ("matrix:b=4", "b", "did you mean bands?"),
    ],
)
def test_a_name_of_the_field_is_not_read_but_answered_by_ours(step: str, key: str, told: str) -> None:
    """It may mean something else: sigma may be no noise multiplier."""
    with pytest.raises(ch.BadStep) as raised:
        ch.parse(step)
    assert f"unknown parameter {key!r}; " in str(raised.value)
    assert told in str(raised.value)


def test_what_to_solve_for_by_a_name_of_the_field(run: Run) -> None:
    """A calibration proposes our name, too, also where several steps have a name in common."""
    asked = run(
        "calibrate", "dpsgd:n=60000,batch=256,epochs=1", "--solve", "sigma", "--epsilon", "1", "--delta", "1e-5"
    )
    assert "no parameter 'sigma'; did you mean noise? it takes n, batch" in asked.err
    with pytest.raises(ch.BadStep, match="'noise'; did you mean sigma\\?"):
        ch.calibrate(["gaussian:noise=s", "gaussian:sigma=s"], solve="s", epsilon=1, delta="1e-5")
    said = ch.dpsgd(number_of_examples=60000, batch_size=256, num_epochs=60, noise_multiplier=1.1)
    assert said == ch.dpsgd(n=60000, batch=256, epochs=60, noise=1.1)
    with pytest.raises(ch.BadStep, match="noise is given twice"):
        ch.dpsgd(n=60000, batch=256, epochs=60, noise=1.1, noise_multiplier=1.1)
    with pytest.raises(ch.BadStep, match="noise is missing"):
        ch.dpsgd(n=60000, batch=256, epochs=60)
