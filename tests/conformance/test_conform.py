"""The conformance kit accepts our own plugins and refuses broken ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

import chartered as ch
import pytest
from chartered.testing import conform, example_steps
from chartered.testing.profile_shape import check_tail

OWN = {plugin.name: plugin.module for plugin in ch.registry().plugins}
STEPS = {
    "loss-distribution": ["laplace:scale=2"],
    "privacy-profile": ["privacy-profile:epsilons=1/10:1,deltas=1/10:1/1000"],
    "rdp-curve": ["rdp-curve:orders=2:8,gammas=1/10:1/2"],
    "checkin-splits": ["checkin:m=20,n=30/gaussian:sigma=2", "checkin:m=20,n=30,protocol=averaged/pure:epsilon=1"],
    "correlated-noise": [
        "matrix:sigma=2,family=square-root,bands=3,steps=9,participation=fixed,separation=2,uses=3",
        "matrix:sigma=2,family=toeplitz,coefficients=1:1/2,steps=9,participation=cyclic-poisson,rate=1/3",
        "matrix:sigma=2,family=tree,steps=9",
    ],
    "truncated-laplace": ["truncated-laplace:scale=2,bound=9", "truncated-discrete-laplace:scale=2,bound=9"],
    "checkins": ["checkin:m=20,n=30,p=1/3/pure:epsilon=1"],
    "subsampling": [
        "poisson:rate=1/3/laplace:scale=1",
        "sample:size=2,of=9/gaussian:sigma=2",
        "poisson:rate=1/3/(gaussian:sigma=2 + laplace:scale=3)",
    ],
}


def made(**hooks: Any) -> ModuleType:
    """A plugin whose hooks return these lists (or what these functions return)."""
    module = ModuleType("stranger")
    for name, value in hooks.items():
        give: Callable[[], Any] = value if callable(value) else lambda value=value: value
        setattr(module, f"register_{name}", ch.hook(give))
    return module


def theorem(bound: Callable[[ch.Case], Any], gives: type[ch.Guarantee] = ch.Pure, **more: Any) -> ch.Theorem:
    """A theorem about the step `stranger`."""
    said = {"name": "stranger.one", "takes": ch.OnStep("stranger"), "statement": "s", "source": "s"}
    return ch.Theorem(**said | {"gives": gives, "bound": bound} | more)


def mechanism(**more: Any) -> ch.Mechanism:
    """A mechanism with one parameter."""
    return ch.Mechanism("stranger", "does something strange", (ch.Parameter("size", "how strange", **more),))


def stranger(*theorems: ch.Theorem) -> ModuleType:
    """A plugin of one mechanism and these theorems."""
    return made(mechanisms=[mechanism()], theorems=list(theorems))


def refused(why: str, plugin: ModuleType, **more: Any) -> None:
    """Asserts that a plugin does not conform, for this reason."""
    with pytest.raises(AssertionError, match=why):
        conform(plugin, **more)


@dataclass(frozen=True, slots=True, eq=False)
class Runs(ch.Guarantee):
    """So many runs of a pure mechanism."""

    epsilon: Fraction
    runs: int = 1


@dataclass(frozen=True)
class Counted:
    """A plugin whose accountant counts runs, and whose theorem on them has a condition."""

    name: str
    condition: Callable[[Runs], str | None]

    def plugin(self) -> ModuleType:
        """With the mechanism `stranger`."""

        def profile(g: Runs) -> ch.Profile:
            return ch.Profile(
                delta=lambda xp, eps, witness: xp.positive(1 - eps / xp.number(g.epsilon * g.runs)),
                at_infinity=ch.AtInfinity(max_loss=g.epsilon * g.runs),
            )

        said: Any = {"statement": "s", "source": "s"}
        return made(
            mechanisms=[mechanism()],
            theorems=[
                theorem(lambda case: Runs(case.number("size")), Runs),
                theorem(pure, name="stranger.pure"),
                ch.Theorem(f"{self.name}.profile", Runs, ch.Profile, profile, conditions=self.condition, **said),
            ],
            accountants=[ch.Accountant(self.name, Runs, lambda g, n: Runs(g.epsilon, n * g.runs), together, **said)],
        )


def together(gs: Sequence[Runs]) -> Runs:
    """Of equal runs."""
    return Runs(gs[0].epsilon, sum(g.runs for g in gs))


def pure(case: ch.Case) -> ch.Pure:
    """As strange as it says."""
    return ch.Pure(epsilon=case.number("size"))


@pytest.mark.parametrize("name", sorted(OWN))
def test_our_own_plugins_conform(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each shipped plugin passes the kit that strangers are given; its claims are tried elsewhere."""
    monkeypatch.setattr("chartered.testing.conformance.check_claims", lambda *_: None)
    conform(OWN[name], steps=STEPS.get(name, ()))


