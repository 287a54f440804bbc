"""A fault of a stranger's plugin is a reason that names the plugin, the theorem and the function; every other answer
stays as it is."""

from __future__ import annotations

import math
import re
import textwrap
from functools import cache

import chartered as ch
import pytest
from strangers import Install

from ..command import Run

LEDGER = "gaussian:sigma=2"
HEAD = """
import math
from fractions import Fraction
import chartered as ch

STEP = ch.OnStep("gaussian")

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("odd", "adds something", ())]

def theorem(gives, bound, name="faulty.one", takes=STEP, **more):
    side = ch.Side.UPPER if gives is ch.Rewrite else ch.Side.EXACT  # an exact one is not beaten by ours
    return ch.Theorem(name, takes, gives, bound, "It fails.", "nobody", **{"side": side} | more)

def stating(gives, **fields):
    return theorem(gives, lambda case: gives(**fields))

def profile(delta, **more):
    return stating(ch.Profile, delta=delta, **more)

def searched(**search):
    return profile(falling, epsilon=falling, search=ch.WitnessSearch(**search))

def rewrite(written, **more):
    return theorem(ch.Rewrite, written, **more)

def odd_profile(**fields):
    return theorem(ch.Profile, lambda case: ch.Profile(**fields), takes=ch.OnStep("odd"))

def falling(xp, x, witness):
    return xp.exp(-x)

def deep(*_):
    return deep()

def boom(*_):
    raise AttributeError("no such thing")

def leave(*_):
    raise SystemExit(0)

class Odd(BaseException):
    pass

def odd(*_):
    raise Odd("no Exception")

class Mute(Exception):
    def __str__(self):
        raise ZeroDivisionError("no words")

def mute(*_):
    raise Mute

def twice(case):
    return ch.mechanism("gaussian", **{key: 2 * case.number(key) for key in ("sigma", "sensitivity")}).step

class Rude:
    def __repr__(self):
        raise ZeroDivisionError("no words")
"""
FAULTS = {
    "divides by zero": ("theorem(ch.Pure, lambda case: 1 / 0)", "bound raised ZeroDivisionError"),
    "recurses": ("theorem(ch.Pure, deep)", "bound raised RecursionError"),
    "has no such attribute": ("theorem(ch.Pure, boom)", "bound raised AttributeError: no such thing"),
    "has no memory": ("theorem(ch.Pure, lambda case: bytearray(2**62))", "bound raised MemoryError"),
    "raises an error of Chartered": ("theorem(ch.Pure, lambda _: ch.parse('pure:epsilon=-1'))",
        "bound raised BadValue"),
    "forgets to return": ("theorem(ch.Profile, lambda case: None)", "bound returned None; it must return a Profile"),
    "returns another kind": ("theorem(ch.GDP, lambda _: ch.Pure(epsilon=1))",
        "bound returned a Pure; it must return a GDP"),
    "returns what has no text": ("theorem(ch.GDP, lambda _: Rude())",
        "bound returned a Rude without text; it must return"),
    "states text": ("stating(ch.Pure, epsilon='1')", "states epsilon = '1'; it must be an int, a Fraction"),
    "states a float": ("stating(ch.Pure, epsilon=0.5)", "states epsilon = 0.5; it must be an int, a Fraction"),
    "states NaN": ("stating(ch.GDP, mu_squared=math.nan)", "states mu_squared = nan"),
    "states None": ("stating(ch.ZCDP, rho=None)", "states rho = None"),
    "states a negative number": ("stating(ch.Pure, epsilon=-1)", "states epsilon = -1; it must not be negative"),
    "states a negative formula": ("stating(ch.GDP, mu_squared=lambda xp: -xp.number(1))", "it must not be negative"),
    "states what is no number": ("stating(ch.ZCDP, rho=lambda xp: xp.log(xp.number(-1)))",
        "bound: rho is not a number at 1024 bits"),
    "states a formula that raises": ("stating(ch.ZCDP, rho=boom)", "rho raised AttributeError"),
    "states a formula of math": ("stating(ch.ZCDP, rho=lambda xp: math.exp(-9))", "no value of the arithmetic"),
    "states a delta above 1": ("stating(ch.Approximate, epsilon=1, delta=2)",
        "states delta = 2; it must be at most 1"),
    "answers its conditions with a bool": ("theorem(ch.Pure, boom, conditions=lambda _: False)",
        "conditions returned False"),
    "fails in its conditions": ("theorem(ch.Pure, leave, conditions=boom)", "conditions raised"),
    "raises what has no text": ("theorem(ch.Pure, mute)", "bound raised Mute"),
    "has a profile that raises what has no text": ("profile(mute)", "delta raised Mute"),
    "leaves the process": ("theorem(ch.Pure, leave)", "bound raised SystemExit: 0"),
    "raises what is no Exception": ("theorem(ch.Pure, odd)", "bound raised Odd: no Exception"),
    "leaves in its conditions": ("theorem(ch.Pure, boom, conditions=leave)", "conditions raised SystemExit"),
    "has a profile that leaves the process": ("profile(leave)", "delta raised SystemExit"),
    "has a curve that leaves the process": ("stating(ch.Renyi, curve=leave)", "curve raised SystemExit"),
    "has a search that leaves the process": ("searched(propose=leave)", "propose raised SystemExit"),
    "has a profile that is None": ("profile(lambda xp, eps, w: None)", "delta gave None"),
    "has a profile that is text": ("profile(lambda xp, eps, w: '0')", "delta gave '0'"),
    "has a profile of floats": ("profile(lambda xp, eps, w: math.exp(-float(eps)))", "no value of the arithmetic"),
    "has a profile that takes the midpoint of a ball": (
        "profile(lambda xp, eps, w: xp.number(1) / (1 + xp.number(math.exp(eps))))",
        "a ball became a number on its way"),
    "has a curve that takes the midpoint of a ball": (
        "stating(ch.Renyi, curve=lambda xp, alpha: alpha * math.log(alpha))", "curve at a ball leaves out its value"),
    "has a profile that divides by zero": ("profile(lambda xp, eps, w: eps / 0)", "faulty.one"),
    "has a profile that divides in Python": ("profile(lambda xp, eps, w: 1 / 0 + eps)",
        "delta raised ZeroDivisionError"),
    "has a profile that recurses": ("profile(deep)", "delta raised RecursionError"),
    "has a profile that is not a number": ("profile(lambda xp, eps, w: xp.log(-1 - eps))", "faulty.one"),
    "has a negative profile": ("profile(lambda xp, eps, w: -xp.exp(-eps))", "delta is negative"),
    "has a profile of too few arguments": ("profile(lambda eps: eps)", "delta raised TypeError"),
    "has a profile that is no function": ("profile(3)", "states delta = 3; it must be a function"),
    "has a search that fails": ("searched(propose=boom)", "propose raised AttributeError"),
    "has a search without a witness": ("searched(propose=lambda q: 3)", "propose returned 3"),
    "has a search for eps that fails": ("searched(for_epsilon=boom)", "for_epsilon raised AttributeError"),
    "has a search for eps without a witness": ("searched(for_epsilon=lambda d: 3)", "for_epsilon returned 3"),
    "has an estimate that is no function": ("profile(falling, epsilon=falling, evaluation=ch.Evaluation(estimate=3))",
        "states estimate = 3; it must be a function"),
    "has a search for many that is none": ("searched(many=3)",
        "states many = 3; it must be of the class SharedSearch"),
    "has a search for many without a function": ("searched(many=ch.SharedSearch(3))",
        "states find = 3; it must be a function"),
    "has an evaluation that is none": ("profile(falling, evaluation=3)",
        "states evaluation = 3; it must be of the class Evaluation"),
    "has a formula over a stretch that is none": ("profile(falling, evaluation=ch.Evaluation(over_stretch=3))",
        "states over_stretch = 3; it must be of the class OverStretch"),
    "has no search for a stretch": ("profile(falling, evaluation=ch.Evaluation("
        "over_stretch=ch.OverStretch(propose=3, curve=falling, fields=tuple)))",
        "states propose = 3; it must be a function"),
    "has no formula over a stretch": (
        "profile(falling, evaluation=ch.Evaluation(over_stretch=ch.OverStretch(propose=boom, curve=3, fields=tuple)))",
        "states over_stretch = 3; it must be a function"),
    "has a formula over a stretch of no accuracy": (
        "profile(falling, evaluation=ch.Evaluation("
        "over_stretch=ch.OverStretch(propose=boom, curve=falling, fields=tuple, within=-1)))",
        "states within = -1; it must be an exact number between 0 and 1"),
    "has a tail that is none": ("profile(falling, tail=3)", "states tail = 3; it must be of the class Tail"),
    "has a delta at infinity that is text": ("profile(falling, at_infinity=ch.AtInfinity(delta='0'))",
        "states delta = '0'"),
    "has an end of another class": ("profile(falling, at_infinity=0)",
        "states at_infinity = 0; it must be of the class AtInf"),
    "has a curve that fails": ("stating(ch.Renyi, curve=boom)", "curve raised AttributeError"),
    "has a negative curve": ("stating(ch.Renyi, curve=lambda xp, a: -a)", "curve is negative"),
    "has a curve that is None": ("stating(ch.Renyi, curve=lambda xp, a: None)", "curve gave None"),
    "rewrites into nothing": ("rewrite(lambda case: ())", "bound returned (); it must return a Step"),
    "rewrites into text": ("rewrite(lambda case: 'gaussian:sigma=9')", "it must return a Step"),
    "rewrites into no runs": ("rewrite(lambda case: ((case.step, 0),))", "it must return a Step"),
    "rewrites into itself": ("rewrite(lambda case: case.step)", "rewrites gaussian:sigma=2,sensitivity=1 into itself"),
    "rewrites exactly into itself": ("rewrite(lambda case: case.step, side=ch.Side.EXACT)",
        "rewrites gaussian:sigma=2,sensitivity=1 into itself"),
    "rewrites into an unknown step": ("rewrite(lambda case: ch.Step('no-such', ()))", "bound raised UnknownName"),
    "rewrites without end": (
        "rewrite(lambda case: ch.mechanism('gaussian', sigma=case.number('sigma') * Fraction(9, 10)).step)",
        "bound rewrites what it wrote, more than 16 times in a row"),
    "rewrites without end and exactly": ("rewrite(twice, side=ch.Side.EXACT)",
        "bound rewrites what it wrote, more than 16 times in a row"),
    "rewrites into ever more": (
        "rewrite(lambda case: 9 * ((ch.mechanism('gaussian', sigma=case.number('sigma') + 1).step, 2),))",
        "more than 200 rewritings of one entry"),
}  # fmt: skip
"""A theorem about the Gaussian mechanism, and what the reason says."""


