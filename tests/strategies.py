"""Hypothesis strategies that the tests share: a new step or kind of question joins here."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

import chartered as ch
from hypothesis import strategies as st


def magnitudes(low: int, high: int) -> st.SearchStrategy[Fraction]:
    """Positive rationals of two digits whose size is spread evenly over the powers of ten from `low` to `high`."""
    return st.builds(
        lambda digits, power: Fraction(digits, 10) * Fraction(10) ** power,
        st.integers(10, 99),
        st.integers(low, high - 1),
    )


RATIONALS = st.fractions() | magnitudes(-300, 300) | st.decimals(allow_nan=False, allow_infinity=False).map(Fraction)
"""Exact numbers of any sign, most with a finite decimal form."""

ATOMS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
"""What JSON has besides text, lists and objects."""

DELTAS = magnitudes(-12, 0) | magnitudes(-300, 0) | st.sampled_from([Fraction(1, 2), Fraction(9, 10)])
"""Values of delta in (0, 1)."""

EPSILONS = magnitudes(-3, 2) | st.just(Fraction(0))
"""Values of eps that a ledger of moderate size may be asked for."""

RATES = st.fractions(min_value=Fraction(1, 1000), max_value=1, max_denominator=1000) | st.sampled_from(
    [Fraction(0), Fraction(1)]
)

ORDERS = st.builds(lambda x: 1 + x, magnitudes(-2, 2))
"""Renyi orders from 1.01 to about 100."""

PROBABILITIES = st.integers(1, 999).map(lambda n: Fraction(n, 1000)) | st.integers(1, 9).map(
    lambda n: Fraction(n, 10**6)
)


def _step(name: str, **parameters: st.SearchStrategy[Fraction]) -> st.SearchStrategy[str]:
    def written(settings: dict[str, Fraction]) -> str:
        return f"{name}:" + ",".join(f"{key}={value}" for key, value in settings.items())

    return st.fixed_dictionaries(parameters).map(written)


_SMALL = magnitudes(-2, 1)
_SHARES = st.integers(2, 5).map(Fraction)

BARE_STEPS = st.one_of(
    _step("gaussian", sigma=magnitudes(-1, 2)),
    _step("gaussian", sigma=magnitudes(-1, 2), sensitivity=_SMALL),
    _step("gaussian", sigma=magnitudes(-1, 2), sensitivity=_SMALL, **{"replace-sensitivity": _SMALL}),
    _step("laplace", scale=magnitudes(-1, 2)),
    _step("laplace", epsilon=_SMALL),
    _step("randomized-response", epsilon=_SMALL, k=_SHARES),
    _step("exponential", epsilon=_SMALL),
    _step("discrete-laplace", scale=magnitudes(-1, 2), sensitivity=_SHARES),
    _step("discrete-gaussian", sigma=magnitudes(-1, 2), sensitivity=_SHARES),
    _step("pure", epsilon=_SMALL),
    _step("approximate", epsilon=_SMALL, delta=magnitudes(-12, -1)),
    _step("zcdp", rho=_SMALL),
    _step("gdp", mu=_SMALL),
    _step("rdp", alpha=ORDERS, gamma=_SMALL),
    _step("power", sigma=magnitudes(-2, 2), A=_SMALL, B=magnitudes(-1, 2)),
    _step("cloak", n=_SHARES, m=_SHARES),
)
"""Steps as text, of every mechanism that wraps nothing."""

_BARE = st.builds(
    str, BARE_STEPS
)  # one branch of a union: as it is, each mechanism would be one, and few steps wrapped

_NUMBERS = BARE_STEPS.filter(lambda step: not step.startswith(("randomized-response", "exponential")))

_WITHOUT_A_RECORD = BARE_STEPS.filter(lambda step: not step.startswith("randomized-response"))
"""Steps that a Poisson sample takes: they have an answer also where a record is left out."""

COUNTED = st.integers(1, 10**4)
"""Records, clients or slots."""

STEPS = st.one_of(
    _BARE,
    st.builds(lambda rate, step: f"poisson:rate={rate}/{step}", RATES, _WITHOUT_A_RECORD),
    st.builds(
        lambda low, head, step: f"rectified:low={low},high={low + 1},head={head}/{step}",
        st.integers(-9, 9),
        _SMALL,
        _NUMBERS,
    ),
)
"""Steps as text, wrapped or not, of which a ledger may hold any: they need no relation, or add-or-remove."""

_CHECKED_IN = st.one_of(
    st.builds(
        lambda m, p, n, step: f"checkin:m={m},p={p},n={n}/{step}", COUNTED, RATES.filter(bool), COUNTED, BARE_STEPS
    ),
    st.builds(
        lambda m, rest, protocol, step: f"checkin:m={m},n={m + rest},protocol={protocol}/{step}",
        COUNTED,
        st.integers(0, 10**6),
        st.sampled_from(["fixed", "averaged", "sliding"]),
        BARE_STEPS,
    ),
)

_SHUFFLED = st.integers(2, 50) | st.sampled_from([1000, 10**6])

DRAWN_STEPS = st.one_of(
    st.builds(
        lambda size, rest, step: f"sample:size={size},of={size + rest}/{step}",
        COUNTED,
        st.integers(0, 10**6),
        BARE_STEPS,
    ),
    st.builds(
        lambda n, adaptive, step: f"shuffled:n={n},adaptive={adaptive}/{step}",
        _SHUFFLED,
        st.sampled_from(["true", "false"]),
        BARE_STEPS,
    ),
    _CHECKED_IN,
)
"""Steps as text that need replace-one: on so many of so many records, of so many in a random order, or on one client's
in each slot."""

COUNTS = st.integers(1, 1000) | st.sampled_from([10**6, 10**12])


def _entries(steps: st.SearchStrategy[str], counts: st.SearchStrategy[int]) -> st.SearchStrategy[ch.Entry]:
    return st.builds(lambda step, times: ch.parse(step) * times, steps, counts)


ENTRIES = _entries(STEPS, COUNTS)
ANY_ENTRY = _entries(STEPS | DRAWN_STEPS, COUNTS)


def _quick(ledger: ch.Ledger) -> bool:
    """Two protocols of local randomizers, each with a dozen profiles that need a search, compose by basic composition
    alone, which tries each pair of profiles: half a minute and more. `tests/plugins/test_every_pair.py` has them."""
    return sum(entry.step.name in ("checkin", "shuffled") for entry in ledger.entries) <= 1


SMALL_LEDGERS = st.one_of(
    st.lists(_entries(steps, st.integers(1, 20)), min_size=1, max_size=3).map(ch.Ledger).filter(_quick)
    for steps in (STEPS, _BARE | DRAWN_STEPS)
)
"""Ledgers of one to three entries that are accounted quickly."""

QUESTIONS = DELTAS.map(ch.Question.epsilon) | EPSILONS.map(ch.Question.delta)

ATTACK = "\x1b[2K\raccepted: epsilon is at most 0.001"
"""What a terminal shows as a line of our own: it deletes what stands there and writes from the left."""

_TRICKS = ["\x1b[2K", "\r", "\n", "\x7f", "\x9b2J", "\u202e", "\u200b", "\u2028", "\ud800", "[red]", "<b>", "&", "x"]

HOSTILE = st.text() | st.lists(st.sampled_from(_TRICKS)).map("".join)
"""Any text, much of it meant for a terminal, a page or a reader's eye."""


_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def hidden(text: str) -> list[str]:
    """The characters of a text that no reader sees, or that a terminal obeys."""
    return [c for c in text if unicodedata.category(c) in _HIDDEN or c in "\u034f\u3164\u115f\u1160\uffa0"]