def test_register_mechanisms_and_theorems_of_a_stranger_conform() -> None:
    """A mechanism and one theorem are a plugin that conforms."""
    conform(stranger(theorem(pure)))


def test_register_theorems_without_a_source_is_refused() -> None:
    """A theorem says where it is from."""
    refused("has no source", stranger(theorem(pure, source=" ")))


def test_register_mechanisms_without_a_theorem_is_refused() -> None:
    """A mechanism that no theorem speaks of has no answer."""
    refused("no theorem leads from it", made(mechanisms=[mechanism()]))


def test_register_accountants_whose_count_is_forgotten_is_refused() -> None:
    """`times` that ignores the count differs from repeated `compose`."""
    accountant = ch.Accountant(
        "forgetful", ch.ZCDP, lambda g, n: g, lambda gs: ch.ZCDP(rho=ch.total(g.rho for g in gs)), "s", "s"
    )
    refused(r"times\(g, 2\)", made(accountants=[accountant]))


def test_an_accountant_that_is_silent_for_one_run_is_refused() -> None:
    """One run is a composition of one: a theorem that speaks of two runs or more leaves a count without a beginning."""
    several = Counted("several", lambda g: "one run has no answer" if g.runs == 1 else None)
    refused("one run is a composition of one", several.plugin())
    conform(Counted("any", lambda g: None).plugin())


def test_register_claims_that_are_refuted_is_refused() -> None:
    """A claim with a counterexample fails the plugin, and so does one that cannot run."""
    from chartered.proving import Claim, Effort, Kind, Refuted, Verdict

    def wrong(effort: Effort) -> Verdict:
        return Refuted("found one", witness={"x": "1"})

    def broken(effort: Effort) -> Verdict:
        raise ZeroDivisionError

    for check, why in ((wrong, "is refuted: found one; x = 1"), (broken, "was not decided")):
        with pytest.raises(AssertionError, match=why):
            conform(made(claims=[Claim("stranger.claim", Kind.IDENTITY, "s", "s", "s", check)]))


def test_register_commands_of_a_stranger_are_found() -> None:
    """A command is registered under its name."""
    import click
    from chartered.host.registry import Plugin, build_registry

    known = build_registry([Plugin("stranger", made(commands=[click.Command("strange")]))])
    assert set(known.commands()) == {"strange"}


def test_a_profile_below_an_exact_one_is_refused() -> None:
    """Two theorems that contradict each other: one says exactly 1, the other at most a half."""
    half = theorem(lambda case: ch.Pure(epsilon=case.number("size") / 2), name="stranger.two")
    refused("at least", stranger(theorem(pure, side=ch.Side.EXACT), half))


def test_a_profile_that_rises_is_refused() -> None:
    """A privacy profile does not grow with eps."""

    def rising(case: ch.Case) -> ch.Profile:
        return ch.Profile(delta=lambda xp, eps, witness: 1 - xp.exp(-eps - 1) + 0 * xp.number(case.number("size")))

    refused("exceeds", stranger(theorem(rising, ch.Profile)))


def exact_profile(formula: Callable[..., Any], **more: Any) -> ModuleType:
    """A plugin whose one theorem states this exact profile."""
    end = ch.AtInfinity(**more)
    bound = theorem(lambda case: ch.Profile(delta=formula, at_infinity=end), ch.Profile, side=ch.Side.EXACT)
    return stranger(bound)


def truncated(xp: Any, eps: Any, witness: ch.Witness) -> Any:
    """Laplace noise of scale 1 on an interval about 0: what lies beyond its end is an output of one neighbour alone."""
    end = xp.exp(xp.number(-4))
    return end + (1 - end) * xp.positive(-xp.expm1((eps - 1) / 2))


