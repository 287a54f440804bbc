"""Zero-concentrated DP: a Renyi curve that is linear in the order."""

from __future__ import annotations

from collections.abc import Sequence

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formula_at import formula_at
from .formulas import gaussian_moments, randomized_response as response


def _renyi(g: ch.ZCDP) -> ch.Renyi:
    def curve(xp: Arithmetic, alpha: Value) -> Value:
        return gaussian_moments.curve(xp.number(g.rho), alpha)

    return ch.Renyi(curve=curve)


def _times(g: ch.ZCDP, n: int) -> ch.ZCDP:
    return ch.ZCDP(rho=ch.scale(g.rho, n))


def _compose(gs: Sequence[ch.ZCDP]) -> ch.ZCDP:
    return ch.ZCDP(rho=ch.total(g.rho for g in gs))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A mechanism of which only its concentrated guarantee is known."""
    rho = ch.Parameter(
        "rho",
        "the zCDP guarantee, for the ledger's own relation",
        open_low=False,
        safer="smaller",
        monotone="zcdp.monotone",
    )
    return [ch.Mechanism("zcdp", "any mechanism that is rho-zCDP", (rho,), also_called=("cdp", "concentrated"))]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The step's own guarantee, the guarantees that imply it, and its Renyi curve."""
    return [*_of_the_step(), *_implied(), _curve()]


def _of_the_step() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name="zcdp.zcdp",
            takes=ch.OnStep("zcdp"),
            gives=ch.ZCDP,
            bound=lambda case: ch.ZCDP(rho=case.number("rho")),
            statement="The step states its own concentrated guarantee.",
            source="definition",
            side=ch.Side.EXACT,
        ),
        ch.Theorem.rewriting(
            name="zcdp.nothing",
            takes=ch.OnStep("zcdp"),
            bound=lambda case: ch.parse("pure:epsilon=0").step,
            conditions=lambda case: None if case["rho"] == 0 else "",
            statement="At rho = 0 neighbours give the same distribution: nothing is released, which is 0-DP.",
        ),
    ]


def _implied() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name="pure.zcdp",
            takes=ch.Pure,
            gives=ch.ZCDP,
            bound=lambda g: ch.ZCDP(rho=0 if g.epsilon == 0 else formula_at(response.concentration, g.epsilon)),
            statement="eps-DP implies rho-zCDP with rho = eps tanh(eps/2), the best one for randomized response.",
            source="Bun, Steinke 2016, Proposition 1.4, with its constant eps^2/2 lowered to the best one",
            latex=r"\rho=\varepsilon\tanh(\varepsilon/2)",
            optimal_for_premise=True,
        ),
        ch.Theorem(
            name="gdp.zcdp",
            takes=ch.GDP,
            gives=ch.ZCDP,
            bound=lambda g: ch.ZCDP(rho=ch.scale(g.mu_squared, ch.HALF)),
            statement="mu-GDP implies rho-zCDP with rho = mu^2/2, that of the Gaussian mechanism: no divergence that "
            "post-processing lowers is above that of N(0, 1) and N(mu, 1), in either order.",
            source="Dong, Roth, Su 2022, Theorem 2 and Corollary B.6; Bun, Steinke 2016, Proposition 1.6",
            latex=r"\rho=\mu^2/2",
            optimal_for_premise=True,
        ),
    ]


def _curve() -> ch.Theorem:
    return ch.Theorem(
        name="zcdp.renyi",
        takes=ch.ZCDP,
        gives=ch.Renyi,
        bound=_renyi,
        statement="rho-zCDP is the Renyi curve rho alpha.",
        source="Bun, Steinke 2016, Definition 1.1",
        latex=r"\gamma(\alpha)=\rho\alpha",
        side=ch.Side.EXACT,
        optimal_for_premise=True,
    )


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """rho adds up."""
    return [
        ch.Accountant(
            name="zcdp",
            kind=ch.ZCDP,
            times=_times,
            compose=_compose,
            statement="rho adds up.",
            source="Bun, Steinke 2016, Lemma 1.7",
            latex=r"\rho=\sum_i\rho_i",
            side=ch.Side.EXACT,
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".zcdp")
