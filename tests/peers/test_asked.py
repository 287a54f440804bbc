"""What installed peers say, in the table of `compare`."""

from __future__ import annotations

import chartered as ch
import pytest
from chartered.accounting.peer_rows import PeerRow
from peer_packages import needed

needed("dp_accounting", "opacus", "prv_accountant", "riskcal", "autodp")
pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]
BOUNDS = ("dp-accounting-pld", "dp-accounting-rdp", "opacus-rdp", "opacus-prv", "prv-accountant", "riskcal", "autodp")


def rows(
    steps: str | list[str], neighbours: str | None = None, *names: str, accountant: str | None = None, **asked: str
) -> dict[str, PeerRow]:
    """The row of each peer, or of those of these names."""
    ledger = ch.Ledger(steps, neighbours)
    found = ledger.compare(peers=names or True, accountant=accountant, peer_seconds=250, **asked).peers
    return {row.says.peer.name: row for row in found}


@pytest.mark.parametrize(
    "steps",
    [
        "gaussian:sigma=20,times=1000",
        "dpsgd:n=60000,batch=256,epochs=10,noise=1.1",
        ["poisson:rate=0.01/gaussian:sigma=1.1,times=300", "gaussian:sigma=5"],
    ],
)
def test_all_know_gaussians_and_noisy_sgd(steps: str | list[str]) -> None:
    """Each bound has a version and a value that is not below what is proved, but for rounding, and not far above."""
    found = rows(
        steps, delta="1e-5", accountant="gdp" if steps == "gaussian:sigma=20,times=1000" else "characteristic-function"
    )
    for name in BOUNDS:
        row = found[name]
        assert row.says.version, row.reason
        assert row.ratio is not None, row.reason
        assert 1 - 1e-7 <= row.ratio < 1.25, (name, row.verdict)
        assert "unsound" not in row.verdict, (name, row.verdict)


def test_a_delta_is_asked_of_those_that_know_it() -> None:
    """The others say why not."""
    found = rows("gaussian:sigma=20,times=1000", epsilon="8")
    known = {name for name, row in found.items() if row.says.value is not None}
    assert known == {"dp-accounting-pld", "dp-accounting-rdp", "prv-accountant"}
    assert "epsilon only" in found["riskcal"].reason


def test_other_mechanisms_are_asked_of_those_that_know_them() -> None:
    """Laplace noise, pure guarantees and zCDP."""
    laplace = rows("laplace:scale=10,times=100", delta="1e-5")
    assert {name for name, row in laplace.items() if row.says.value is not None} == {
        "dp-accounting-pld",
        "dp-accounting-rdp",
        "prv-accountant",
        "autodp",
    }
    assert rows("zcdp:rho=0.01,times=10", None, "autodp", delta="1e-5")["autodp"].says.value is not None
    assert (
        rows("pure:epsilon=0.1,times=20", None, "prv-accountant", delta="1e-5")["prv-accountant"].says.value is not None
    )


def test_a_count_that_a_peer_forgets_is_seen() -> None:
    """dp-accounting 0.6 composes ten randomized responses as one in its loss distributions, and not in its Renyi
    accountant: below our lower end, so unsound."""
    asked = ("dp-accounting-rdp", "dp-accounting-pld")
    found = rows("randomized-response:epsilon=1,k=4,times=10", "replace-one", *asked, delta="1e-5")
    assert 1 - 1e-7 <= (found["dp-accounting-rdp"].ratio or 0) < 1.25
    if found["dp-accounting-pld"].says.version == "0.6.0":
        assert found["dp-accounting-pld"].verdict.endswith("unsound")


def test_replaced_records_are_told_apart() -> None:
    """Two norms in dp-accounting's loss distributions, as here; one in its Renyi accountant, which a note says."""
    asked = ("dp-accounting-rdp", "dp-accounting-pld", "prv-accountant", "opacus-prv")
    found = rows("gaussian:sigma=20,times=100", "replace-one", *asked, delta="1e-5")
    for name in ("dp-accounting-pld", "prv-accountant"):
        assert 1 - 1e-7 <= (found[name].ratio or 0) < 1.01
    assert found["dp-accounting-rdp"].verdict.endswith("unsound for this ledger")
    assert "the norm of one" in found["dp-accounting-rdp"].reason
    assert "add-or-remove neighbours only" in found["opacus-prv"].reason
