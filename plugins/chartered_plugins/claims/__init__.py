"""The claims of the papers: statements that a machine can try, one module for each subject. Imported only when claims are asked for."""

from __future__ import annotations

from chartered_verify.claim import Claim


def asoodeh2020() -> list[Claim]:
    """The claims of Asoodeh, Liao, Calmon, Kosut and Sankar 2020, in the order of the paper."""
    from . import (
        asoodeh2020_closed,
        asoodeh2020_dual,
        asoodeh2020_ends,
        asoodeh2020_errata,
        asoodeh2020_figures,
        asoodeh2020_free,
        asoodeh2020_gaussian,
        asoodeh2020_joint_range,
        asoodeh2020_lemma2,
        asoodeh2020_lower,
        asoodeh2020_minimum,
        asoodeh2020_monotone,
        asoodeh2020_objective,
        asoodeh2020_one_sided,
        asoodeh2020_optimum,
        asoodeh2020_order,
        asoodeh2020_range,
        asoodeh2020_second_branch,
        asoodeh2020_variance,
    )

    modules = (
        asoodeh2020_range,
        asoodeh2020_joint_range,
        asoodeh2020_objective,
        asoodeh2020_minimum,
        asoodeh2020_monotone,
        asoodeh2020_dual,
        asoodeh2020_ends,
        asoodeh2020_optimum,
        asoodeh2020_lower,
        asoodeh2020_closed,
        asoodeh2020_free,
        asoodeh2020_order,
        asoodeh2020_gaussian,
        asoodeh2020_lemma2,
        asoodeh2020_second_branch,
        asoodeh2020_variance,
        asoodeh2020_figures,
        asoodeh2020_errata,
        asoodeh2020_one_sided,
    )
    return [claim for module in modules for claim in module.claims()]


def liu2022() -> list[Claim]:
    """The claims of Liu, Sun, Jiang and Kong 2022, in the order of the paper."""
    from . import liu2022_algorithms, liu2022_order, liu2022_tail, liu2022_transform

    modules = (liu2022_order, liu2022_tail, liu2022_transform, liu2022_algorithms)
    return [claim for module in modules for claim in module.claims()]


def balle2020checkins() -> list[Claim]:
    """The claims of Balle, Kairouz, McMahan, Thakkar and Thakurta 2020 beside those of its theorems, in the order of the paper."""
    from . import (
        balle2020checkins_corollary,
        balle2020checkins_lemmas,
        balle2020checkins_numbers,
        balle2020checkins_table1,
        balle2020checkins_utility,
    )

    modules = (
        balle2020checkins_corollary,
        balle2020checkins_utility,
        balle2020checkins_table1,
        balle2020checkins_lemmas,
        balle2020checkins_numbers,
    )
    return [claim for module in modules for claim in module.claims()]
