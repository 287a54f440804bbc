"""Names of accountants and theorems as users write them."""

from __future__ import annotations

import chartered as ch
import pytest
from chartered.accounting.accountant_names import FORMER, PEERS, known_name


@pytest.mark.parametrize(("peer", "ours"), PEERS.items())
def test_what_peers_call_an_accountant_is_answered_by_ours(peer: str, ours: str) -> None:
    """With our name in the answer and in its certificate."""
    ledger = ch.Ledger("laplace:scale=1,times=3")
    answer = ledger.epsilon("1e-5", accountant=peer)
    assert answer.accountant == ours
    document = answer.certificate().document
    assert document == ledger.epsilon("1e-5", accountant=ours).certificate().document
    assert repr(peer) not in str(document)


def test_calibration_and_counts_take_the_words_of_peers_too() -> None:
    """All questions check names at the same place."""
    assert ch.largest_times("pure:epsilon=0.1", epsilon=1, delta="1e-5", accountant="rdp").answers
    assert list(ch.Ledger("pure:epsilon=0.1").epsilons("1e-5", times=[2, 3], accountant=["rdp"]))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("exact.joined", "exact.pld"),
        ("profile.joined", "profile.pld"),
        ("poisson.joined", "poisson.pld"),
        ("feldman2021.clones-approximate-joined", "feldman2021.clones-approximate-pld"),
        ("shuffled-response-joined", "shuffled-response.pld"),
        ("renyy", "renyi"),
    ],
)
def test_an_unknown_name_is_answered_with_the_one_that_was_meant(written: str, meant: str) -> None:
    """A name from before 0.2 with the name now, and a slip of the pen with the nearest name."""
    with pytest.raises(ch.UnknownName, match=rf"{written}'; did you mean {meant}\? accountants are"):
        ch.Ledger("laplace:scale=1,times=3").epsilon("1e-5", accountant=written)


def test_a_registered_name_stands_for_itself() -> None:
    """No word of peers or of former names hides an accountant or a theorem that is there."""
    known = ch.registry()
    names = [*known.accountants, *known.theorems]
    assert all(known_name(known, name) == name for name in names)
    assert PEERS.keys().isdisjoint(names)
    assert not any(former in name for former in FORMER for name in names)
