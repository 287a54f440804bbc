"""What other packages and papers call parameters of steps, arguments and neighbours: what an error proposes for an
unknown name.

Names are compared in small letters, with hyphens. A proposed name may mean something else than what was written: users
have to read what it is, so that none of these is accepted in its place (`Parameter.also` has those that are)."""

from __future__ import annotations

from collections.abc import Collection

from ..errors import meant, near

_SAME = [
    line.split()
    for line in """
loader sampler sampling shuffle poisson-sampling replacement drop-last
n of dataset-size data-size dataset num-examples num-samples num-records num-data records population population-size
batch size lot lot-size bs b expected-batch-size num-sampled-clients sample-size m k
sample-rate rate q p prob probability sampling sampling-rate sampling-probability sampling-prob sample-prob fraction
epochs e n-epochs steps
steps times num-steps max-steps iterations iters t rounds num-rounds compositions count repeat repetitions runs
bands num-bands bandwidth b
noise sigma scale noise-multiplier multiplier noise-scale nm z \u03c3 std stddev std-dev standard-deviation lambda b
epsilon eps eps0 epsilon0 e \u03b5 target-epsilon
delta target-delta
fail failure
neighbours neighbors neighbouring-relation neighboring-relation relation adjacency
sensitivity l1-sensitivity l2-sensitivity delta-f clip clipping clip-norm clipping-norm max-grad-norm l2-norm-clip
group group-size records-per-user max-contributions
alpha order
separation min-sep
uses epochs max-participations k
add-or-remove add-or-remove-one add-remove unbounded
replace-one bounded substitute substitution swap change-one
zero-out replace-special replace-with-null
""".strip().splitlines()
]
"""Names of one thing on each line; of those that a step takes, the first is proposed."""


def budget_of_eps(epsilon: str = "5", delta: str = "1e-6", fail: str = "1e-7") -> str:
    """What to write for a budget that is stated as an eps at a delta."""
    asked = f"`chartered calibrate filter:fail={fail} --solve gdp --epsilon {epsilon} --delta {delta}`"
    return (
        f"an eps at a delta is no budget: {asked} finds the gdp that keeps it beside a smaller fail; pure={epsilon} "
        "pays steps of a pure eps alone"
    )


_ELSEWHERE = [
    ("epsilon eps delta target-epsilon target-delta", "fail", budget_of_eps()),
    ("epsilon eps delta target-epsilon target-delta", "", "{key} is asked for, and is no part of the step"),
    ("variance var", "sigma", "sigma is the standard deviation, the square root of the variance"),
    ("lr learning-rate momentum weight-decay optimizer seed", "", "{key} does not change the cost"),
    (
        "clip clipping clip-norm clipping-norm max-grad-norm l2-norm-clip c",
        "noise",
        "the norm to which gradients are clipped is not written: noise is stated relative to it",
    ),
    (
        "rate sample-rate q sampling-rate sampling-probability",
        "sensitivity",
        "a sample is written around a step: poisson:rate=0.01/gaussian:sigma=1",
    ),
    (
        "loader sampler sampling shuffle poisson-sampling replacement drop-last",
        "number-of-examples",
        'other batches are a step: ch.Ledger("dpsgd:...,loader=shuffled")',
    ),
    ("batch batch-size lot lot-size", "rate", "a rate may be a fraction: rate=256/60000"),
]
"""Names of what is stated in another way, or not at all; a parameter of the steps that this is about, or the empty text
for all; and what to say."""


def guess(key: object, names: Collection[str]) -> str:
    """What to say, before a list of `names`, of a name that is none of them; the empty text where nothing is known.

    >>> guess("noise_multiplier", ["n", "noise"]), guess("N", ["n"]), guess("nosie", ["noise"])
    ('did you mean noise? ', 'did you mean n? ', 'did you mean noise? ')
    >>> guess("lr", ["n"]), guess("colour", ["n"])
    ('lr does not change the cost; ', '')
    """
    key = str(key).lower().replace("_", "-")
    same = [key] if key in names else [name for line in _SAME if key in line for name in line if name in names]
    told = (text for known, beside, text in _ELSEWHERE if key in known.split() and (not beside or beside in names))
    remark = "" if same else next(told, "").format(key=key)
    close = same or ([] if remark else near(key, names, 1))
    return f"{meant(close[:1])} " if close else f"{remark}; " if remark else ""
