"""What an attack on the soundness found, one test each: it must not come back."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from threading import Thread

import chartered as ch
import pytest
from chartered.errors import BadLedger, BadStep, BadValue
from chartered.ledger.entries import Entry
from chartered.model.privacy_profile import Profile
from chartered.model.questions import DeltaAt
from chartered.model.steps import Step
from chartered.paths.replay import follow
from chartered.paths.step_paths import after_rewriting
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import Side
from flint import arb, ctx
from msgspec.structs import replace

PURE = "pure:epsilon=1"


def test_a_written_path_may_not_leave_a_wrapper_out() -> None:
    """With two wrappers, a path that names one of them does not reach the end."""
    step = ch.parse("poisson:rate=0.5/poisson:rate=0.25/pure:epsilon=1").step
    with pytest.raises(ch.Unavailable):
        follow(ch.registry(), ("pure.pure", "poisson.pure"), step, ch.Neighbours.ADD_OR_REMOVE)
    follow(ch.registry(), ("pure.pure", "poisson.pure", "poisson.pure"), step, ch.Neighbours.ADD_OR_REMOVE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"upper": 1.0', '"upper": 0.001, "upper": 1.0'),
        ('"upper": 1.0', '"upper": 0.99999999999999999999'),
        ('"times": 1', '"times": 1.00'),
    ],
)
def test_a_certificate_that_can_be_read_in_two_ways_is_refused(tmp_path: Path, old: str, new: str) -> None:
    """A key written twice, or a number that a double would change, although the digest of what is read would fit."""
    file = tmp_path / "a.cert.json"
    ch.Ledger(PURE).epsilon(0).certificate().save(file)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert not ch.check(file).accepted


def test_a_lossy_rewriting_proves_no_lower_end() -> None:
    """An exact floor does not outlive a rewriting that loses something."""
    known = ch.registry()
    lossy = replace(known.theorem("poisson.whole"), side=Side.UPPER)
    profile = Profile(
        delta=lambda xp, eps, w: xp.number(0), at_infinity=ch.AtInfinity(max_loss=Fraction(1), max_loss_is_tight=True)
    )
    theorems = {**known.theorems, "poisson.whole": lossy}
    assert after_rewriting(known, [["poisson.whole"]], profile).at_infinity.max_loss_is_tight
    other = type(known)(known.plugins, known.manager, known.mechanisms, theorems, known.accountants, known.owners)
    assert not after_rewriting(other, [["poisson.whole"]], profile).at_infinity.max_loss_is_tight


@pytest.mark.parametrize("times", [-1, 0, Fraction(1, 2)])
def test_an_entry_made_by_hand_is_checked_too(times: object) -> None:
    """A count below one would lower the sum."""
    with pytest.raises(BadValue, match="times"):
        ch.Ledger([PURE, Entry(ch.parse(PURE).step, times)])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "kind", "why"),
    [
        (lambda: ch.Ledger([Entry(Step("pure", (("epsilon", Fraction(-1)),)))]), BadValue, "epsilon is -1"),
        (lambda: ch.Question.read("nu", {}), BadValue, "nu"),
        (lambda: DeltaAt(Fraction(-1)), BadValue, "epsilon is -1"),
        # eps is the whole guarantee: a sensitivity beside it would be ignored
        (lambda: ch.parse("laplace:epsilon=1,sensitivity=5"), BadStep, "sensitivity goes with scale"),
        # three runs on one sample and three samples are two things
        (
            lambda: ch.mechanism("poisson", ch.parse("laplace:scale=1") * 3, rate=1),
            BadStep,
            "wrap one run and multiply",
        ),
    ],
)
def test_what_is_made_by_hand_is_checked_too(made: Callable[[], object], kind: type[Exception], why: str) -> None:
    """A negative eps, a question about nothing that is asked, and what can be read in two ways."""
    with pytest.raises(kind, match=why):
        made()


def test_a_ledger_that_writes_its_steps_twice_is_refused(tmp_path: Path) -> None:
    """Otherwise the first list would be forgotten."""
    file = tmp_path / "twice.json"
    file.write_text('{"steps": [{"step": "gaussian:sigma=1"}], "steps": [{"step": "gaussian:sigma=20"}]}')
    with pytest.raises(BadLedger, match="written twice"):
        ch.Ledger.read(file)


def test_an_order_that_floats_cannot_tell_from_one_is_answered() -> None:
    """1 + 1e-20 is no traceback, and the answer is sound."""
    assert ch.Ledger("rdp:alpha=1.00000000000000000001,gamma=1").delta(1).upper <= 1
    assert ch.Ledger("rdp:alpha=1.00000000000000000001,gamma=1").epsilon(1e-5).upper > 0


def test_rewriting_reaches_inside_wrappers() -> None:
    """A sample of a whole sample is a sample."""
    inside = ch.Ledger("poisson:rate=0.1/poisson:rate=1/gaussian:sigma=2").epsilon(1e-6)
    assert inside.upper == ch.Ledger("poisson:rate=0.1/gaussian:sigma=2").epsilon(1e-6).upper


def test_threads_take_turns_at_the_precision() -> None:
    """One thread's precision is never another's, and the old one comes back."""
    before, seen = ctx.prec, []

    def work(bits: int) -> None:
        for _ in range(200):
            with balls(bits):
                seen.append((arb(1) / 3).rel_accuracy_bits() > bits - 8 and ctx.prec == bits)

    threads = [Thread(target=work, args=(bits,)) for bits in (64, 256, 1024)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(seen)
    assert len(seen) == 600
    assert ctx.prec == before


def test_a_label_is_bound_by_the_digest() -> None:
    """Free text of a ledger is part of what was sealed."""
    document = json.loads(json.dumps(ch.Ledger([{"step": PURE, "label": "study"}]).epsilon(0).certificate().document))
    document["ledger"][0]["label"] = "another"
    assert not ch.check(document).accepted


def test_an_exact_profile_that_may_end_has_no_infinite_lower_end() -> None:
    """A profile that vanishes from eps = 1 on, though it does not say so: at delta 0 the least eps is 1, and nothing
    infinite is proved."""
    from chartered.enclose.evaluation import evaluate
    from chartered_verify.enclosure import Side

    profile = ch.Profile(delta=lambda xp, epsilon, witness: xp.positive(1 - epsilon) / 2, side=Side.EXACT)
    found = evaluate(profile, ch.Question.epsilon(0), {}).bound
    assert (found.lower, found.upper) == (0, float("inf"))
    gaussian = ch.Ledger("gaussian:sigma=1").epsilon(0)
    assert gaussian.lower == gaussian.upper == float("inf")
