"""Claims about registered answers on samples: the conditions of each theorem, the inverse, the tail, and the sampling
rates that are used for the curves."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Book, Conditions, case, claims_of, profile, renyi, replaced

from .replaced_record_bounds import runs_of

POISSON = Book("poisson", "Balle, Barthe, Gaboardi 2018", at="definition")
SAMPLE = Book("sample", "Balle, Barthe, Gaboardi 2018")
CURVES = Book("poisson", "Zhu, Wang 2019")
LOSSES = Book("poisson", "Zhu, Dong, Wang 2022")
REPLACED = Book("sample-with-replacement", "Balle, Barthe, Gaboardi 2018")
claims = claims_of(POISSON, SAMPLE, CURVES, LOSSES, REPLACED)
HALF, BOUND = Fraction(1, 2), (Fraction(1, 8), Fraction(1, 2), Fraction(-1))
QUARTER, NEVER, ALWAYS = (f"poisson:rate={rate}/pure:epsilon=1" for rate in ("1/4", 0, 1))
PART, EVERY = (f"sample:size={size},of=8/pure:epsilon=1" for size in (2, 8))


def _falling(**more: Any) -> ch.Profile:
    return profile("exp(-2*eps)/2", "-log(2*delta)/2", **more)


def _amplified(name: str, of: Callable[[ch.Profile], ch.Case]) -> list[Answers]:
    """The amplified profile: delta' at log(1 + q (e^eps - 1)), eps' at q delta, eps' = 0 from q times the inner delta
    at 0 on, delta at infinity and the maximal loss; the tail starts where its bound decreases, or where it did, and a
    limit is unchanged."""
    whole = _falling(
        delta_at_infinity=Fraction(1, 4), max_loss=1, tail=ch.Tail(start=Fraction(1, 10), subgaussian=BOUND)
    )
    return [
        Answers(
            name,
            of(whole),
            {
                "delta(log(1 + q*(exp(1/2)-1)))": "q*exp(-1)/2",
                "epsilon(1/100)": "log(1 + q*(exp(-log(2/(100*q))/2) - 1))",
                "epsilon(1/5)": 0,
                "at_infinity.delta": "q/4",
                "at_infinity.max_loss": "log(1 + q*(exp(1)-1))",
                "tail.start": 2,
            },
            {"q": Fraction(1, 4)},
        ),
        Answers(
            name,
            of(_falling(tail=ch.Tail(start=Fraction(3), subgaussian=BOUND))),
            {"at_infinity.max_loss": None, "tail.start": 3},
        ),
        Answers(name, of(_falling(tail=ch.Tail(tail_mu=Fraction(2)))), {"tail.tail_mu": 2}),
        Answers(name, of(profile("1 - eps", "2 + log(1 - delta*9/10)")), {"epsilon(1/2)": 0}),
    ]


AMPLIFIED = "delta'(log(1 + q (e^eps - 1))) = q delta(eps), its inverse and its end."
POISSON.stated(
    "profile.as-stated",
    AMPLIFIED,
    "Theorem 8",
    "q = 1/4",
    Conditions("poisson.profile", [case(QUARTER, _falling())], [case(NEVER, _falling()), case(ALWAYS, _falling())]),
    *_amplified("poisson.profile", lambda inner: case(QUARTER, inner)),
)
SAMPLE.stated(
    "profile.as-stated",
    AMPLIFIED,
    "Theorem 9",
    "2 of 8",
    Conditions("sample.profile", [replaced(PART, _falling())], [replaced(EVERY, _falling())]),
    *_amplified("sample.profile", lambda inner: replaced(PART, inner)),
)

TWICE = "poisson:rate=1/4/poisson:rate=1/2/pure:epsilon=1"
DRAWN, ALL = replaced(PART), replaced(EVERY)
AGAIN = replaced("sample:size=4,of=8/sample:size=2,of=4/pure:epsilon=1")
POISSON.stated(
    "whole.ends",
    "At rate 1 the step is what it wraps, at rate 0 it releases nothing; a sample of a sample is one.",
    "rates 0, 1/4, 1",
    Conditions("poisson.whole", [ALWAYS], [QUARTER, NEVER]),
    Conditions("poisson.whole", [replaced("poisson:rate=1/gaussian:sigma=1")], [replaced(ALWAYS)]),
    Conditions("poisson.nothing", [NEVER], [QUARTER, ALWAYS]),
    Conditions("poisson.twice", [TWICE], [QUARTER]),
    Conditions("sample.whole", [ALL], [DRAWN]),
    Conditions("sample.twice", [AGAIN], [DRAWN]),
    Answers("poisson.twice", TWICE, {"settings.rate": "1/8"}),
    Answers("sample.twice", AGAIN, {"settings.size": 2, "settings.of": 8}),
    Answers("poisson.nothing", NEVER, {"settings.epsilon": 0}),
)

WHOLE: dict[str, tuple[Any, str]] = {
    "pure": (ch.Pure(epsilon=HALF), "epsilon"),
    "approximate": (ch.Approximate(epsilon=HALF, delta=HALF), "epsilon"),
    "zcdp": (ch.ZCDP(rho=HALF), "rho"),
    "gdp": (ch.GDP(mu_squared=HALF), "mu_squared"),
    "renyi": (renyi("alpha/6"), "curve(3)"),
    "profile": (profile("exp(-eps)/2", "-log(2*delta)"), "delta(0)"),
}
"""A guarantee of each kind, and an expression of it that is 1/2."""
for _kind, (_inner, _half) in WHOLE.items():
    POISSON.stated(
        f"whole-{_kind}.same",
        "At rate 1 the guarantee is that of the step inside, and at no other rate.",
        "rates 0, 1/4, 1",
        Conditions(f"poisson.whole-{_kind}", [case(ALWAYS, _inner)], [case(QUARTER, _inner), case(NEVER, _inner)]),
        Answers(f"poisson.whole-{_kind}", case(ALWAYS, _inner), {_half: "1/2"}),
    )

UNBOUNDED, SHORT, TWO, LONGER, LONG = (
    renyi("alpha/2", top=top) for top in (None, *map(Fraction, ("3/2", "2", "5/2", "5000")))
)
CURVES.stated(
    "renyi.where-it-answers",
    "Renyi curves of samples are given for rates strictly between 0 and 1; they end at the inner curve's last whole "
    "order, or at 1024, and where the inner curve ends below 2 at its last order.",
    "Theorem 6; Wang, Balle, Kasiviswanathan 2019, Theorem 9",
    "rates 0, 1/4 and 1, and inner curves up to 3/2, 5/2 and without end",
    Conditions(
        "poisson.renyi",
        [case(QUARTER, UNBOUNDED), case(QUARTER, TWO), case(QUARTER, SHORT)],
        [case(NEVER, UNBOUNDED), case(ALWAYS, UNBOUNDED), case("poisson:rate=1/4/gaussian:sigma=1", UNBOUNDED)],
    ),
    Conditions(
        "sample.renyi",
        [replaced(PART, UNBOUNDED), replaced(PART, SHORT)],
        [replaced(EVERY, UNBOUNDED), replaced(str(AGAIN.step), UNBOUNDED)],
    ),
    *(
        Answers("poisson.renyi", case(QUARTER, inner), {"top": top})
        for inner, top in ((UNBOUNDED, 1024), (SHORT, "3/2"), (TWO, 2), (LONGER, 2), (LONG, 1024))
    ),
)


NORMAL, CLOAKED = "poisson:rate=1/4/gaussian:sigma=1", "poisson:rate=1/4/zcdp:rho=1"
LOSSES.stated(
    "exact-pld.where-it-answers",
    "A sampled step has an exact loss distribution where its mechanism, run once, has one, and where the mechanism's "
    "worst pair is that of one record and none.",
    "Section 4",
    "one run and two, of two mechanisms, exact and not",
    Conditions(
        "poisson.exact-pld",
        [case(NORMAL, runs_of())],
        [case(NORMAL, runs_of(2)), case(NORMAL, runs_of(side=ch.Side.UPPER)), case(CLOAKED, runs_of())],
    ),
)

DRAWN_AGAIN = "sample-with-replacement:size=3,of=4/pure:epsilon=1"
REPLACED.stated(
    "profile.limit",
    "As eps rises delta falls to the chance that the record is in the sample, where nothing bounds the losses of a "
    "mechanism that sometimes fails; to 0 where it never does.",
    "Theorem 10",
    "3 draws from 4 records; failures with probability 0, 1/4 and 1",
    *(
        Answers(
            "sample-with-replacement.profile",
            replaced(DRAWN_AGAIN, profile(f"{end} + (1-{end})*exp(-eps)/2", delta_at_infinity=Fraction(end))),
            {"at_infinity.delta": "1 - (3/4)^3"},
        )
        for end in ("1/4", "1")
    ),
    Answers(
        "sample-with-replacement.profile",
        replaced(DRAWN_AGAIN, profile("exp(-eps)/2")),
        more={"no function": (lambda xp, found: int(found.at_infinity.delta == 0), 1)},
    ),
)
