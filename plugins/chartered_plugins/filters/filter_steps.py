"""Privacy filters as steps of a ledger: whatever is run within the budgets of a filter costs no more than the budgets
themselves, each spent in one round. So a filter is rewritten as these rounds, and every accountant answers about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import chartered as ch

_PURSES = ("gdp", "pure", "fail")
_ROGERS = "Rogers, Roth, Ullman, Vadhan 2016; Smith, Thakurta 2022; Koskela, Tobaben, Honkela 2023"
_FELDMAN = "Feldman, Zrnic 2021, Theorem 3.1"
_ADAPTIVE = "none by the filter: each round may depend on all earlier outputs, and so may the end"


def _alone(settings: Mapping[str, Fraction | str | bool]) -> str | None:
    """Why budgets do not go together."""
    given = [name for name in (*_PURSES, "zcdp", "alpha") if name in settings]
    if not given:
        return "it has no budget"
    other = next((name for name in ("zcdp", "alpha") if name in given and len(given) > 1), None)
    if other is None:
        return None
    rest = " and ".join(name for name in given if name != other)
    return f"{other} goes with no other budget, and there is {rest}: only a conversion is proved of it"


def _one_round(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """Each budget, spent at once."""
    mu, epsilon, delta = (case.get(name) for name in _PURSES)
    parts = [] if mu is None else [ch.Step("gdp", (("mu", mu),))]
    if delta:
        parts.append(ch.Step("approximate", (("epsilon", epsilon or Fraction(0)), ("delta", delta))))
    elif epsilon is not None or not parts:
        parts.append(ch.Step("pure", (("epsilon", epsilon or Fraction(0)),)))
    return tuple((part, 1) for part in parts)


def _has(*names: str) -> Callable[[ch.Case], str | None]:
    return lambda case: None if any(case.get(name) is not None for name in names) else ""


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A filter with budgets that add up, and one that counts runs of a fixed step."""
    return [
        ch.Mechanism(
            "filter",
            "any rounds, each chosen after the outputs before it, whose costs stay within budgets fixed beforehand",
            _budgets(),
            source=_ROGERS,
            numeric=False,
            conflict=_alone,
            sampling=_ADAPTIVE,
        ),
        ch.Mechanism(
            "filter-runs",
            "at most `most` runs of a fixed step, of which each, and the end, may depend on the outputs before it",
            (
                ch.Parameter.whole(
                    "most", "how many runs there are at most", high=10**12, safer="smaller", monotone="dpsgd.fewer"
                ),
            ),
            wraps=True,
            numeric=False,
            each_run="filters, each of up to `most` runs, of {}",
        ),
    ]


def _budgets() -> tuple[ch.Parameter, ...]:
    def budget(name: str, meaning: str, monotone: str, **more: bool | int) -> ch.Parameter:
        return ch.Parameter(
            name,
            meaning,
            open_low=False,
            optional=True,
            safer="smaller",
            monotone=monotone,
            **more,  # type: ignore[arg-type]
        )

    own = "for the ledger's own relation"
    return (
        budget("gdp", f"the mu of all rounds that are paid in GDP, whose squares add up, {own}", "gdp.monotone"),
        budget("pure", f"the sum of the eps of all rounds that are paid in pure DP, {own}", "pure.monotone"),
        budget(
            "fail",
            "the probability that some round fails and discloses everything",
            "approximate.monotone",
            high=1,
            open_high=True,
        ),
        budget("zcdp", f"the sum of the rho of all rounds, {own}", "zcdp.monotone"),
        ch.Parameter(
            "alpha",
            "the order of the Renyi divergences that add up",
            low=1,
            optional=True,
            safer="larger",
            monotone="rdp.monotone",
        ),
        ch.Parameter(
            "gamma",
            f"the sum of the Renyi divergences of that order, {own}",
            open_low=False,
            with_="alpha",
            safer="smaller",
            monotone="rdp.monotone",
        ),
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """What the budgets of a filter cost."""
    return [*_of_pairs(), *_of_divergences()]


def _of_pairs() -> list[ch.Theorem]:
    """Budgets whose pairs compose: exact."""
    return [
        ch.Theorem.rewriting(
            name="filter.purses",
            takes=ch.OnStep("filter"),
            bound=_one_round,
            conditions=_has(*_PURSES),
            statement="If the pairs of two costs together are dominated by the pair of their sum, then rounds that are "
            "chosen after earlier outputs, and stopped before any budget is exceeded, are dominated by the pair of the "
            "budgets. Squares of mu, eps, and logarithms of the probability of no failure are such costs; one round "
            "that spends everything attains the bound.",
            source=f"{_ROGERS}; several budgets at once: ours, by induction on the rounds",
            latex=r"H_t(P\|Q)\le H_t(P_B\|Q_B),\quad\sum_i b_i\le B,\quad b=(\mu^2,\varepsilon,"
            r"-\log(1-\delta))",
        ),
        ch.Theorem.rewriting(
            name="filter.runs",
            takes=ch.OnWrapped("filter-runs"),
            bound=lambda case: ((case.wrapped, int(case.number("most"))),),
            statement="Numbers of runs of one fixed step add up: a plan that stops, or takes a step that loses no more "
            "than the fixed one, after looking at outputs, is dominated by all runs of the fixed step.",
            source="ours, by induction on the rounds",
        ),
    ]


def _of_divergences() -> list[ch.Theorem]:
    """Budgets of Renyi divergences, which add up along every path."""
    return [
        ch.Theorem.rewriting(
            name="filter.zcdp",
            takes=ch.OnStep("filter"),
            bound=lambda case: ch.Step("zcdp", (("rho", case["zcdp"]),)),
            conditions=_has("zcdp"),
            statement="If the sum of the rho of all rounds never exceeds the budget, whatever was seen before, then "
            "all rounds together are zCDP with the budget.",
            source=_FELDMAN,
        ),
        ch.Theorem.rewriting(
            name="filter.renyi",
            takes=ch.OnStep("filter"),
            bound=lambda case: ch.Step("rdp", (("alpha", case["alpha"]), ("gamma", case["gamma"]))),
            conditions=_has("alpha"),
            statement="If the sum of the Renyi divergences of one order, fixed beforehand, never exceeds the budget, "
            "then that of all rounds does not either.",
            source=_FELDMAN,
            latex=r"D_\alpha(P\|Q)\le B,\quad\sum_i\gamma_i(\alpha)\le B",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".filter_steps .scoped_budgets")
