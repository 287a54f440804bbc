"""Claims about grouped steps: if one step of a ledger is a postprocessing of another, it costs no more inside the
ledger, and the ends of its parameters stand for a group. That more noise or a smaller rate is such a processing is
claimed where it is declared."""

import chartered as ch
from chartered.model import step_groups
from chartered.paths import grouping
from chartered.proving import Each, Notation, Proofs, Same, registered

NOTATION = Notation(
    # an outcome of each of two steps, by chances p and p' under one neighbour; the first is turned with chance k
    "kept = (1 - k)*p + k*(1 - p)",
    "both(x, r) = x*r",
    ranges={"p r k": (0, 1)},
)
BOOK = Proofs("ledger", "data processing; Zhu, Dong, Wang 2022, Theorem 10", at="definition", notation=NOTATION)

BOOK.soundness(
    "grouped.processing",
    "If one step is post-processed, and the other steps stay as they are, then the output of the whole ledger is "
    "post-processed: the joint probability of two outcomes, the first of them processed, is the processed joint "
    "probability.",
    "outcomes of chance p and r, the first turned into the other one with chance k",
    Same("the processed pair", "both(kept, r)", "(1 - k)*both(p, r) + k*both(1 - p, r)"),
    so="A channel beside the identity is a channel, linear in the chances, and no divergence rises under it; a later "
    "step may look at what was processed, as it would have looked at it.",
)


_EXAMPLES = (
    (
        "poisson:rate=1/100/gaussian:sigma=1 poisson:rate=1/50/gaussian:sigma=2",
        "poisson:rate=1/50/gaussian:sigma=1",
        "poisson:rate=1/100/gaussian:sigma=2",
    ),
    ("laplace:scale=2 laplace:scale=3 laplace:scale=5/2", "laplace:scale=2", "laplace:scale=3"),
    (
        "gaussian:sigma=1,sensitivity=1/2 gaussian:sigma=2,sensitivity=1",
        "gaussian:sigma=1,sensitivity=1",
        "gaussian:sigma=2,sensitivity=1/2",
    ),
    (
        "randomized-response:epsilon=1 randomized-response:epsilon=1/2",
        "randomized-response:epsilon=1",
        "randomized-response:epsilon=1/2",
    ),
)


def _end(theorem: str, steps: str, end: str) -> bool:
    """Whether the registered theorem represents a group by this step."""
    members = tuple(ch.parse(text).step for text in steps.split())
    group = step_groups.StepGroup(members, grouping.Kinship(ch.registry()).free(members[0]))
    return bool(registered(theorem).bound(group) == ch.parse(end).step)


_WORDS = "each parameter at its {} value among the steps of a group, where more of it in one direction is proved never "
_WORDS += "to cost more"
_DOMAIN = "groups of sampled Gaussians, of Laplace and Gaussian noise, and of responses"
BOOK.identity("grouped.ends", f"From above: {_WORDS.format('least safe')}.", _DOMAIN)(
    Each("run", lambda steps, end: _end("ledger.grouped", steps, end), [(s, above) for s, above, _ in _EXAMPLES])
)
BOOK.identity("grouped-below.ends", f"From below: {_WORDS.format('safest')}.", _DOMAIN)(
    Each("run", lambda steps, end: _end("ledger.grouped-below", steps, end), [(s, end) for s, _, end in _EXAMPLES])
)
