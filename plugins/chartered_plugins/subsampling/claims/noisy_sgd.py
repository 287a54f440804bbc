"""Claims about the rewriting of noisy SGD: examples, and that fewer runs cost no more."""

from __future__ import annotations

from fractions import Fraction

from chartered.proving import Notation, Proofs, Range, Rewrites
from chartered.proving.parts import Same

NOTATION = Notation(ranges={"x": (Fraction(1, 100), 1), "y": Range.chance((Fraction(1, 100), 100))})
BOOK = Proofs("dpsgd", "Abadi et al. 2016", notation=NOTATION)
claims = BOOK.claims

BOOK.identity(
    "poisson.written-out",
    "Noisy SGD is written out as ceil(epochs n/batch) runs of a Gaussian mechanism on a Poisson sample of rate "
    "batch/n.",
    "definition",
    "the rewriting on examples: a count that is rounded up, one that is whole, a stated rate, a stated number of steps",
    Rewrites(
        "dpsgd.poisson",
        "dpsgd:n=60000,batch=256,epochs=60,noise=1.1",
        "poisson:rate=256/60000/gaussian:sigma=1.1,times=14063",
    ),
    Rewrites(
        "dpsgd.poisson",
        "dpsgd:n=60000,batch=256,epochs=1/60000,noise=3",
        "poisson:rate=256/60000/gaussian:sigma=3",
    ),
    Rewrites(
        "dpsgd.poisson",
        "dpsgd:sample-rate=1/235,epochs=60,noise=1.1",
        "poisson:rate=1/235/gaussian:sigma=1.1,times=14100",
    ),
    Rewrites(
        "dpsgd.poisson",
        "dpsgd:n=100,batch=10,steps=7,noise=2",
        "poisson:rate=1/10/gaussian:sigma=2,times=7",
    ),
    so="The rate and the number of runs are exact fractions; a part of a batch counts as one.",
)

BOOK.identity(
    "group.written-out",
    "For a person with several records noisy SGD is as many steps, each for the group.",
    "definition",
    "one training",
    Rewrites(
        "dpsgd.group",
        "group:size=2/dpsgd:n=100,batch=10,steps=7,noise=2",
        "group:size=2/poisson:rate=1/10/gaussian:sigma=2,times=7",
    ),
)

BOOK.soundness(
    "fewer",
    "What fewer runs show is what more runs show, with the outcomes of the last ones left out: so fewer epochs or "
    "steps cost no more.",
    "data processing",
    "the chance x of what the first runs show, and the chances y and 1 - y of what follows it",
    Same("summed over what follows", "x*y + x*(1 - y)", "x"),
    so="The number of runs is steps, or ceil(epochs/rate), which does not fall as epochs rise.",
)
