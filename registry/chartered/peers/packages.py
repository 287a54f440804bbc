"""The supported packages: their names, the function that calls each, and why their numbers differ from ours."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ..errors import UnknownName


class Peer(Struct, frozen=True):
    """An accountant of another package.

    `name` is our name for it; `distribution` is the installed distribution, `module` the imported module; `call` is the
    function that calls it, `package.module:function`; `method` describes its method, and so why its number differs;
    `bound` states whether it claims an upper bound on the true value."""

    name: str
    distribution: str
    module: str
    call: str
    method: str
    bound: bool = True


_CALLS = f"{__package__}.calls"
_RENYI = "Renyi divergences at a fixed list of orders, converted to (eps, delta), which loses; in floats"
PEERS = (
    Peer(
        "dp-accounting-pld",
        "dp-accounting",
        "dp_accounting",
        f"{_CALLS}.dp_accounting:loss_distribution",
        "a privacy loss distribution on a grid of 1e-4, rounded up, summed by FFT in floats without a bound of its "
        "rounding",
    ),
    Peer("dp-accounting-rdp", "dp-accounting", "dp_accounting", f"{_CALLS}.dp_accounting:renyi", _RENYI),
    Peer("opacus-rdp", "opacus", "opacus", f"{_CALLS}.opacus:renyi", _RENYI),
    Peer(
        "opacus-prv",
        "opacus",
        "opacus",
        f"{_CALLS}.opacus:random_variables",
        "the upper end of a privacy random variable's interval, 0.01 above its estimate, by FFT in floats",
    ),
    Peer(
        "opacus-gdp",
        "opacus",
        "opacus",
        f"{_CALLS}.opacus:central_limit",
        "a central limit theorem without its error: an estimate that can be too small",
        bound=False,
    ),
    Peer(
        "prv-accountant",
        "prv-accountant",
        "prv_accountant",
        f"{_CALLS}.prv_accountant:random_variables",
        "the upper end of a privacy random variable's interval, 0.01 above its estimate, by FFT in floats",
    ),
    Peer(
        "riskcal",
        "riskcal",
        "riskcal",
        f"{_CALLS}.riskcal:connect_the_dots",
        "the grid of dp-accounting by connecting the dots, rounded up, summed by FFT in floats without a bound of its "
        "rounding",
    ),
    Peer(
        "autodp",
        "autodp",
        "autodp",
        f"{_CALLS}.autodp:renyi",
        "Renyi divergences, whose best order is searched, converted to (eps, delta), which loses; in floats",
    ),
)
"""The peers in the order of the table."""


def chosen(wanted: bool | Iterable[str]) -> tuple[Peer, ...]:
    """All peers, none, or those with these names. Raises UnknownName."""
    if isinstance(wanted, bool):
        return PEERS if wanted else ()
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    known = {peer.name: peer for peer in PEERS}
    for name in names:
        if name not in known:
            raise UnknownName(f"no peer is called {name!r}", f"there are {', '.join(known)}")
    return tuple(known[name] for name in dict.fromkeys(names))