SHAPES: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    (truncated, {"max_loss": 1}, "states delta = 0 from eps = 1 on.*was delta at infinity forgotten"),
    (truncated, {}, "delta is still 0.0183.* at eps = 1e6 and falls no more"),
    (truncated, {"max_loss": 1, "delta": Fraction(1, 10)}, "states delta = 0.1 from eps = 1 on"),
    (truncated, {"max_loss": 2, "delta": lambda xp: xp.exp(xp.number(-4))},
     "at its limit 0.0183.* before max_loss = 2: state the least such eps"),
    (lambda xp, eps, w: xp.minimum(xp.number(Fraction(1, 10)), xp.exp(-eps)), {}, "not convex in e\\^eps"),
    (lambda xp, eps, w: xp.minimum(xp.number(Fraction(1, 2)), xp.positive(2 - 2 * eps)), {"max_loss": 1},
     "falls faster|not convex"),
    (lambda xp, eps, w: xp.exp(-9 * eps) / 2, {}, "falls faster up to eps"),
    (lambda xp, eps, w: 1 - xp.exp(-eps - 1), {}, "larger at eps = 1 than at 0"),
    (lambda xp, eps, w: 2 * xp.exp(-eps), {}, "above 1 at eps = 0: delta is a probability"),
    (lambda xp, eps, w: xp.exp(-eps) - 1, {}, "delta is negative"),
]  # fmt: skip


@pytest.mark.parametrize(("delta", "more", "why"), SHAPES)
def test_an_exact_profile_that_no_mechanism_has_is_refused(
    delta: Callable[..., Any], more: dict[str, Any], why: str
) -> None:
    """It ends at its limit, is convex in e^eps, falls, no faster than randomized response does, and lies in [0, 1]."""
    refused(why, exact_profile(delta, **more))


def test_a_bound_that_is_not_convex_conforms() -> None:
    """Only a mechanism's own profile has to be convex in e^eps."""

    def delta(xp: Any, eps: Any, witness: ch.Witness) -> Any:
        return xp.minimum(xp.number(Fraction(1, 10)), xp.exp(-eps))

    conform(stranger(theorem(lambda case: ch.Profile(delta=delta), ch.Profile)))


def test_the_same_noise_with_its_delta_at_infinity_conforms() -> None:
    """Truncated Laplace noise as it is: delta never falls below e^-4."""
    conform(exact_profile(truncated, max_loss=1, delta=lambda xp: xp.exp(xp.number(-4))))


def with_tail(tail: ch.Tail) -> ModuleType:
    """A plugin whose one theorem states the profile of Gaussian noise, and a decay of it."""

    def delta(xp: Any, eps: Any, witness: ch.Witness) -> Any:
        half = xp.number(Fraction(1, 2))
        return xp.ndtr(half - eps) - xp.exp(eps + xp.log_ndtr(-half - eps))

    bound = theorem(lambda case: ch.Profile(delta=delta, tail=tail), ch.Profile, side=ch.Side.EXACT)
    return stranger(bound)


@pytest.mark.parametrize(
    ("tail", "why"),
    [
        (ch.Tail(mu=Fraction(9, 10)), "delta at eps = 0 is above the tail"),
        (ch.Tail(start=2, mu=Fraction(9, 10)), "delta at eps = 2 is above the tail"),
        (ch.Tail(start=1, subgaussian=(Fraction(3, 5), Fraction(1, 2), 0)), "delta at eps = 11 is above the tail"),
    ],
)
def test_a_tail_below_the_profile_is_refused(tail: ch.Tail, why: str) -> None:
    """A mu that is proved by it would be too small; its own tail is not refused."""
    (own,) = with_tail(ch.Tail(mu=1)).register_theorems()
    check_tail(own.bound(None), "here")
    refused(why, with_tail(tail))


@pytest.mark.parametrize(
    ("bound", "gives", "why"),
    [
        (lambda case: None, ch.Profile, "bound returned None; it must return a Profile"),
        (lambda case: ch.ZCDP(rho=1), ch.Pure, "bound returned a ZCDP; it must return a Pure"),
        (lambda case: "1", ch.Pure, "bound returned '1'; it must return a Pure"),
        (lambda case: ch.Pure(epsilon=float("nan")), ch.Pure, "bound states epsilon = nan"),
        (lambda case: ch.Pure(epsilon=Fraction(1, 0)), ch.Pure, "bound raised ZeroDivisionError"),
    ],
)
def test_a_bound_that_returns_what_it_must_not_is_refused(
    bound: Callable[[ch.Case], Any], gives: type[ch.Guarantee], why: str
) -> None:
    """Also where another theorem answers."""
    faulty = theorem(bound, gives, name="stranger.faulty")
    refused(f"plugin stranger, theorem stranger.faulty: {why}", stranger(theorem(pure), faulty))


