"""Claims about several steps on one sample: the joint pair of the steps is amplified once; Gaussians combine to one
Gaussian."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Each, Nonnegative, Notation, Proofs, Range, Rewrites, Same, Sampled, claims_of

from ...basics.claims.outcomes import responses, together
from ...basics.claims.pairs import Pair
from .subsampling import CHANCE, NOTATION as POISSON, SIZE

NOTATION = Notation(
    # chances of two outcomes, x and v with the record in the sample, y and w without it
    "joint = poisson.mixed(q, x*v, y*w)",
    "apart = poisson.mixed(q, x, y)*poisson.mixed(q, v, w)",
    # the likelihood ratio of N(m, 1) and N(0, 1) at z
    "ratio(m, z) = exp(m*z - m^2/2)",
    ranges={
        "q": Range.chance(SIZE),
        "eps": Range.epsilon((0, 20)),
        "x y v w": CHANCE,
        "m n j": (Fraction(1, 10), 5),
        "s z": (Fraction(1, 10), 5),
    },
    poisson=POISSON,
)
BOOK = Proofs("joint", "Balle, Barthe, Gaboardi 2018", at="Theorem 8", notation=NOTATION)
SAMPLE = Proofs("sample", "Dong, Roth, Su 2022", notation=NOTATION)
POISSONS = Proofs("poisson", "Dong, Roth, Su 2022", notation=NOTATION)
GROUPS = Proofs("group-of-records", "Kahane 1985", notation=NOTATION)

BOOK.identity(
    "one-sample",
    "Steps that see the same sample show x v or y w together, and on a Poisson sample (1-q) y w + q x v: the amplified "
    "pair is that of their composition. It is not that of steps with a sample each, which differs by q (1-q) (x-y) "
    "(v-w) and shows less wherever both outcomes speak for the record.",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l), all chances of two outcomes",
    Same("the joint outcome", "joint - poisson.level(q, eps)*y*w", "q*(x*v - exp(eps)*y*w)"),
    Same("what own samples show less", "joint - apart", "q*(1 - q)*(x - y)*(v - w)"),
    so="A later step may depend on earlier outcomes: its chances are those given these.",
)

BOOK.identity(
    "parts.alone",
    "Without a sampler around them several steps are the steps of a ledger.",
    "definition",
    "the rewriting on one example",
    Rewrites("joint.parts", "(gaussian:sigma=2,times=3)", "gaussian:sigma=2,times=3"),
)


def _below(name: str) -> Any:
    """Whether the registered delta by a theorem is not below the exact one of two kinds of reports on one sample, in
    both directions."""

    def holds(xp: Any, rate: Fraction, epsilon: Fraction) -> bool:
        # 3/4 is told with eps = log 3 < 1.1, and 2/3 with log 2 < 0.7
        step = f"poisson:rate={rate}/(pure:epsilon=1.1 + pure:epsilon=0.7,times=2)"
        shipped = ch.Ledger(step).delta(epsilon, accountant=name).upper
        both = together(responses(Fraction(3)), *[responses(Fraction(2))] * 2)
        mixed = tuple(rate * x + (1 - rate) * y for x, y in both)
        none, e = tuple(y for _, y in both), xp.number(epsilon)
        worst = xp.maximum(Pair(mixed, none).hockey_stick(xp, e), Pair(none, mixed).hockey_stick(xp, e))
        return not worst > xp.number(Fraction(shipped))

    return holds


for _accountant in ("pure", "approximate", "zcdp", "gdp", "renyi", "loss-distribution"):
    BOOK.soundness(
        f"{_accountant}.exact-reports",
        "Three reports by randomized response on one Poisson sample, of two kinds, have no larger delta than is "
        f"answered by way of what the accountant {_accountant} composes of them.",
        "truths 3/4 and 2/3 (twice), q in {1/10, 9/10}, eps in {0, 1/10, 1, 2}",
        Sampled(
            "balls: both directions", _below(f"joint.{_accountant}"), bits=128, rate="1/10 9/10", epsilon="0 1/10 1 2"
        ),
        so="The composition law itself is claimed with its accountant; what is tried here is that it is amplified "
        "once, with every run counted.",
    )

_ONE = (
    "Corollary 2; the pair of composed Gaussians",
    "all means m and n in units of sigma, and all outcomes",
    Same("the likelihood ratio of both", "ratio(m, z)*ratio(n, s)", "ratio(mu, (m*z + n*s)/mu)"),
)
for _book, _wrapped in ((POISSONS, "poisson:rate=1/3"), (SAMPLE, "sample:size=3,of=9")):
    _name = _wrapped.partition(":")[0]
    _book.identity(
        "gaussians.one-direction",
        "The likelihood ratio of two Gaussians that see the same records is that of one Gaussian, of the outcome's "
        "component along both means, whose mu^2 is the sum of theirs: neighbours are as distinguishable by it alone.",
        *_ONE,
        Rewrites(
            f"{_name}.gaussians", f"{_wrapped}/(gaussian:sigma=3 + gaussian:sigma=4)", f"{_wrapped}/gaussian:sigma=12/5"
        ),
        Rewrites(
            f"{_name}.gaussians", f"{_wrapped}/(gaussian:sigma=6,sensitivity=3,times=4)", f"{_wrapped}/gaussian:sigma=1"
        ),
        Rewrites(f"{_name}.gaussians", f"{_wrapped}/gaussian:sigma=6,sensitivity=3", f"{_wrapped}/gaussian:sigma=2"),
        so="The pair N(0), N(mu) dominates their composition, also where a later query depends on earlier outcomes, "
        "and a sampler amplifies what dominates.",
        where=("mu = sqrt(m^2 + n^2)",),
    )

_ROOT = "gaussian:sigma=1.414213562373095048801688724209698078569"
for _book, _name, _wrapped in (
    (POISSONS, "poisson", "poisson:rate=1/3"),
    (SAMPLE, "sample", "sample:size=3,of=9"),
    (GROUPS, "group-of-records", "group:size=3/poisson:rate=1/3"),
):
    _book.soundness(
        "gaussians-rounded.more-noise",
        "A Gaussian of smaller sigma, with noise of the missing variance added to its outcome, is the one of larger "
        "sigma: rounded down, sigma costs no less, and rounded up no more, inside a sampler too.",
        "Corollary 2; post-processing",
        "all sigma s and all that is rounded away; the rewriting of two runs of sigma 2, to forty digits",
        Same("the variances add up", "s^2 + ((s + z)^2 - s^2)", "(s + z)^2"),
        Nonnegative("what is missing is a variance", "(s + z)^2 - s^2", zero="z"),
        *(
            Rewrites(f"{_name}.gaussians-rounded", f"{_wrapped}/(gaussian:sigma=2,times=2)", f"{_wrapped}/{end}", below)
            for end, below in ((f"{_ROOT}6", False), (f"{_ROOT}7", True))
        ),
        so="Sums of independent normals are normal; no processing of an outcome costs anything.",
    )


@POISSONS.soundness(
    "gaussians.not-apart",
    "Answers on one sample are not as many Poisson samples with an answer each: that would be too little.",
    "two answers with noise 1 at rate 1/10, at eps = 1: delta is above 0.003663, and of two samples below 0.000515",
    Each("run", cases=[("1/10", "gaussian:sigma=1", 2, 1, "0.000515", "0.003663")]),
)
def _understated(rate: str, noise: str, times: int, epsilon: int, apart: str, truth: str) -> bool:
    """Whether as many samples, one for each answer, have a delta below `apart`, and one sample one above `truth`."""
    alone, together = (
        ch.Ledger(f"poisson:rate={rate}/{step}").delta(epsilon)
        for step in (f"{noise},times={times}", f"({noise},times={times})")
    )
    low = together.lower_exact
    return Fraction(str(alone.upper_exact)) < Fraction(apart) and low is not None and Fraction(low) > Fraction(truth)


GROUPS.identity(
    "gaussians.one-direction",
    "Where j records of a group are drawn, two Gaussians are moved by at most j times as much each, along one and the "
    "same direction: the outcome's component along it tells as much as both.",
    "Kahane 1985",
    "all means m and n in units of sigma, all j, and all outcomes",
    Same("the likelihood ratio of both", "ratio(j*m, z)*ratio(j*n, s)", "ratio(j*mu, (m*z + n*s)/mu)"),
    *(
        Rewrites("group-of-records.gaussians", f"group:size=3/{step}", f"group:size=3/{into}")
        for step, into in (
            ("poisson:rate=1/3/(gaussian:sigma=3 + gaussian:sigma=4)", "poisson:rate=1/3/gaussian:sigma=12/5"),
            ("(gaussian:sigma=6,sensitivity=3,times=4)", "gaussian:sigma=1"),
        )
    ),
    so="The shifts v of the records have |v| <= mu, so <v_A, v_B> <= |A| |B| mu^2 for the sums over two sets of "
    "records that may be drawn, with equality where all are equal: by Kahane's inequality the mixture of N(|A| mu) "
    "against N(0) dominates, given the past.",
    where=("mu = sqrt(m^2 + n^2)",),
)
claims = claims_of(BOOK, POISSONS, SAMPLE, GROUPS)
