"""Claims about the nodes that are chosen for the Poisson-sampled Gaussian's moment generating function: enough for the
requested digits, and hardly more."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from flint import arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.poisson_gaussian import PoissonGaussian
from .sampled_bounds import MEASURED, MECHANISMS, PLACE, in_strip, node, on_line, refused, remainder, tails

NODES = Proofs("poisson-gaussian.characteristic", "direct computation; Trefethen and Weideman 2014, Theorem 5.1")
claims = claims_of(NODES)


def _widest(step: float, left: float, right: float) -> bool:
    rule = Nodes.of([1.0, 3.0, 0.5], lambda a: 2 * math.pi * (0.5 + a * a) / step, left, right)
    wide = step * 1.0 / 1.5
    if rule.strip != 1 or not math.isclose(rule.spacing, wide):
        return False
    nodes = rule.first * rule.spacing, rule.last * rule.spacing
    return nodes[0] <= -left < nodes[0] + wide and nodes[1] - wide < right <= nodes[1]


def _most(nodes: int, orders: int) -> bool:
    """Whether one node, or one term, more than the limit is refused."""
    most, terms = quadrature.MOST_NODES, quadrature.MOST_TERMS

    def rule(extra: float) -> Nodes:
        return Nodes.of([1.0], lambda a: 2 * math.pi, most - nodes, nodes + extra)

    def work(count: int) -> Callable[[], int]:
        return lambda: Nodes(0.5, -nodes, terms // orders - nodes, 1.0).work(count, 64)

    many = refused(lambda: rule(0.5)) and refused(work(orders + 1))
    return many and rule(0).last - rule(0).first == most and work(orders)() > 0


NODES.soundness(
    "nodes.ends",
    "The spacing is the widest one, 2 pi a/cost(a), over half-widths a of the strip; the end nodes are the first ones "
    "beyond the ends. More than 20,000 nodes, or 20 million terms, are refused.",
    PLACE,
    "3 spacings, 3 ends on either side",
    Sampled("the nodes", _widest, digits=12, steps=(0.1, 0.37, 3.0), left=(0.55, 3.2, 7.9), right=(0.45, 4.1, 40.3)),
    Sampled("refused", _most, digits=12, nodes=(100, 7000), orders=(1000, 4000)),
)


def _along(xp: Any, m: PoissonGaussian, p: Fraction, height: int, accuracy: int, rise: int) -> bool:
    s, power, acc = float(m.noise), float(p), accuracy + 1
    rule = quadrature.propose_nodes(s, power, float(height), accuracy, rise=rise)
    total = sum((node(xp, m, rule, p, j) for j in range(rule.first, rule.last + 1)), arb(0))
    lost, asked = remainder(xp, m, rule, p, xp.number(height)), xp.exp(-xp.number(accuracy))

    def lower(x: float) -> float:
        return power * math.log(math.cos(x / (2 * s))) if power < 0 else 0.0

    def spacing(a: float, b: float) -> float:
        return 2 * math.pi * a / (acc + (a + b) ** 2 / 2 + height * max(a - b, 0.0) / s + lower(a + b))

    heights = [0.99 * math.pi * s * k / 60 for k in range(1, 61)]
    widest = max(spacing(a, share * (top - a)) for top in heights for a in heights if a <= top for share in SHARES)
    outside = tails(xp, m, rule, p) * on_line(xp, m, rule, p)
    enough = bool(outside <= 2 * asked * total) and bool(lost <= asked) and bool(2 * lost >= asked)
    rest = acc + 2 + rule.shift**2 / 2 + lower(rule.shift)
    return enough and rule.spacing >= 0.95 * widest and _ends(rule, rest, power / s, rise)


SHARES = (0.0, 0.5, 1.0)
"""Shifts that are tried, as shares of the room in the strip."""


def _ends(rule: Nodes, exponent: float, shift: float, rise: float) -> bool:
    left, right = (math.sqrt(2 * x) + 0.5 for x in (exponent + rise, exponent))
    right += max(0.0, shift)
    nodes = rule.first * rule.spacing, rule.last * rule.spacing
    return nodes[0] <= -left < nodes[0] + rule.spacing and nodes[1] - rule.spacing < right <= nodes[1]


POWERS = numbers("7/2 30 -1/2 -20")
NODES.inequality(
    "nodes.enough",
    "For an accuracy A the remainder is at most e^-A of M(p), and at least half of that; the tails are at most twice "
    "as much. The spacing is at most 5 % below the widest of any strip and shift b. The ends are "
    "-sqrt(2(A + 3) + b^2) - 1/2, where p < 0 with 2 p log cos(b/2s) more below the root, and as far right of "
    "max(p, 0)/s; where w^p may rise by so many nats to the left, twice these stand below the root there, too.",
    PLACE,
    "3 mechanisms, 4 exponents p, 4 heights, 4 accuracies, 2 rises",
    Sampled(
        "balls: the bounds written out",
        _along,
        digits=2,
        bits=128,
        why=MEASURED,
        mechanisms=MECHANISMS,
        powers=POWERS,
        heights=(0, 5, 60, 9000),
        accuracies=(1, 5, 25, 80),
        rises=(0, 11),
    ),
)


def _shifted(xp: Any, m: PoissonGaussian, p: Fraction, share: Fraction, accuracy: int, rise: int) -> bool:
    s, power, shift = float(m.noise), float(p), float(share * m.noise)
    rule, b = quadrature.propose_nodes_beyond(s, power, shift, accuracy, rise=rise), xp.number(share * m.noise)
    a = arb(rule.strip)

    def lower(x: float) -> float:
        return power * math.log(math.cos(x / (2 * s))) if power < 0 else 0.0

    def spacing(a: float) -> float:
        return 2 * math.pi * a / (accuracy + 1 + (a * a + shift * shift) / 2 + lower(a + shift))

    most = 0.999 * (math.pi * s / 2 - shift)
    widest = max(spacing(most * k / 400) for k in range(1, 401))
    lost = 2 * ((a * a + b * b) / 2).exp() * in_strip(xp, m, p, a + b) / ((2 * xp.pi * a / rule.spacing).exp() - 1)
    asked = xp.exp(-xp.number(accuracy))
    near = bool(lost <= asked) and bool(2 * lost >= asked) and rule.spacing >= 0.97 * widest
    return near and _ends(rule, accuracy + shift * shift / 2 + 2 + lower(shift), power / s, rise)


NODES.inequality(
    "nodes.shifted",
    "On a line shifted by b the remainder is at most e^-A of M(p), and at least half of that; the spacing is at most "
    "3 % below the widest of any strip. The ends are those for A less 1, b^2/2 and, where p < 0, p log cos(b/2s) more, "
    "and on the left the nats by which w^p may rise.",
    PLACE,
    "3 mechanisms, 4 exponents p, 3 shifts, 3 accuracies, 2 rises",
    Sampled(
        "balls: the bounds written out",
        _shifted,
        digits=2,
        bits=128,
        why=MEASURED,
        mechanisms=MECHANISMS,
        powers=POWERS,
        shifts=numbers("1/10 1/2 5/4"),
        accuracies=(3, 12, 60),
        rises=(0, 11),
    ),
)
