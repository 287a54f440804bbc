"""Claims about the decays that profiles state: no profile is above its own."""

from __future__ import annotations

from fractions import Fraction

from chartered.proving import Each, Proofs, case, registered
from chartered.testing.profile_shape import check_tail

BOOK = Proofs("profiles", "direct computation")
STEPS = [
    *(("skellam.profile", f"skellam:variance={v},sensitivity={s}") for v, s in (("1/2", 1), (3, 1), (8, 2), (50, 3))),
    *(
        ("discrete-gaussian.profile", f"discrete-gaussian:sigma={v},sensitivity={s}")
        for v, s in (("1/2", 1), (1, 2), (4, 3))
    ),
    *(("power.naive", f"power:A=1,B={b},sigma={sigma},refined=false") for b, sigma in (("1/2", 1), (2, 3))),
    ("power.refined", "power:A=1,B=2,sigma=3"),
]


def _below_its_own(theorem: str, step: str) -> bool:
    profile = registered(theorem).apply(case(step))
    check_tail(profile, step)  # raises
    return profile.tail is not None


BOOK.table(
    "tails.above",
    "No profile is above the decay that it states, at its start and beyond.",
    "four kinds of noise and trade-offs, six eps each",
    Each("run: both, one by one", _below_its_own, STEPS),
)


def _stated(theorem: str, step: str, numbers: str) -> bool:
    tail = registered(theorem).apply(case(step)).tail
    return [Fraction(word) for word in numbers.split()] == [tail.start, *tail.subgaussian]


BOOK.table(
    "tails.numbers",
    "Noise on the integers states where its decay begins, and a, b, c of log delta <= c + b eps - a eps^2.",
    "by hand: (shift (shift + 1)/2v, v/2 shift^2, (shift + 1)/2 shift, 0), and (shift^2/2v, v/2 shift^2, 1/2, "
    "-shift^2/8v)",
    Each(
        "run: four numbers",
        _stated,
        [
            ("skellam.profile", "skellam:variance=18,sensitivity=3", "1/3 1 2/3 0"),
            ("discrete-gaussian.profile", "discrete-gaussian:sigma=4,sensitivity=3", "9/32 8/9 1/2 -9/128"),
        ],
    ),
)
