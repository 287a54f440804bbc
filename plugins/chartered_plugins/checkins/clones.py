"""Amplification by clones among the clients who check in, each with some probability, in one round and in many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from msgspec import structs

from ..basics.formula_at import formula_at
from ..basics.formulas import randomized_response as response
from ..loss_distribution import from_profiles as pld
from ..shuffling import random_places as places
from ..shuffling.formulas import clones, clones_renyi as clone_moments, closed_forms as shuffling
from ..subsampling.formulas import amplification
from . import near_renyi as nearby, protocols
from .near_renyi_guarantee import Clipped

CLONES = "Feldman, McMillan, Talwar 2021"
PARTICIPANTS = (
    "The clients who check in are drawn without the data, each with probability p; given them a window is made of "
    "their reports in a uniform order, and of dummies. Of n - 1 others a clone is each with probability p e^-eps0. All "
    "of them must follow the protocol, and nobody sees how many checked in or which slots were empty."
)
MOMENTS = (
    r"\frac{1}{\alpha-1}\log\left(1-p+p\,\mathbb{E}\left[(1+\tau V)^{\alpha}(1-\tau V)^{1-\alpha}\right]\right),\quad"
    r"\tau=\tanh\tfrac{\varepsilon_0}{2},\;V=\tfrac{2X}{C+1}-1,\;X\sim\mathrm{Bin}(C+1,\tfrac12),\;"
    r"C\sim\mathrm{Bin}(n-1,p\,e^{-\varepsilon_0})"
)


def _max_loss(case: ch.Case) -> Callable[[Arithmetic], Value]:
    """log(1 + p (e^eps0 - 1)), from which on delta is 0, since a client reports once, with probability p."""
    return formula_at(amplification.sampled_epsilon, case.number("p"), case.epsilon)


def _profile(case: ch.Case) -> ch.Profile:
    epsilon0, n, share, max_loss = case.epsilon, int(case.number("n")), case.number("p"), _max_loss(case)

    def delta(xp: Arithmetic, epsilon: Value, walk: int) -> Value:
        if epsilon >= max_loss(xp):
            return xp.number(0)
        return xp.number(share) * clones.delta(xp, epsilon0, n, epsilon, share, walk)

    return places.summed(
        lambda walk: ch.Profile(
            delta=lambda xp, epsilon, witness: delta(xp, epsilon, walk), at_infinity=ch.AtInfinity(max_loss=max_loss)
        )
    )


def _approximate(case: ch.Case) -> ch.Profile:
    """As for pure reports, with the transfer for the expected number of reports; from eps0 on, delta0 of a single
    report."""
    inner, n, share, max_loss = case.guarantee(ch.Approximate), case.number("n"), case.number("p"), _max_loss(case)
    pure, delta0 = _profile(case), inner.delta

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        own = xp.number(share) * xp.number(delta0)
        if epsilon >= max_loss(xp):
            return own
        far = shuffling.transfer(xp, xp.number(inner.epsilon), xp.number(1 + (n - 1) * share), own)
        return shuffling.transferred(xp, pure.delta(xp, epsilon, {}), far, epsilon)

    at_infinity = structs.replace(pure.at_infinity, delta=ch.scale(delta0, share))
    return replace(pure, delta=delta, at_infinity=at_infinity, evaluation=ch.Evaluation(slow=True))


def _renyi(case: ch.Case, share: Fraction) -> ch.Renyi:
    epsilon0, n = case.epsilon, int(case.number("n"))
    return ch.Renyi(curve=lambda xp, alpha: clone_moments.renyi(xp, epsilon0, n, alpha, share))


def _near(case: ch.Case, share: Fraction) -> Clipped:
    """A guarantee at every point of a report's profile; a client that may report is near one whose possible report is
    pure."""
    inner, n = case.guarantee(ch.Profile), int(case.number("n"))

    def transfer(xp: Arithmetic, local: Fraction) -> Value:
        e = xp.number(local)
        own = xp.number(share) * inner.delta(xp, e, {})
        return shuffling.transfer(xp, e, xp.number(1 + (n - 1) * share), own)

    def rho(xp: Arithmetic, local: Fraction) -> Value:
        e = xp.number(local)
        return 2 * xp.number(share) * response.variation(xp, e) ** 2 / (1 + xp.number((n - 1) * share) * xp.exp(-e))

    return Clipped(
        curve=lambda xp, alpha, local: clone_moments.renyi(xp, local, n, alpha, share),
        transfer=transfer,
        rho=rho,
        least=ch.scale(inner.at_infinity.delta, share),
        points=nearby.locals_of(inner),
    )


def _impure(case: ch.Case) -> str | None:
    inner = case.guarantee(ch.Profile)
    if not inner.closed_form:
        return "the profile of a report needs a search at each eps"
    return "the reports are pure" if inner.at_infinity.delta == 0 and inner.at_infinity.max_loss is not None else None


def _impure_participants(case: ch.Case) -> str | None:
    averaged = case["protocol"] == "averaged"
    return protocols.within("averaged", "fixed", whole=averaged)(case) or _impure(case)


_some = protocols.within("fixed", telling=True, some=True)


def _failing(case: ch.Case) -> str | None:
    return "the reports are pure" if case.guarantee(ch.Approximate).delta == 0 else _some(case)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Windows of the clients who checked in, pure and approximate; the Renyi curve of the clones pair, which composes
    over rounds; and both for reports with any profile."""
    profiles, source = _of_some(), f"{CLONES}, Theorem 3.2; direct computation"
    losses = (pld.beside(x, f"Connect the dots of the profile of {x.name}.", source=source) for x in profiles)
    return [*profiles, *_of_rounds(), *losses, *_of_profiles()]


