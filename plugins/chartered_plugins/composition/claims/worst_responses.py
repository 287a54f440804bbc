"""Claims about one run: its contribution to a composition is at most that of one randomized response, which is itself
such a run.

The proof goes run by run. Let f(eps), for every real eps, be an upper bound of P2(S) - e^eps Q2(S) over all events S of
the remaining runs, for any history. With x = dP/dQ of the current run, g(x) = x f(eps - log x) is the largest value of
x P2(S) - e^eps Q2(S): convex in x, 0 at x = 0, with slopes between 0 and 1. The composition has delta(eps) <=
E_Q[g(x)], where the part of P that is singular to Q counts with the slope at infinity."""

from fractions import Fraction
from typing import Any

from chartered.proving import Each, Notation, Proofs, Range, Said, Same, claims_of, numbers, registered

from ..formulas import binomial

SIZE = (Fraction(1, 20), 20)
KOV = "Kairouz, Oh, Viswanath 2015"
EPSILONS, SHARES = numbers("1/10 1/5 1/2 1 7/3"), numbers("0 1/3 9/10 1 2")
NOTATION = Notation(
    # the line through (1/A, u) and (A, v), at x
    "chord(a, u, v, x) = u + (v - u)/(a - 1/a)*(x - 1/a)",
    "at_zero = chord(a, u, v, 0)",
    "slope = chord(a, u, v, 1) - at_zero",
    "low = 1/(a*(1 + t))",
    "truth = weights(a)[0]",
    "lie = weights(a)[1]",
    ranges={"a": Range.order(SIZE), "u v t": SIZE, "d": (0, 1)},
    weights=lambda xp, a: binomial.weights(xp, xp.log(a), 1, 0, 1),
)
PURE, APPROXIMATE, RESPONSE = (
    Proofs(prefix, KOV, notation=NOTATION) for prefix in ("pure", "approximate", "randomized-response")
)
claims = claims_of(PURE, APPROXIMATE, RESPONSE)

PURE.soundness(
    "response.sound",
    "An eps0-DP run has E_Q[g(x)] at most that of randomized response: g lies below its chord over [1/A, A], E_Q[x] = "
    "1, and the chord at 1 is randomized response's mean.",
    "Theorem 2.4 and Section 3",
    "all eps0 > 0 (A = 1 + y = e^eps0), u = g(1/A), v = g(A)",
    Same("the chord at 1", "chord(a, u, v, 1)", "(a*u + v)/(1 + a)"),
    Same("A/(1+A) and 1/(1+A) are the shipped weights", "truth + t*lie", "a/(1 + a) + t/(1 + a)"),
    so="x stays within [1/A, A], g is convex.",
)

APPROXIMATE.soundness(
    "response.sound",
    "An (eps0, d)-DP run has E_Q[g(x)] <= d + (1-d) times that of randomized response: beyond A g rises by at most x "
    "- A above the chord, below 1/A by at most -a A (1/A - x), a <= 0 the chord at 0, and both excesses have mean at "
    "most d and d/A.",
    "Theorem 2.4 and Section 3",
    "all eps0 > 0 (A = 1 + y = e^eps0), u = g(1/A), v = g(A), 0 <= d < 1",
    Same("beyond A: v + (x - A) - chord = (1 - slope)(x - A)", "v + t - chord(a, u, v, a + t)", "(1 - slope)*t"),
    Same("below 1/A: A x u - chord = -a A (1/A - x)", "a*low*u - chord(a, u, v, low)", "-at_zero*a*(1/a - low)"),
    Same(
        "both excesses and the chord at 1",
        "chord(a, u, v, 1) + (1 - slope)*d - at_zero*d",
        "d + (1 - d)*(a*u + v)/(1 + a)",
    ),
    so="Slopes of g are at most 1, so g(x) <= v + x - A beyond A; g is convex and 0 at 0, so g(x) <= A x u below 1/A, "
    "and the chord is at most 0 at x = 0. E_Q[(x-A)_+] <= d and E_Q[(1-Ax)_+] <= d are the guarantee in both "
    "directions.",
)

PURE.soundness(
    "worst-response.allowed",
    "Randomized response is eps0-DP itself: its two outcomes have the likelihood ratios e^eps0 and e^-eps0.",
    "Theorem 2.4",
    "all eps0 > 0",
    Same("the ratio of the shipped weights", "truth/lie", "a"),
    so="The other outcome has the inverse.",
)


def _agree(xp: Any, theorems: tuple[str, str], settings: dict[str, Fraction], share: Fraction) -> Any:
    """Whether the registered profiles of one randomized response by both theorems overlap at this share of eps0, and
    are known to 40 places."""
    (counted, stated), said = theorems, Said(settings)
    profiles = registered("responses.profile").bound(registered(counted).bound(said)), registered(stated).bound(said)
    found, wanted = (profile.delta(xp, xp.number(share * settings["epsilon"]), {}) for profile in profiles)
    return found.overlaps(wanted) and all(x.rad() * 10**40 < 1 for x in (found, wanted))


def _of(theorem: str, stated: str, settings: list[dict[str, Fraction]]) -> Each:
    return Each("balls overlap", _agree, bits=256, theorems=[(theorem, stated)], settings=settings, share=SHARES)


PURE.identity(
    "worst-response.one",
    "The profile of one answer is the worst case of one run, at every eps of the list.",
    "Theorem 2.4",
    "eps0 in {1/10, 1/5, 1/2, 1, 7/3}, eps/eps0 in {0, 1/3, 9/10, 1, 2}",
    _of("pure.worst-response", "pure.worst-case", [{"epsilon": e} for e in EPSILONS]),
)

APPROXIMATE.identity(
    "worst-response.one",
    "The profile of one answer that may fail is the worst case of one run, at every eps of the list.",
    "Theorem 2.4",
    "eps0 in {1/10, 1/5, 1/2, 1, 7/3}, delta in {0, 1e-9, 1/3}, eps/eps0 in {0, 1/3, 9/10, 1, 2}",
    _of(
        "approximate.worst-response",
        "approximate.worst-case",
        [{"epsilon": e, "delta": d} for e in EPSILONS for d in numbers("0 1e-9 1/3")],
    ),
)

RESPONSE.identity(
    "response.exact",
    "Randomized response on two values is one answer: their profiles agree at every eps of the list; on more values "
    "it is none.",
    "Theorem 2.4",
    "eps0 in {1/10, 1/5, 1/2, 1, 7/3}, eps/eps0 in {0, 1/3, 9/10, 1, 2}",
    _of(
        "randomized-response.response",
        "randomized-response.profile",
        [{"epsilon": e, "k": Fraction(2)} for e in EPSILONS],
    ),
)
