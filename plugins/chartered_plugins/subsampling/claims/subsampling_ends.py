"""Claims about Poisson subsampling at the ends of its rate, and twice in a row."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.rewriting import rewrites
from chartered.proving.steps import chain, same
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from .subsampling import CHANCE, RATE, SIZE, mixed, rate

BOOK = Book("poisson", "Balle, Barthe, Gaboardi 2018")
claims = BOOK.claims


@BOOK.identity(
    "whole.is-its-step",
    "At rate 1 the mixture is the wrapped pair, and the step is rewritten as what it wraps.",
    "definition",
    "all outcomes; the rewriting on one example",
)
def _whole(effort: Effort) -> Verdict:
    return chain(
        "Every record takes part.",
        (
            "the mixture",
            same(lambda xp, x, y: mixed(xp.number(1), x, y), "x", "x y", {"x": CHANCE, "y": CHANCE}, effort),
        ),
        (
            "the rewriting",
            rewrites("subsampling", "poisson.whole", "poisson:rate=1/gaussian:sigma=2", "gaussian:sigma=2"),
        ),
    )


@BOOK.identity(
    "nothing.is-silent",
    "At rate 0 the mixture does not depend on the record, and the step is rewritten as 0-DP.",
    "definition",
    "all outcomes; the rewriting on one example",
)
def _nothing(effort: Effort) -> Verdict:
    return chain(
        "No record takes part.",
        (
            "the mixture",
            same(lambda xp, x, y: mixed(xp.number(0), x, y), "y", "x y", {"x": CHANCE, "y": CHANCE}, effort),
        ),
        (
            "the rewriting",
            rewrites("subsampling", "poisson.nothing", "poisson:rate=0/gaussian:sigma=2", "pure:epsilon=0"),
        ),
    )


@BOOK.identity(
    "twice.is-one-sample",
    "A record takes part in both of two independent Poisson samples with the product of their rates, independently "
    "of the others.",
    "definition",
    "all rates a = u/(1+u), b = v/(1+v), all outcomes; the rewriting on one example",
)
def _twice(effort: Effort) -> Verdict:
    def inner(xp: Any, u: Any, v: Any, x: Any, y: Any) -> Any:
        return mixed(rate(u), mixed(rate(v), x, y), y)

    def once(xp: Any, u: Any, v: Any, x: Any, y: Any) -> Any:
        return mixed(rate(u) * rate(v), x, y)

    step, into = "poisson:rate=1/3/poisson:rate=1/2/gaussian:sigma=2", "poisson:rate=1/6/gaussian:sigma=2"
    return chain(
        "So the twice sampled set is a Poisson sample.",
        ("the mixture", same(inner, once, "u v x y", {**RATE, "v": SIZE, "x": CHANCE, "y": CHANCE}, effort)),
        ("the rewriting", rewrites("subsampling", "poisson.twice", step, into)),
    )
