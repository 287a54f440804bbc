"""Claims about k-ary randomized response: its probabilities and its profile."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same, sign_of, slopes, tends, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.pure import below as worst_case

BOOK = Book("randomized-response", "Kairouz, Oh, Viswanath 2014")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
LEVELS = {"x": (0, 20), "y": SIZE, "j": (0, 50)}
BELOW = "all k >= 2, 0 <= eps < eps0 (k = 2 + j, e^eps = 1 + x, e^eps0 = 1 + x + y)"


def chances(level: Any, j: Any) -> tuple[Any, Any]:
    """The probabilities of the truth and of each of the other k - 1 values, at e^eps0 = 1 + level and k = 2 + j."""
    whole = 2 + level + j
    return (1 + level) / whole, 1 / whole


def shipped(xp: Any, level: Any, j: Any, epsilon: Any) -> Any:
    """The shipped profile at e^eps0 = 1 + level and k = 2 + j."""
    said = Said({"epsilon": xp.log1p(level), "k": 2 + j})
    return bound("randomized_response", "randomized-response.profile")(said).delta(xp, epsilon, {})


def below(xp: Any, x: Any, y: Any, j: Any) -> Any:
    """The shipped profile at eps < eps0."""
    return shipped(xp, x + y, j, xp.log1p(x))


@BOOK.identity(
    "pure.ratio",
    "The k probabilities sum to 1, and those of the truth and of another value differ by the factor e^eps exactly.",
    "Warner 1965",
    "all eps > 0, k >= 2",
)
def _ratio(effort: Effort) -> Verdict:
    def whole(xp: Any, y: Any, j: Any) -> Any:
        truth, other = chances(y, j)
        return truth + (1 + j) * other

    def factor(xp: Any, y: Any, j: Any) -> Any:
        truth, other = chances(y, j)
        return truth / other

    def stated(xp: Any, y: Any, j: Any) -> Any:
        return xp.exp(
            bound("randomized_response", "randomized-response.pure")(Said({"epsilon": xp.log1p(y), "k": 2 + j})).epsilon
        )

    domain = {name: LEVELS[name] for name in ("y", "j")}
    return chain(
        "Every other value has the same probability under both inputs, so eps holds, and by the true value no "
        "smaller eps does.",
        ("they sum to 1", same(whole, "1", "y j", domain, effort)),
        ("the factor is the shipped e^eps", same(factor, stated, "y j", domain, effort)),
    )


@BOOK.identity(
    "profile.sum",
    "The shipped profile is the sum of the positive parts of P - e^eps Q over the k values: only the true one "
    "contributes.",
    "direct computation",
    "all k >= 2, eps0 > 0, eps >= 0",
)
def _sum(effort: Effort) -> Verdict:
    def stick(xp: Any, x: Any, level: Any, j: Any) -> Any:
        truth, other = chances(level, j)
        return (
            xp.positive(truth - (1 + x) * other)
            + xp.positive(other - (1 + x) * truth)
            + j * xp.positive(other - (1 + x) * other)
        )

    def within(xp: Any, x: Any, y: Any, j: Any) -> Any:
        return below(xp, x, y, j) - stick(xp, x, x + y, j)

    def above(xp: Any, x: Any, y: Any, j: Any) -> Any:
        return shipped(xp, y, j, xp.log1p(x + y)) - stick(xp, x + y, y, j)

    return chain(
        "The values are the true one under P, the true one under Q, and the k - 2 others.",
        ("for eps < eps0", same_parts(within, zero, "x y j", LEVELS, effort)),
        ("for eps >= eps0", same_parts(above, zero, "x y j", LEVELS, effort)),
    )


@BOOK.inequality(
    "profile.worst-case",
    "At k = 2 the profile is the worst case of pure DP, and it falls as k grows.",
    "Kairouz, Oh, Viswanath 2014",
    BELOW,
)
def _worst(effort: Effort) -> Verdict:
    def plain(xp: Any, x: Any, y: Any, j: Any) -> Any:
        return y / (2 + x + y + j)

    def fall(xp: Any, x: Any, y: Any, j: Any, more: Any) -> Any:
        return plain(xp, x, y, j) - plain(xp, x, y, j + more)

    two = {name: LEVELS[name] for name in ("x", "y")}
    return chain(
        "So more values are safer.",
        ("k = 2", same_parts(lambda xp, x, y: below(xp, x, y, 0 * x), worst_case, "x y", two, effort)),
        ("the profile without positive parts", same_parts(below, plain, "x y j", LEVELS, effort)),
        ("it falls with k", sign_of(fall, "x y j more", {**LEVELS, "more": SIZE}, effort, zero=("x", "j"))),
    )


@BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile, and 0 above the profile's value at eps = 0.",
    "direct computation",
    BELOW,
)
def _inverse(effort: Effort) -> Verdict:
    def solved(xp: Any, level: Any, j: Any, delta: Any) -> Any:
        said = Said({"epsilon": xp.log1p(level), "k": 2 + j})
        return bound("randomized_response", "randomized-response.profile")(said).epsilon(xp, delta, {})

    def back(xp: Any, x: Any, y: Any, j: Any) -> Any:
        return xp.exp(solved(xp, x + y, j, below(xp, x, y, j)))

    def above(xp: Any, y: Any, j: Any, z: Any) -> Any:
        return solved(xp, y, j, y / (2 + y + j) + z)

    return chain(
        "The profile falls from eps = 0 to eps0.",
        ("eps(delta(eps)) = eps", same_parts(back, "1 + x", "x y j", LEVELS, effort)),
        ("eps = 0 above delta(0)", same_parts(above, zero, "y j z", {"y": SIZE, "j": (0, 50), "z": (0, 1)}, effort)),
    )


@BOOK.soundness(
    "monotone",
    "The response to a response is a response: at eps and then at eps' the odds of the truth are (x x' + k-1)/(x + "
    "x' + k-2) "
    "with x = e^eps and x' = e^eps', which is 1 at eps' = 0, rises with eps', and tends to x. So every smaller eps "
    "is processing "
    "of the larger, whatever the data, and costs no more inside every wrapper.",
    "data processing",
    "all k >= 2, eps, eps' > 0 (k = 2 + j, x = 1 + y, x' = 1 + z)",
)
def _monotone(effort: Effort) -> Verdict:
    def odds(xp: Any, y: Any, z: Any, j: Any) -> Any:
        (first, lie), (second, other) = chances(y, j), chances(z, j)
        return (first * second + (1 + j) * lie * other) / (first * other + lie * second + j * lie * other)

    def stated(xp: Any, y: Any, z: Any, j: Any) -> Any:
        return ((1 + y) * (1 + z) + 1 + j) / (2 + y + z + j)

    domain = {"y": SIZE, "z": SIZE, "j": LEVELS["j"]}
    rest = {name: domain[name] for name in ("y", "j")}
    return chain(
        "It is continuous in eps', so every value between 1 and x is taken.",
        ("the odds", same(odds, stated, "y z j", domain, effort)),
        (
            "1 at eps' = 0",
            same(lambda xp, y, j: stated(xp, y, 0 * y, j), lambda xp, y, j: xp.number(1), "y j", rest, effort),
        ),
        ("they rise", sign_of(slopes(stated, 1, "y z j"), "y z j", domain, effort, zero=("j",))),
        ("and tend to x", tends(stated, 1, "inf", lambda xp, y, j: 1 + y, "y z j", domain, effort)),
    )


@BOOK.soundness(
    "values.monotone",
    "Between two inputs, a response among more values is one among fewer of which, with some chance, no more is kept "
    "than that it "
    "is none of the two. So more values cost no more for each pair of neighbours, also composed and on samples; "
    "among the other "
    "reports of a shuffle they may.",
    "data processing, for each pair of inputs",
    "all k >= 2, more values, eps > 0 (k = 2 + j, e^eps = 1 + y)",
)
def _values(effort: Effort) -> Verdict:
    def kept(y: Any, j: Any, more: Any) -> Any:
        return (2 + y + j) / (2 + y + j + more)

    def of_fewer(which: int) -> Any:
        return lambda xp, y, j, more: kept(y, j, more) * chances(y, j)[which]

    def of_more(which: int) -> Any:
        return lambda xp, y, j, more: chances(y, j + more)[which]

    def none(xp: Any, y: Any, j: Any, more: Any) -> Any:
        return 1 - kept(y, j, more) + kept(y, j, more) * j * chances(y, j)[1]

    domain = {"y": SIZE, "j": LEVELS["j"], "more": SIZE}
    names = "y j more"
    return chain(
        "Each of the two inputs is kept with chance (e^eps + k - 1)/(e^eps + k' - 1), and every other value has one "
        "chance under both.",
        ("the truth", same(of_fewer(0), of_more(0), names, domain, effort)),
        ("the other input", same(of_fewer(1), of_more(1), names, domain, effort)),
        (
            "none of the two",
            same(none, lambda xp, y, j, more: (j + more) * chances(y, j + more)[1], names, domain, effort),
        ),
        (
            "the chance is below 1",
            sign_of(lambda xp, y, j, more: 1 - kept(y, j, more), names, domain, effort, zero=("j",)),
        ),
    )