def _of_some() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name="checkin.clones",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.Profile,
            bound=_profile,
            conditions=_some,
            statement=PARTICIPANTS,
            source=f"{CLONES}, Theorem 3.2; for the clients who do not check in direct computation",
            latex=r"\delta(\varepsilon)\le p\,\delta_{\mathrm{pair}}(\varepsilon),\quad "
            r"C\sim\mathrm{Bin}(n-1,p\,e^{-\varepsilon_0})",
        ),
        ch.Theorem(
            name="checkin.clones-approximate",
            takes=ch.OnWrapper("checkin", ch.Approximate),
            gives=ch.Profile,
            bound=_approximate,
            conditions=_failing,
            statement="The same for (eps0, delta0)-DP reports: those of the clients who check in are near eps0-DP "
            "ones that have clones.",
            source=f"{CLONES}, Theorem 3.2; Kairouz, Oh, Viswanath 2015, Theorem 2.4; direct computation",
            latex=r"p\left(\delta_{\mathrm{pair}}(\varepsilon)+(e^{\varepsilon}+1)"
            r"\left(1+2(n-1)\,p\,e^{-\varepsilon_0}\right)\delta_0\right)",
        ),
    ]


def _of_rounds() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name="feldman2021.renyi",
            takes=ch.OnWrapper("shuffled", ch.Pure),
            gives=ch.Renyi,
            bound=lambda case: _renyi(case, Fraction(1)),
            conditions=lambda case: "eps is 0: a report says nothing" if case.epsilon == 0 else None,
            statement="The Renyi divergence of the clones pair, of which the shuffle is a post-processing: by it "
            "rounds of shuffling "
            "compose. A series of moments, of which all that are not taken one by one count as the last one that is.",
            source=f"{CLONES}, Theorem 3.2 and Section 3.2; the series is a direct computation",
            latex=MOMENTS.replace("1-p+p\\,", "").replace("p\\,", ""),
        ),
        ch.Theorem(
            name="checkin.clones-renyi",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.Renyi,
            bound=lambda case: _renyi(case, case.number("p")),
            conditions=_some,
            statement=f"The Renyi divergence of the same pair. {PARTICIPANTS}",
            source=f"{CLONES}, Theorem 3.2; direct computation",
            latex=MOMENTS,
        ),
    ]


def _of_profiles() -> list[ch.Theorem]:
    source = f"{CLONES}, Theorem 3.2; Kairouz, Oh, Viswanath 2015, Theorem 2.4; direct computation"
    latex = r"T=p\left(1+2(n-1)\,p\,e^{-\varepsilon_0}\right)\delta_0(\varepsilon_0)"
    return [
        ch.Theorem(
            name="shuffled.clipped",
            takes=ch.OnWrapper("shuffled", ch.Profile),
            gives=Clipped,
            bound=lambda case: _near(case, Fraction(1)),
            conditions=_impure,
            statement="At every point of a report's profile: the shuffle is at a distance in total variation from one "
            "of eps0-DP reports that have clones, and so from what has the Renyi curve of the clones pair.",
            source=source,
            latex=latex.replace("p\\left", "\\left").replace("p\\,", ""),
        ),
        ch.Theorem(
            name="checkin.clones-clipped",
            takes=ch.OnWrapper("checkin", ch.Profile),
            gives=Clipped,
            bound=lambda case: _near(case, case.number("p")),
            conditions=_impure_participants,
            statement=f"The same for reports of any profile, at each of its points. {PARTICIPANTS}",
            source=source,
            latex=latex,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".participants ...shuffling.claims.clone_moments")
