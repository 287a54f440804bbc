"""Opacus: its accountants, created by name, compose the noise multiplier, sampling rate and count of each step."""

from __future__ import annotations

from ...errors import Unavailable
from ..question_and_answer import Asked, Said, sampled_gaussians


def renyi(asked: Asked) -> Said:
    """`create_accountant("rdp")`."""
    return _answer("rdp", asked)


def random_variables(asked: Asked) -> Said:
    """`create_accountant("prv")`, whose answer is an upper end."""
    return _answer("prv", asked)


def central_limit(asked: Asked) -> Said:
    """`create_accountant("gdp")`."""
    return _answer("gdp", asked)


def _answer(name: str, asked: Asked) -> Said:
    asked.need_add_or_remove()
    asked.need_epsilon()
    steps = sampled_gaussians(asked.steps)
    if name == "gdp" and len(steps) > 1:
        raise Unavailable("it takes one noise multiplier and one sampling rate")
    from opacus.accountants import create_accountant

    accountant = create_accountant(name)
    accountant.load_state_dict({"history": steps, "mechanism": name})
    return Said(float(accountant.get_epsilon(delta=asked.at)))
