"""Random check-ins in which few slots are shared by many clients: a report is used with probability 1/(N+1), for N
others in its slot."""

from __future__ import annotations

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..loss_distribution import from_profiles as pld
from ..loss_distribution.guarantee import FINE
from ..subsampling.formulas import amplification
from . import protocols
from .formulas import shared_slots

MOST_CLIENTS = 10**16
"""Of more the binomial distribution function has no digit left at the working precision."""


def _profile(case: ch.Case) -> ch.Profile:
    inner, clients = case.guarantee(ch.Profile), (int(case.number("n")) - 1, case.number("p"), int(case.number("m")))
    most, failure = inner.at_infinity.max_loss, inner.at_infinity.delta

    def max_loss(xp: Arithmetic) -> Value:
        largest, _ = shared_slots.uses(*clients)[0]
        return amplification.sampled_epsilon(xp, xp.number(largest), xp.number(most))

    return ch.Profile(
        delta=lambda xp, epsilon, witness: shared_slots.delta(xp, *clients, inner.delta, epsilon),
        at_infinity=ch.AtInfinity(
            delta=0 if failure == 0 else ch.scale(failure, shared_slots.used(*clients)),
            max_loss=None if most is None else max_loss,
        ),
    )


def _shared(case: ch.Case) -> str | None:
    """Slots that are fixed, from 2 to 1e16 clients, and a report whose profile needs no search at each eps."""
    if not case.guarantee(ch.Profile).closed_form:
        return "the profile of a report needs a search at each eps, and each number of others asks it at another"
    if case.number("n") > MOST_CLIENTS:
        return "there are more than 1e16 clients"
    return "there is one client" if case["n"] == 1 else protocols.within("fixed")(case)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The profile, and its losses for many rounds."""
    profile = ch.Theorem(
        name="checkin.shared-slot",
        takes=ch.OnWrapper("checkin", ch.Profile),
        gives=ch.Profile,
        bound=_profile,
        conditions=_shared,
        statement="Of the N others in its slot, who follow the protocol, each is as likely to be the one whose "
        "report is used as the client: given N that is a sample of one report with probability r = p/(N+1).",
        source="direct computation; Balle, Barthe, Gaboardi 2018, Theorem 2 (advanced joint convexity)",
        latex=r"\delta'(\varepsilon)\le\mathbb{E}\left[r\,\delta\left(\log\left(1+\tfrac{e^{\varepsilon}-1}{r}"
        r"\right)\right)\right],\quad r=\tfrac{p}{N+1},\;N\sim\mathrm{Bin}(n-1,\tfrac pm)",
    )
    losses = pld.beside(profile, "Connect the dots of that profile.", lambda case: FINE, "direct computation")
    return [profile, losses]


register_claims = ch.claims_in(f"{__package__}.claims", ".shared_slots")
