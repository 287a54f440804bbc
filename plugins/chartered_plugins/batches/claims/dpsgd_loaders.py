"""Claims about the rewritings of noisy SGD on batches that are no Poisson samples: examples."""

from chartered.proving import Notation, Proofs, Rewrites, Same, claims_of

MANY, FEW = "dpsgd:n=60000,batch=256,epochs=60,noise=1.1", "dpsgd:n=100,batch=10,steps=7,noise=2"
RATE = "dpsgd:sample-rate=1/235,epochs=2,noise=3"
CHANCES = Notation(ranges={"x y": (0, 1)})
SHUFFLED, ALLOCATED, FIXED, TRUNCATED = (
    Proofs(f"dpsgd-{word}", "definition", notation=CHANCES) for word in ("shuffled", "allocation", "fixed", "truncated")
)
claims = claims_of(SHUFFLED, ALLOCATED, FIXED, TRUNCATED)

SHUFFLED.identity(
    "batches.written-out",
    "An epoch of shuffled batches has as many as hold all records, the last of which may be smaller.",
    "definition",
    "two trainings, one with a rate",
    Rewrites(
        "dpsgd-shuffled.batches", f"{MANY},loader=shuffled", "shuffled-batches:steps=235,epochs=60/gaussian:sigma=1.1"
    ),
    Rewrites(
        "dpsgd-shuffled.batches", f"{RATE},loader=shuffled", "shuffled-batches:steps=235,epochs=2/gaussian:sigma=3"
    ),
    so="A part of a batch counts as one: the record is in one of them.",
)
ALLOCATED.identity(
    "batches.written-out",
    "An epoch of random allocation has as many batches as shuffled ones, in one of which a record is.",
    "definition",
    "two trainings, one with a rate and with a draw that is kept",
    Rewrites(
        "dpsgd-allocation.batches", f"{MANY},loader=allocation", "allocation:steps=235,epochs=60/gaussian:sigma=1.1"
    ),
    Rewrites(
        "dpsgd-allocation.batches",
        f"{RATE},loader=allocation,kept=true",
        "allocation:steps=235,epochs=2,kept=true/gaussian:sigma=3",
    ),
    so="The number of batches is an exact fraction, rounded up.",
)
ALLOCATED.soundness(
    "fewer",
    "Fewer epochs never cost more, whether the draw is kept or not: whoever sees all outputs sees those of the first.",
    "data processing",
    "the chance x of what the first epochs show, and the chances y and 1 - y of what follows it",
    Same("summed over what follows", "x*y + x*(1 - y)", "x"),
)
FIXED.identity(
    "samples.written-out",
    "Batches of a fixed size are samples without replacement, ceil(epochs n/batch) of them.",
    "definition",
    "two trainings, one with a number of steps",
    Rewrites("dpsgd-fixed.samples", f"{MANY},loader=fixed", "sample:size=256,of=60000/gaussian:sigma=1.1,times=14063"),
    Rewrites("dpsgd-fixed.samples", f"{FEW},loader=fixed", "sample:size=10,of=100/gaussian:sigma=2,times=7"),
    so="The number of runs is an exact fraction, rounded up.",
)
TRUNCATED.identity(
    "cut.written-out",
    "Batches that are cut at a size are Poisson samples of rate batch/n that are cut, ceil(epochs n/batch) of them.",
    "definition",
    "two trainings, one with the word for the loader",
    Rewrites(
        "dpsgd-truncated.cut",
        f"{MANY},largest-batch=300",
        "poisson:rate=256/60000,of=60000,largest=300/gaussian:sigma=1.1,times=14063",
    ),
    Rewrites(
        "dpsgd-truncated.cut",
        f"{FEW},loader=truncated,largest-batch=12",
        "poisson:rate=1/10,of=100,largest=12/gaussian:sigma=2,times=7",
    ),
    so="The rate and the number of runs are exact fractions.",
)
