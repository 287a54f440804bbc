"""How a training makes its batches is a word of `dpsgd`, and another loader makes it another step."""

from __future__ import annotations

import chartered as ch
import pytest
from chartered.errors import BadStep, BadValue, NeighboursMismatch
from chartered.testing import conform

TRAINING = "dpsgd:n=60000,batch=256,epochs=10,noise=1.1"


@pytest.mark.parametrize(
    ("loader", "relation", "same"),
    [
        ("poisson", None, TRAINING),
        ("shuffled", None, "shuffled-batches:steps=235,epochs=10/gaussian:sigma=1.1"),
        ("shuffled", "replace-one", "shuffled-batches:steps=235,epochs=10/gaussian:sigma=1.1"),
        ("fixed", None, "sample:size=256,of=60000/gaussian:sigma=1.1,times=2344"),
        ("allocation,kept=true", None, "allocation:steps=235,epochs=10,kept=true/gaussian:sigma=1.1"),
        ("allocation,kept=true", "zero-out", "allocation:steps=235,epochs=10,kept=true/gaussian:sigma=1.1"),
        (
            "poisson,largest_batch=400",
            None,
            "poisson:rate=256/60000,of=60000,largest=400/gaussian:sigma=1.1,times=2344",
        ),
    ],
)
def test_a_loader_makes_other_batches(loader: str, relation: str | None, same: str) -> None:
    """Poisson samples where nothing is said; otherwise the batches that the loader makes, with both ends."""
    one, other = (ch.Ledger(step, relation).epsilon("1e-5") for step in (f"{TRAINING},loader={loader}", same))
    assert (one.lower, one.upper, one.neighbours) == (other.lower, other.upper, other.neighbours)
    assert ch.check(one.certificate()).accepted


def test_a_loader_in_python_is_a_keyword() -> None:
    """With other tools' words for the others, and a rate for n and batch."""
    made = ch.mechanism("dpsgd", sample_rate="1/235", num_epochs=3, noise_multiplier=1, loader="shuffled")
    assert str(made.step) == "dpsgd-shuffled:sample-rate=1/235,epochs=3,noise=1"
    assert ch.parse(str(made.step)) == made


def test_an_open_noise_is_solved_for_the_loader() -> None:
    """The step is another one, and its noise is larger."""
    open_noise = "dpsgd:n=60000,batch=256,epochs=10,loader={}"
    drawn, shuffled = (
        ch.calibrate(open_noise.format(loader), solve="noise", epsilon=3, delta="1e-5")
        for loader in ("poisson", "shuffled")
    )
    assert shuffled.value > 4 * drawn.value


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (f"{TRAINING},loader=random", "it must be one of poisson, allocation, shuffled, fixed"),
        ("dpsgd:n=60000,batch=256,epochs=3/2,noise=1.1,loader=shuffled", "must be a whole number"),
        ("dpsgd:n=60000,batch=256,steps=1000,noise=1.1,loader=shuffled", "goes with loader=poisson or loader=fixed or"),
        (
            "dpsgd:sample-rate=1/235,epochs=3,noise=1.1,loader=fixed",
            "takes no sample-rate, which goes with loader=poisson or loader=allocation or loader=shuffled; it",
        ),
        (f"{TRAINING},loader=shuffled,group=4", "takes no group, which goes with loader=poisson; it"),
        ("dpsgd-shuffled:n=9,batch=3,epochs=1,noise=1,group=4", "dpsgd-shuffled takes no group, which goes with"),
        (f"{TRAINING},loader=fixed,clip_quantile_noise=9", "no clip-quantile-noise, which goes with loader=poisson"),
        (f"{TRAINING},kept=true", "dpsgd takes no kept, which goes with loader=allocation"),
        (f"{TRAINING},loader=shuffled,nosie=1", "unknown parameter 'nosie'; did you mean noise"),
        ("dpsgd-shuffled:n=9,batch=3,epochs=1,noise=1,loader=fixed", "unknown parameter 'loader'"),
    ],
)
def test_what_a_loader_cannot_do_is_said(step: str, why: str) -> None:
    """An unknown word, a part of an epoch, a number of steps, a rate where a size is needed, and what goes with another
    loader."""
    with pytest.raises((BadStep, BadValue)) as raised:
        ch.parse(step)
    assert why in f"{raised.value}; {raised.value.hint}"


@pytest.mark.parametrize(
    ("loader", "written"),
    [
        ("shuffled", "group:size=K/gaussian:sigma=NOISE,times=EPOCHS under zero-out"),
        ("fixed", "approximate:epsilon=K*E,delta=D*(exp(K*E)-1)/(exp(E)-1) under replace-one"),
        ("truncated,largest-batch=300", "approximate:epsilon=K*E,delta=D*(exp(K*E)-1)/(exp(E)-1) under zero-out"),
    ],
)
def test_persons_with_several_records_are_told_what_to_write(loader: str, written: str) -> None:
    """Whether the group is asked for as a parameter or as a step around the training."""
    with pytest.raises(BadStep) as as_parameter:
        ch.parse(f"{TRAINING},loader={loader},group=4")
    assert written in as_parameter.value.hint
    with pytest.raises(NeighboursMismatch) as around:
        ch.Ledger(f"group:size=4/{TRAINING},loader={loader}")
    assert written in str(around.value)


def test_a_group_around_an_allocation_is_told_where_group_is_a_parameter() -> None:
    """There the records of a person are drawn one by one, as `group` says, but not by Poisson samples."""
    with pytest.raises(BadStep, match="no group, which goes with loader=poisson") as raised:
        ch.parse(f"{TRAINING},loader=allocation,group=4")
    assert "group:size=4/dpsgd-allocation:..." in raised.value.hint
    ch.Ledger(f"group:size=4/{TRAINING},loader=allocation")


@pytest.mark.parametrize(
    ("loader", "relation"), [("shuffled", "add-or-remove"), ("fixed", "zero-out"), ("fixed", "add-or-remove")]
)
def test_a_relation_that_a_loader_does_not_have_is_refused(loader: str, relation: str) -> None:
    """With the reason, or the relation that is needed."""
    with pytest.raises(NeighboursMismatch):
        ch.Ledger(f"{TRAINING},loader={loader}", relation).epsilon("1e-5")


def test_too_many_samples_are_not_accounted_for() -> None:
    """Beyond 1e12 there is no answer."""
    with pytest.raises(ch.NoAnswer):
        ch.Ledger("dpsgd:n=100,batch=1,epochs=1e11,noise=1.1,loader=fixed").epsilon("1e-5")


@pytest.mark.full
def test_it_is_a_plugin_as_others_are() -> None:
    """The conformance kit finds nothing."""
    from chartered_plugins.batches import dpsgd_loaders

    steps = [f"{TRAINING},loader={word}" for word in ("shuffled", "allocation", "fixed")]
    conform(dpsgd_loaders, steps=[*steps, "dpsgd:n=60,batch=6,steps=3,noise=2,largest-batch=9"])
