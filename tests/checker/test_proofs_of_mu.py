"""Exported proofs of a mu: the pieces cover the stretch, and nothing is left open beyond them."""

from __future__ import annotations

import json

import pytest
from chartered_check.command import check
from chartered_check.reading import Malformed, proof_of as read
from proofs import accepted, exported


@pytest.mark.parametrize("name", ["Laplace, mu", "Laplace, mu for small eps", "many answers, mu", "a scale for a mu"])
def test_a_mu_is_proved_on_pieces_that_cover_its_stretch(name: str) -> None:
    """A piece that is taken out or moved, a comparison that is turned around, and a stretch of another question are
    refused."""
    _, document = exported(name)
    (stretch,) = document["stretch"]
    pieces = stretch["pieces"]
    middle = len(pieces) // 2
    turned = [[y, x] for x, y in pieces[middle]["pairs"]]
    for changed in (
        [*pieces[:middle], *pieces[middle + 1 :]],
        [*pieces[:middle], pieces[middle] | {"from": pieces[0]["from"]}, *pieces[middle + 1 :]],
        [*pieces[:middle], pieces[middle] | {"pairs": turned}, *pieces[middle + 1 :]],
        [*pieces[:middle], pieces[middle] | {"pairs": []}, *pieces[middle + 1 :]],
        [*pieces[:middle], pieces[middle] | {"to": pieces[middle]["from"]}, *pieces[middle + 1 :]],
    ):
        assert not accepted(document | {"stretch": [stretch | {"pieces": changed}]})
    if stretch["onward"]:
        assert not accepted(document | {"stretch": [stretch | {"pieces": pieces[:middle]}]})
        assert not accepted(document | {"stretch": [stretch | {"pieces": []}]})
    assert not accepted(document | {"stretch": []})
    assert not accepted(document | {"stretch": [stretch, stretch]})
    assert not accepted(document | {"stretch": [stretch | {"pieces": [], "onward": False}]})
    assert not accepted(exported("Theorem 3")[1] | {"stretch": [stretch]})


def test_each_premise_ends_within_the_pieces() -> None:
    """A second one of the same name takes the place of none; nor may one say nothing of what is beyond."""
    _, document = exported("Laplace, mu")
    *first, last = document["theorems"]
    (premise,) = last["premises"]
    after = len(document["nodes"])
    beyond = document | {"nodes": [*document["nodes"], ["number", "1000"]]}
    farther = premise | {"numbers": premise["numbers"] | {"largest loss": after}}
    for premises in ([farther], [farther, premise], [premise, farther]):
        assert not accepted(beyond | {"theorems": [*first, last | {"premises": premises}]})
    for premises in ([], [{}, premise], [premise, []], [premise, premise | {"numbers": {}}]):
        with pytest.raises(Malformed, match="beyond the last piece"):
            read(json.dumps(document | {"theorems": [*first, last | {"premises": premises}]}).encode())
    assert accepted(document | {"theorems": [*first, last | {"premises": [premise, premise]}]})


def test_what_a_mu_holds_for_is_said() -> None:
    """On from its start, or as far as the last piece."""
    assert "mu for epsilon from 0 on is at most " in check(read(exported("Laplace, mu")[0].encode())).says
    assert "mu for epsilon from 0 to 3/10 is " in check(read(exported("Laplace, mu for small eps")[0].encode())).says