def test_an_accountant_that_returns_what_it_must_not_is_refused() -> None:
    """With its name."""
    accountant = ch.Accountant("forgetful", ch.ZCDP, lambda g, n: None, lambda gs: gs[0], "s", "s")
    refused("plugin stranger, accountant forgetful: times returned None", made(accountants=[accountant]))


def shifted(span: Callable[[ch.Case], int]) -> ModuleType:
    """Uniform noise on an interval of length `size`, with a sensitivity of 1 times the span that a case is given."""

    def overlap(case: ch.Case) -> ch.Approximate:
        return ch.Approximate(epsilon=0, delta=min(1, span(case) / case.number("size")))

    return stranger(theorem(overlap, ch.Approximate))


def test_a_sensitivity_that_is_doubled_in_a_local_randomizer_is_refused() -> None:
    """Inside a shuffle the sensitivity is the diameter of one record: the case's own span says so, that of its
    neighbours does not."""
    steps, why = ["stranger:size=100"], r"nothing is doubled in a local randomizer: use case\.span"
    conform(shifted(lambda case: case.span), steps=steps)
    refused(why, shifted(lambda case: case.neighbours.span), steps=steps)


def test_a_theorem_that_ignores_the_relation_is_refused() -> None:
    """A stated sensitivity counts twice where a record is replaced: the case's own sensitivity says so, the parameter
    does not. A mechanism that requires a relation has no other."""
    from msgspec.structs import replace

    noisy = ch.Mechanism("stranger", "adds noise", (ch.Parameter("sensitivity", "sensitivity of the query"),))

    def plugin(sensitivity: Callable[[ch.Case], Fraction], mechanism: ch.Mechanism = noisy) -> ModuleType:
        bound = theorem(lambda case: ch.Pure(epsilon=sensitivity(case)))
        return made(mechanisms=[mechanism], theorems=[bound])

    def stated(case: ch.Case) -> Fraction:
        return case.number("sensitivity")

    steps = ["stranger:sensitivity=1/10"]
    conform(plugin(lambda case: case.sensitivity), steps=steps)
    why = r"the same under replace-one as under add-or-remove.*case\.sensitivity"
    refused(why, plugin(stated), steps=steps)
    conform(plugin(stated, replace(noisy, requires=ch.Neighbours.REPLACE_ONE)), steps=steps)


def test_an_answer_below_what_outputs_show_is_refused() -> None:
    """Randomized response that lies with chance 1/3 is log 2-DP: half of that is refuted by its two outputs."""
    thirds = [(Fraction(1, 3), Fraction(2, 3)), (Fraction(2, 3), Fraction(1, 3))]
    seen: dict[str, Any] = {"steps": ["stranger:size=1"], "outputs": {"stranger:size=1": thirds}}
    conform(stranger(theorem(pure)), **seen)
    half = theorem(lambda case: ch.Pure(epsilon=case.number("size") / 2), side=ch.Side.EXACT)
    refused(r"delta at eps = 0 is at most 0.2449\d*, but the outputs differ by at least 0.3333", stranger(half), **seen)


def test_a_misspelled_hook_is_refused() -> None:
    """The host's own complaints reach the author as a failed conformance."""
    refused("unknown hook 'register_theorem'", made(theorem=[]))


def test_examples_are_made_from_the_ranges() -> None:
    """Middle of the range, one step for each choice, defaults left out."""
    ranges = (
        ch.Parameter("rate", "r", high=1),
        ch.Parameter.whole("k", "k", low=2),
        ch.Parameter("mode", "m", words=("fixed", "sliding")),
        *(ch.Parameter(name, name) for name in "ab"),
        ch.Parameter("c", "c", default=Fraction(1)),
    )
    either = ch.Mechanism("m", "s", ranges, either=(("a", "b"),))
    assert example_steps(either) == ["m:rate=0.5,k=3,mode=fixed,a=1", "m:rate=0.5,k=3,mode=fixed,b=1"]


def test_a_claim_that_does_not_exist_proves_nothing_monotone() -> None:
    """A parameter is monotone by a claim that is registered."""
    strange = made(mechanisms=[mechanism(safer="smaller", monotone="nope.claim")], theorems=[theorem(pure)])
    refused(r"size is monotone by 'nope\.claim', which is no claim", strange)
