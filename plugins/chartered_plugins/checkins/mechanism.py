"""Random check-ins: each client independently draws the slot out of m in which it may report, and nobody learns whose
report a slot used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch

from ..basics.formula_at import formula_at
from ..subsampling.formulas import amplification
from ..subsampling.rate import amplified
from . import protocols

if TYPE_CHECKING:
    import click

PAPER = "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020"
AMPLIFIED = "Balle, Barthe, Gaboardi 2018, Theorem 2 (advanced joint convexity)"


def _once(case: ch.Case, epsilon: ch.Number) -> ch.Number:
    """The eps of a mechanism in which a client reports at most once, with probability at most p."""
    share = case.number("p")
    return epsilon if share == 1 else formula_at(amplification.sampled_epsilon, share, epsilon)


def _pure(case: ch.Case) -> ch.Pure:
    return ch.Pure(epsilon=_once(case, case.epsilon))


def _approximate(case: ch.Case) -> ch.Approximate:
    inner, share = case.guarantee(ch.Approximate), case.number("p")
    return ch.Approximate(epsilon=_once(case, inner.epsilon), delta=ch.scale(inner.delta, share))


def _profile(case: ch.Case) -> ch.Profile:
    inner, share = case.guarantee(ch.Profile), case.number("p")
    return ch.postprocessed(inner) if share == 1 else amplified(inner, share)


def _shuffled(case: ch.Case) -> ch.Step:
    """The same reports as a shuffle of any adaptive reports with the same guarantee."""
    inner = case.inner
    assert isinstance(inner, ch.Pure | ch.Approximate)
    said = "pure" if isinstance(inner, ch.Pure) else "approximate"
    rest = (
        f",delta={ch.rational_above(inner.delta, 'the delta of a report')}" if isinstance(inner, ch.Approximate) else ""
    )
    epsilon = ch.rational_above(inner.epsilon, "the eps of a report")
    return ch.parse(f"shuffled:n={case.number('n')},adaptive=true/{said}:epsilon={epsilon}{rest}").step


def _unshuffled(case: ch.Case) -> str | None:
    if "shuffled" not in ch.registry().mechanisms:
        return "no plugin knows shuffled steps"
    return protocols.within("averaged", "fixed", whole=True)(case) or (
        "there is one client" if case["n"] == 1 else None
    )


def _rewriting(name: str, kind: type[ch.Guarantee]) -> ch.Theorem:
    return ch.Theorem(
        name=f"checkin.{name}",
        takes=ch.OnWrapper("checkin", kind),
        gives=ch.Rewrite,
        bound=_shuffled,
        conditions=_unshuffled,
        statement="If every client checks in and all that did report, or one of each slot drawn at random, what is "
        "seen is made of the reports of all clients in a uniform order, of which each may depend on those before it.",
        source="direct computation: the sizes of the slots do not depend on the data, and given these clients are in "
        "a uniform order",
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Random check-ins."""
    clients = "how many clients there are: as many reports in all, at most"
    return [
        ch.Mechanism(
            name="checkin",
            summary="runs the wrapped step on one client's record in each slot in which clients happened to check in",
            parameters=(
                ch.Parameter.whole("m", "how many slots a client may check in to", safer="larger"),
                ch.Parameter(
                    "p", "the probability with which a client checks in at all", high=1, default=1, safer="smaller"
                ),
                ch.Parameter.whole("n", clients, safer="larger"),
                ch.Parameter(
                    "protocol",
                    "how slots are drawn and filled",
                    words=("fixed", "averaged", "sliding"),
                    default="fixed",
                ),
            ),
            source=f"{PAPER}, Algorithms 1 and 2, and Section 4.2",
            wraps=True,
            each_run="protocols, each of reports by {}",
            requires=ch.Neighbours.REPLACE_ONE,
            not_under=((ch.Neighbours.ZERO_OUT, "what is reported for a null record is not stated"),),
            local=True,
            sees="n",
            sampling="random check-ins: each client draws its own slot; a slot without client runs the same step on a "
            "dummy record, and nobody sees which do",
        ),
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Bounds from a client that reports at most once, with probability at most p; and protocols that are shuffles."""
    return [
        ch.Theorem(
            name="checkin.pure",
            takes=ch.OnWrapper("checkin", ch.Pure),
            gives=ch.Pure,
            bound=_pure,
            conditions=protocols.within(*protocols.PROTOCOLS),
            statement="A client reports once, with probability at most p: log(1 + p (e^eps0 - 1))-DP.",
            source=f"direct computation; {AMPLIFIED}",
            latex=r"\varepsilon=\log\left(1+p(e^{\varepsilon_0}-1)\right)",
        ),
        ch.Theorem(
            name="checkin.approximate",
            takes=ch.OnWrapper("checkin", ch.Approximate),
            gives=ch.Approximate,
            bound=_approximate,
            conditions=protocols.within(*protocols.PROTOCOLS),
            statement="A client reports once, with probability at most p: (log(1 + p (e^eps0 - 1)), p delta0)-DP.",
            source=f"direct computation; {AMPLIFIED}",
            latex=r"\left(\log\left(1+p(e^{\varepsilon_0}-1)\right),\;p\,\delta_0\right)",
        ),
        ch.Theorem(
            name="checkin.profile",
            takes=ch.OnWrapper("checkin", ch.Profile),
            gives=ch.Profile,
            bound=_profile,
            conditions=protocols.within(*protocols.PROTOCOLS),
            statement="A client reports once, with probability at most p: delta'(log(1 + p (e^eps - 1))) <= p "
            "delta(eps).",
            source=f"direct computation; {AMPLIFIED}",
            latex=r"\delta'\left(\log(1+p(e^{\varepsilon}-1))\right)\le p\,\delta(\varepsilon)",
        ),
        *(_unchanged(kind) for kind in (ch.Renyi, ch.GDP)),
        _rewriting("shuffled", ch.Pure),
        _rewriting("shuffled-approximate", ch.Approximate),
    ]


def _unchanged(kind: type[ch.Guarantee]) -> ch.Theorem:
    """The guarantee of a single report for the whole output: this kind is preserved under mixtures."""
    return ch.Theorem(
        name=f"checkin.{kind.__name__.lower()}",
        takes=ch.OnWrapper("checkin", kind),
        gives=kind,
        bound=lambda case: case.inner,
        conditions=protocols.within(*protocols.PROTOCOLS),
        statement="A client reports at most once: what holds of its report holds of all that is seen.",
        source="direct computation; hockey-stick and Renyi divergences of mixtures are at most the largest of their "
        "parts",
    )


register_claims = ch.claims_in(f"{__package__}.claims", ".checkins .checkins_exact")


@ch.hook
def register_commands() -> list[click.Command]:
    """`chartered simulate`."""
    from .simulation.command import simulate

    return [simulate]
