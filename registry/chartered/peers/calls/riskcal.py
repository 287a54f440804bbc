"""riskcal: its accountant of noisy SGD, which uses connect the dots on the grid of dp-accounting."""

from __future__ import annotations

from ..question_and_answer import Asked, Said, sampled_gaussians


def connect_the_dots(asked: Asked) -> Said:
    """`accountants.CTDAccountant`."""
    asked.need_add_or_remove()
    asked.need_epsilon()
    steps = sampled_gaussians(asked.steps)
    from riskcal.accountants import CTDAccountant

    accountant = CTDAccountant()
    accountant.load_state_dict({"history": steps, "mechanism": accountant.mechanism()})
    return Said(float(accountant.get_epsilon(delta=asked.at)))
