"""Claims about the rewriting of noisy SGD: examples, and that fewer runs cost no more."""

from fractions import Fraction

from chartered.proving import Notation, Proofs, Range, Rewrites, Same

NOTATION = Notation(
    ranges={"x": (Fraction(1, 100), 1), "m": (Fraction(1, 100), 9), "y": Range.chance((Fraction(1, 100), 100))}
)
BOOK = Proofs("dpsgd", "Abadi et al. 2016", at="definition", notation=NOTATION)

BOOK.identity(
    "poisson.written-out",
    "Noisy SGD is written out as ceil(epochs n/batch) runs of a Gaussian mechanism on a Poisson sample of rate "
    "batch/n.",
    "the rewriting on examples: a count that is rounded up, one that is whole, a stated rate, a stated number of steps",
    *(
        Rewrites("dpsgd.poisson", f"dpsgd:{said}", f"poisson:rate={written}")
        for said, written in (
            ("n=60000,batch=256,epochs=60,noise=1.1", "256/60000/gaussian:sigma=1.1,times=14063"),
            ("n=60000,batch=256,epochs=1/60000,noise=3", "256/60000/gaussian:sigma=3"),
            ("sample-rate=1/235,epochs=60,noise=1.1", "1/235/gaussian:sigma=1.1,times=14100"),
            ("n=100,batch=10,steps=7,noise=2", "1/10/gaussian:sigma=2,times=7"),
        )
    ),
    so="The rate and the number of runs are exact fractions; a part of a batch counts as one.",
)

BOOK.identity(
    "group.written-out",
    "For a person with several records noisy SGD is as many steps, each for the group.",
    "one training",
    Rewrites(
        "dpsgd.group",
        "group:size=2/dpsgd:n=100,batch=10,steps=7,noise=2",
        "group:size=2/poisson:rate=1/10/gaussian:sigma=2,times=7",
    ),
)

BOOK.identity(
    "adaptive-clipping.written-out",
    "Noisy SGD with a clip norm that adapts releases the sum of gradients, and the centred count, which a record "
    "changes by 1/2, of one sample: 1/sigma^2 = 1/sigma_g^2 + 1/(4 sigma_b^2).",
    "Andrew, Thakkar, McMahan, Ramaswamy 2021, Theorem 1",
    "all noises x of the sum and m of the count; the rewritings of one training, the second to forty digits",
    Same("the sum of (sensitivity/sigma)^2", "(1/x)^2 + (1/2/m)^2", "1/x^2 + 1/(4*m^2)"),
    Rewrites(
        "dpsgd.adaptive-clipping",
        "dpsgd:n=100,batch=10,steps=7,noise=1,clip-quantile-noise=10",
        "poisson:rate=1/10/(gaussian:sigma=1 + gaussian:sigma=10,sensitivity=1/2):times=7",
    ),
    Rewrites(
        "poisson.gaussians-rounded",
        "poisson:rate=1/10/(gaussian:sigma=1 + gaussian:sigma=10,sensitivity=1/2)",
        "poisson:rate=1/10/gaussian:sigma=0.9987523388778446746981153191183344349868",
    ),
    so="1/2 is attained by a gradient that is clipped, and so is the clip norm: by one record both.",
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