def plugin(theorem: str, more: str = "") -> str:
    """The plugin `faulty` with this theorem."""
    return HEAD + textwrap.dedent(more) + f"\n@ch.hook\ndef register_theorems():\n    return [{theorem}]\n"


def ends(account: ch.Account) -> dict[tuple[str, ...], tuple[float | None, float]]:
    """Both ends of what our own plugins answer, by path."""
    return {answer.path: (answer.lower, answer.upper) for answer in account.answers if not answer.strangers}


@cache
def ends_without() -> dict[tuple[str, ...], tuple[float | None, float]]:
    """Those before any stranger is installed, asked once."""
    return ends(ch.Ledger(LEDGER).account(ch.Question.epsilon("1e-5")))


@pytest.mark.parametrize(("theorem", "why"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_bound_becomes_a_reason_and_takes_no_answer_away(
    install: Install, run: Run, theorem: str, why: str
) -> None:
    """The answers of all other paths are the same as without the plugin, and one line names the plugin, the theorem and
    what it did."""
    without = ends_without()
    install("faulty", plugin(theorem))
    account = ch.Ledger(LEDGER).account(ch.Question.epsilon("1e-5"))
    assert ends(account) == without
    (fault,) = [text for text in account.faults if why in text][:1]
    assert fault.startswith("plugin faulty, theorem faulty.one")
    assert "\n" not in fault
    assert len(fault) < 400
    shown = run("epsilon", LEDGER, "--delta", "1e-5", "--json")
    assert (shown.status, shown.err) == (0, "")
    assert fault in shown.json["faults"]
    assert fault in run("epsilon", LEDGER, "--delta", "1e-5").out


COMMANDS = {
    "epsilon": ("epsilon", LEDGER, "--delta", "1e-5"),
    "delta": ("delta", LEDGER, "--epsilon", "1"),
    "mu": ("mu", LEDGER),
    "steps": ("steps", LEDGER, "--epsilon", "3", "--delta", "1e-5"),
    "steps by mu": ("steps", LEDGER, "--mu", "3"),
    "calibrate": ("calibrate", "gaussian", "--solve", "sigma", "--epsilon", "3", "--delta", "1e-5"),
    "tradeoff": ("tradeoff", LEDGER, "--type-one", "0.05"),
    "risk": ("risk", LEDGER),
    "many runs": ("delta", f"{LEDGER},times=1000", "--epsilon", "1"),
    "a wrapper": ("delta", f"poisson:rate=0.1/{LEDGER}", "--epsilon", "1"),
    "a local step": ("delta", f"shuffled:n=100/{LEDGER}", "--epsilon", "1"),
}
SOME = """
    divides by zero, recurses, forgets to return, states NaN, has a profile that recurses, has a negative curve,
    has a profile that is not a number, has a search without a witness, rewrites without end, leaves the process,
    rewrites exactly into itself, has a tail that is none, has a delta at infinity that is text, has a curve that fails,
    fails in its conditions, has a profile that leaves the process"""
CURVES = """
    leaves the process, has a curve that leaves the process, recurses, states NaN, has a profile that recurses,
    has a curve that fails, rewrites without end"""


def named(faults: str) -> list[str]:
    """The names in a list with commas."""
    return [" ".join(name.split()) for name in faults.split(",")]


@pytest.mark.parametrize("name", named(SOME))
def test_every_command_answers_beside_a_faulty_bound(install: Install, run: Run, name: str) -> None:
    """With the status and the best answer that it has without the plugin, and with JSON on standard output."""

    def answers() -> dict[str, object]:
        found = {command: run(*arguments, "--json") for command, arguments in COMMANDS.items()}
        assert {shown.err for shown in found.values()} == {""}
        keys = ("best", "upper", "lower", "gdp")
        return {command: (shown.status, [shown.json.get(key) for key in keys]) for command, shown in found.items()}

    before = answers()
    install("faulty", plugin(FAULTS[name][0]))
    assert answers() == before


@pytest.mark.parametrize("name", named(CURVES))
def test_curves_and_certificates_are_made_beside_a_faulty_bound(install: Install, name: str) -> None:
    """Many answers at once, pictures' numbers, statements, certificates and their checks."""
    install("faulty", plugin(FAULTS[name][0]))
    ledger = ch.Ledger(LEDGER)
    assert ledger.epsilons("1e-5", times=[1, 2, 30])[2] == (ledger * 30).epsilon("1e-5").upper
    assert ch.check(ledger.epsilon("1e-5").certificate()).accepted
    from chartered.output.html.statement import statement
    from chartered.output.plots.picture import picture

    assert "faulty" in statement(ledger, ch.Question.epsilon("1e-5"), pictures=False).html
    assert picture("profile", ledger, delta="1e-3").traces
    assert picture("epsilon", ledger, delta="1e-3", times=[1, 2, 3]).traces


def test_a_heuristic_that_fails_takes_no_answer_away(install: Install) -> None:
    """Asked for or not."""
    install("faulty", plugin("theorem(ch.Pure, lambda case: ch.Pure(epsilon=1 / 0), side=ch.Side.HEURISTIC)"))
    assert ch.Ledger(LEDGER).account(ch.Question.epsilon("1e-5")).faults == ()
    account = ch.Ledger(LEDGER).account(ch.Question.epsilon("1e-5"), heuristic=True)
    assert account.best is not None
    (fault,) = account.faults
    says = r"plugin faulty, theorem faulty\.one: bound raised ZeroDivisionError: .* \(faulty\.py, line \d+, "
    assert re.match(says, fault)


def test_where_nothing_else_answers_the_fault_is_the_accountants_reason(install: Install) -> None:
    """It is listed where the accountant's answer would stand."""
    install("faulty", plugin("theorem(ch.Pure, lambda case: None, takes=ch.OnStep('odd'))"))
    silent = ch.Ledger("odd").account(ch.Question.delta(1)).unavailable
    (why,) = [none.why for none in silent if none.accountant == "pure"]
    assert why == "plugin faulty, theorem faulty.one: bound returned None; it must return a Pure"


ACCOUNTANTS = {
    "times fails": ("boom", "lambda gs: gs[0]", "times raised AttributeError"),
    "times returns None": ("lambda g, n: None", "lambda gs: gs[0]", "times returned None; it must return a Odd"),
    "times returns another kind": ("lambda g, n: ch.Pure(epsilon=1)", "deep", "times returned a Pure; it must"),
    "compose fails": ("lambda g, n: g", "deep", "compose raised RecursionError"),
    "compose returns text": ("lambda g, n: g", "lambda gs: 'all'", "compose returned 'all'"),
}


@pytest.mark.parametrize(("times", "compose", "why"), ACCOUNTANTS.values(), ids=ACCOUNTANTS)
def test_a_faulty_accountant_becomes_a_reason(install: Install, times: str, compose: str, why: str) -> None:
    """It names the plugin and the accountant."""
    more = f"""
    from dataclasses import dataclass

    @dataclass(frozen=True, slots=True, eq=False)
    class Odd(ch.Guarantee):
        size: ch.Number

    @ch.hook
    def register_accountants():
        return [ch.Accountant("odd", Odd, {times}, {compose}, "s", "s")]
    """
    ways = "theorem(Odd, lambda case: Odd(size=1)), theorem(ch.Profile, lambda g: None, 'faulty.two', Odd)"
    install("faulty", plugin(ways, more))
    account = ch.Ledger([f"{LEDGER},times=3", "gaussian:sigma=3"]).account(ch.Question.delta(1))
    assert account.best is not None
    (reason,) = [none.why for none in account.unavailable if none.accountant == "odd"]
    assert reason.startswith("plugin faulty, accountant odd: ")
    assert why in reason
    assert any(why in fault for fault in account.faults)


@pytest.mark.parametrize("estimate", ["boom", "lambda eps: '0'", "lambda eps: math.nan", "lambda eps: 7.0"])
def test_an_estimate_that_is_none_takes_no_answer_away(install: Install, estimate: str) -> None:
    """A search over eps asks for the certain delta there, or leaves the profile to others."""
    expected = ch.Ledger(LEDGER).risk().power.upper
    made = f"ch.Profile(delta=lambda xp, eps, w: xp.number(1), evaluation=ch.Evaluation(estimate={estimate}))"
    install("faulty", plugin(f"theorem(ch.Profile, lambda case: {made}, side=ch.Side.UPPER)"))
    assert ch.Ledger(LEDGER).risk().power.upper <= expected


@pytest.mark.parametrize("error", [KeyboardInterrupt, GeneratorExit, TimeoutError])
def test_an_interrupt_passes_through(install: Install, error: type[BaseException]) -> None:
    """What is no error of the plugin is not taken for one."""
    raising = f"\ndef stop(*_):\n    raise {error.__name__}\n"
    for theorem in ("theorem(ch.Pure, stop)", "profile(stop)", "theorem(ch.Renyi, lambda case: ch.Renyi(curve=stop))"):
        install("faulty", plugin(theorem, raising), version=f"1.{len(theorem)}")
        with pytest.raises(error):
            ch.Ledger(LEDGER).account(ch.Question.epsilon("1e-5"))


CUT_OFF = """
LIMIT = Fraction(58, 10000)

def cut_off(xp, eps, witness):
    return xp.number(LIMIT) + xp.positive(-xp.expm1((eps - 1) / 2)) / 2
"""
"""The profile of truncated Laplace noise: from its largest loss on delta stays at the limit."""


def test_a_profile_that_contradicts_its_own_end_gives_no_answer_there(install: Install) -> None:
    """Its delta at infinity left out: from eps = 1 delta would be 0."""
    install("faulty", plugin("odd_profile(delta=cut_off, at_infinity=ch.AtInfinity(max_loss=1))", CUT_OFF))
    ledger = ch.Ledger("odd")
    for question in (ch.Question.delta(1), ch.Question.delta(30), ch.Question.epsilon(0), ch.Question.mu()):
        account = ledger.account(question)
        assert account.answers == ()
        (fault,) = account.faults
        assert fault.startswith("plugin faulty, theorem faulty.one: its profile states delta = 0 from eps = 1 on")
        assert "0.0058" in fault
    assert ledger.account(ch.Question.delta("0.5")).answers == ()  # nor where its formula would be asked
    assert (ledger * 3).account(ch.Question.delta(30)).answers == ()


def test_a_profile_that_states_its_delta_at_infinity_answers(install: Install) -> None:
    """The same noise with its delta at infinity: delta never falls below it, and there is no mu."""
    install("fine", plugin("odd_profile(delta=cut_off, at_infinity=ch.AtInfinity(max_loss=1, delta=LIMIT))", CUT_OFF))
    ledger = ch.Ledger("odd")
    assert ledger.delta(30).upper == pytest.approx(0.0058)
    assert ledger.mu().upper == math.inf
    assert not ledger.mu().gdp


@pytest.mark.parametrize(
    ("delta", "more", "says"),
    [
        ("xp.exp(x - 1) / 4", "", "its profile is larger at eps = 1 than at 0"),
        ("2 * xp.exp(-x)", "", "its profile is above 1 at eps = 0"),
        ("xp.exp(-x) / 2", "epsilon=lambda xp, x, w: xp.number(2)", "its eps(delta) at delta(1) is not 1"),
        ("xp.exp(-x) / 2", "at_infinity=ch.AtInfinity(delta=Fraction(1, 3))", "below its delta at infinity at eps = 1"),
    ],
)
def test_an_exact_profile_that_contradicts_itself_is_a_fault(
    install: Install, delta: str, more: str, says: str
) -> None:
    """Where it rises, is no probability, its inverse is another, or it would fall to where it is not."""
    install("faulty", plugin(f"odd_profile(delta=lambda xp, x, w: {delta}, {more})"))
    account = ch.Ledger("odd").account(ch.Question.delta(2))
    assert account.answers == ()
    (fault,) = account.faults
    assert fault.startswith("plugin faulty, theorem ")
    assert says in fault


def test_an_exact_profile_that_fits_its_inverse_answers(install: Install) -> None:
    """It is the rule by which the others fail."""
    formulas = "delta=lambda xp, eps, w: xp.exp(-eps) / 2, epsilon=lambda xp, delta, w: -xp.log(2 * delta)"
    install("fine", plugin(f"odd_profile({formulas})"))
    assert ch.Ledger("odd").account(ch.Question.delta(2)).answers
