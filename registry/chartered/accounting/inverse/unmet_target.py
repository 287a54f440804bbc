"""Why a target cannot be met, and what can be: the privacy of the most private case, one run or the safest value of a
parameter."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from chartered_verify.catching import ignoring
from chartered_verify.enclosure import enclose
from chartered_verify.outward_rounding import outward

from ...enclose.eps_delta_mu_targets import Goal
from ...errors import Unavailable
from ...ledger.unknown_parameter import Unknown
from ...model.mechanisms import Parameter
from ...model.questions import Question
from ..answers import Answer
from ..budget_numbers import composed_guarantees, rho_of
from ..every_path import Accounting

_FAR = Fraction(10) ** 300
"""A value of a parameter so extreme that a larger one (or its inverse) changes nothing."""


def refusal(accounting: Accounting, target: Goal, case: str) -> str:
    """What the ledger, named `case` in words, satisfies instead: the least eps at the target's delta and the least
    delta at its eps; or mu."""
    if not target.questions:
        return _least_rho(accounting, case)
    (question, most), *others = target.questions
    account = accounting.ask(question)
    if account.best is None:
        return account.why_none
    if account.best.upper <= most:
        taken = (at.quantity for at, least in others if least and _answer(accounting, at) >= least)
        return f"only {case} itself meets it{''.join(f', with all of that {name}' for name in taken)}"
    found = (account.best, *(accounting.ask(other).best for other, _ in others))
    reasons = [f"{account.best.why} ({account.best.accountant})"] if account.best.why else []
    finite = [_shown(answer) for answer in found if answer is not None and not answer.why]
    return "; ".join([*reasons, *([f"even {case} has {' and '.join(finite)}"] if finite else [])])


def _answer(accounting: Accounting, question: Question) -> float:
    """The least answer to a question, from above; 0 if there is none."""
    best = accounting.ask(question).best
    return 0 if best is None else best.upper


def _least_rho(accounting: Accounting, case: str) -> str:
    """The least rho that a theorem states of the ledger, named `case` in words."""
    found = list[float]()
    for guarantee, _ in composed_guarantees(accounting):
        with ignoring(Unavailable, ArithmeticError):
            found.append(enclose(partial(rho_of, guarantee=guarantee)).upper)
    return f"{case} has rho = {outward(repr(min(found)), up=True)}" if found else f"of {case} no theorem states any rho"


def safest(parameter: Parameter) -> Fraction:
    """The most private value of a parameter, or one so extreme that a safer one changes nothing."""
    if parameter.safer == "larger":
        return _FAR if parameter.high is None else Fraction(parameter.high)
    least = Fraction(parameter.low or 0)
    return least + (Fraction(1) if parameter.integer else 1 / _FAR) if parameter.open_low else least


def most_private(unknown: Unknown) -> Fraction:
    """One run, or the most private value of the parameter."""
    return Fraction(1) if unknown.gap is None else safest(unknown.gap.parameter)


def _shown(answer: Answer) -> str:
    question = answer.question
    return f"{question.quantity} = {outward(answer.upper_exact, up=True)}{question.place} ({answer.accountant})"
