"""Fields of what a plugin declares have the types that are declared for them: a text in place of a relation would be
ignored in silence, and a text in place of a number would take every answer down."""

from __future__ import annotations

import chartered as ch
import pytest
from chartered.errors import PluginWarning
from strangers import Install

PLUGIN = """
import chartered as ch

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("mine", "mine", ({parameter},){mechanism})]

@ch.hook
def register_theorems():
    return [ch.Theorem("mine.pure", ch.OnStep("mine"), ch.Pure, lambda case: ch.Pure(epsilon=1), "It is.", "mine"
        {theorem})]

@ch.hook
def register_accountants():
    return [ch.Accountant("mine-too", ch.Pure, lambda g, n: g, lambda gs: gs[0], "It is.", "mine"{accountant})]
"""
PARAMETER = 'ch.Parameter("w", "a width")'


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"parameter": '"w"'}, "mechanism 'mine': parameters is ('w',), and must be tuple[Parameter, ...]"),
        ({"parameter": 'ch.Parameter("w", "a width", low="x")'}, "parameter w: low is 'x', and must be Fraction | int"),
        (
            {"parameter": 'ch.Parameter("w", "a width", safer="up")'},
            "parameter w: safer is 'up', and must be Optional[Literal['larger', 'smaller']]",
        ),
        ({"mechanism": ', requires="add-or-remove"'}, "requires is 'add-or-remove', and must be Neighbours | None"),
        ({"mechanism": ', not_under=(("replace-one", "no"),)'}, "and must be tuple[tuple[Neighbours, str], ...]"),
        ({"theorem": ', never_looser_than="pure"'}, "theorem 'mine.pure': never_looser_than is 'pure', and must be"),
        ({"accountant": ', most_kinds="64"'}, "accountant 'mine-too': most_kinds is '64', and must be int | None"),
        ({"accountant": ', light=("poisson",)'}, "light is ('poisson',), and must be tuple[tuple[str, int], ...]"),
    ],
)
def test_a_field_of_another_type_is_the_fault_of_its_plugin(install: Install, given: dict[str, str], says: str) -> None:
    """Named with the value and the type; every other answer is as without it."""
    with pytest.warns(PluginWarning, match="plugin mine is left out"):
        install("mine", code(**given))
    (failed,) = ch.registry().failed
    assert says in str(failed)
    assert ch.Ledger("laplace:scale=1").epsilon(0).upper == 1


def code(**given: str) -> str:
    """The plugin, with what is given in its places."""
    source = PLUGIN
    for name, text in ({"parameter": PARAMETER, "mechanism": "", "theorem": "", "accountant": ""} | given).items():
        source = source.replace("{" + name + "}", text)
    return source


def test_whole_fields_are_kept(install: Install) -> None:
    """The same plugin without a fault."""
    install("mine", code())
    assert ch.registry().failed == ()
    assert ch.Ledger("mine:w=1").epsilon(0).upper == 1


def test_an_accountant_that_changes_its_argument_takes_nothing_away(install: Install) -> None:
    """Guarantees come as a tuple."""
    install("mine", code().replace("lambda gs: gs[0]", "lambda gs: gs.pop()"))
    account = ch.Ledger(["mine:w=1", "mine:w=2"]).account(ch.Question.epsilon(0))
    assert "pure" in {answer.accountant for answer in account.answers}
    assert any("mine-too" in fault and "pop" in fault for fault in account.faults)
