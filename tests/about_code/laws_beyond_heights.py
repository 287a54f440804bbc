"""Claims about laws beyond a height as they ship: the bound on a shifted line of integration, and the nodes that are
chosen: enough for the accuracy, and hardly more."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import pi
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from chartered_plugins.characteristic_function.claims import written_laws as written
from chartered_plugins.characteristic_function.claims.laws import ORDER, REAL, SOURCE, coarse
from chartered_plugins.characteristic_function.claims.reasons import INTEGRALS, PLACE, POINTS, Table, refused
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.moment_nodes import nodes_above
from chartered_verify.arithmetic import balls
from flint import acb, arb

from . import laws_bounds as bounds

_BITS = 128
MEASURED = "how good a choice is was measured: no number rests on it but its cost"
HEIGHTS = ((Fraction(2), Fraction(3, 5), 0.01), (Fraction(40), Fraction(1, 10), 1e-7))
"""Each with a shift, as a share of the largest one, and a share by which the bound may be larger."""
ANALYTIC = Table((Proofs(name, SOURCE, at=PLACE), laws) for name, laws in REAL.items())
claims = claims_of(*(book for book, _ in ANALYTIC))


def least(xp: Any, law: Law, order: Fraction, height: Fraction, shift: Any) -> arb:
    """The bound without discretisation, by Arb's integrator: moduli and turns by conjugate places."""
    c, b, v, noise = xp.number(order), xp.number(shift), xp.number(height), written.density(xp, law.noise)
    above, below = (written.mixed(xp, law, m) for m in (law.ratio.p, law.ratio.q))
    places = acb(0, b), acb(0, -b)

    def integrand(x: acb, analytic: bool) -> acb:
        logs = [[acb(m(x + y)).log(analytic=analytic) for y in places] for m in (above, below)]
        (p, back), (q, other) = logs
        moduli, turn = (c * (p + back) + (1 - c) * (q + other)) / 2, ((p - back) - (q - other)) / acb(0, 2)
        found: acb = noise(x) * (moduli - v * turn).exp()
        return found

    low, high = written.ends(law, float(order), 20)
    whole = acb.integral(integrand, acb(low), acb(high), rel_tol=arb(2) ** -60, abs_tol=arb(2) ** -400).real
    found: arb = whole * bounds.growth(xp, law, b)
    return found


@ANALYTIC.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights, nor below the "
    "integral of the moduli on the shifted line at Y, and above that by at most the requested share.",
    ", 2 heights Y with a shift and a share each, 3 heights beyond each",
    Sampled("balls: the direct integrals", digits=6, bits=_BITS, why=INTEGRALS, at=HEIGHTS),
)
def _beyond(xp: Any, law: Law, at: tuple[Fraction, Fraction, float]) -> bool:
    height, share, slack = at
    shift = Fraction(law.widest) / 2 * share
    found = law.beyond(ORDER, height, shift, slack, 90)
    exact = least(xp, law, ORDER, height, shift)
    values = (written.moment(xp, law, acb(xp.number(ORDER), xp.number(height * more))) for more in numbers("1 13/10 3"))
    above = all(bool(abs(value).lower() <= found) for value in values)
    return above and bool(exact.lower() <= found) and bool(found <= exact * (1 + slack))


def _on_line(xp: Any, law: Law, order: Fraction, height: Any, shift: Any) -> written.Function:
    """B(x) |p|^c |q|^(1-c) e^(-V (arg p - arg q)) at x + ib, the density at x."""
    c, noise = xp.number(order), written.density(xp, law.noise)
    above, below = (written.mixed(xp, law, m) for m in (law.ratio.p, law.ratio.q))

    def at(x: Any) -> Any:
        p, q = (acb(m(acb(x, shift))) for m in (above, below))
        return noise(x) * abs(p) ** c * abs(q) ** (1 - c) * (-height * (p.arg() - q.arg())).exp()

    return at


def _above(xp: Any, law: Law, order: Fraction, rule: tuple[float, float], height: Fraction, share: float) -> bool:
    at = coarse(law, order, *rule, 0.0)
    c, v, b, moment = xp.number(order), xp.number(height), arb(share * law.widest / 2), law.at(order, 8, _BITS).upper()

    def shipped() -> Any:
        return law.noise.above(xp, law.ratio, c, at, b, v, moment)

    a, d = arb(at.strip), arb(at.spacing)
    if not (b > 0 and 2 * (a + b) < bounds.strip(xp, law)):
        return refused(shipped)
    term = _on_line(xp, law, order, v, b)
    total = sum((d * term(j * d) for j in range(at.first, at.last + 1)), arb(0))
    total *= bounds.growth(xp, law, b)
    strip = bounds.growth(xp, law, a) * bounds.in_strip(xp, law, order, a + b)
    away = 2 * strip * moment / ((2 * xp.pi * a / d).exp() - 1)
    lost = (bounds.tails(xp, law, order, at) * bounds.in_strip(xp, law, order, b) + away) * bounds.growth(xp, law, b)
    found = shipped()
    return near(found[0], total, 8) and near(found[1], lost, 8)


def _refuses(law: Law, share: Fraction) -> bool:
    return refused(lambda: law.beyond(ORDER, Fraction(2), Fraction(law.widest) / 2 * share, 0.01, 64))


def _enough(xp: Any, law: Law, order: Fraction, height: int, nats: int) -> bool:
    contour = Contour(order, Fraction(height), 2)
    at, asked = law.nodes_along(contour, nats), xp.exp(-xp.number(nats))
    lost, outside = bounds.lost(xp, law, order, at, xp.number(height)), bounds.tails(xp, law, order, at)
    most = asked * law.at(order, 60, _BITS)
    widest = max(_spacings(law, order, height, nats))
    return bool(outside <= 2 * most) and bool(asked / 2 <= lost <= asked) and at.spacing >= 0.92 * widest


def _spacings(law: Law, order: Fraction, height: int, nats: int) -> Iterator[float]:
    """Those with a remainder of e^-nats, by strips a and shifts b of up to a: growth is that at the height a + b."""
    part = law.widest / 40
    with balls(64) as xp:
        grown = [float(bounds.grown(xp, law, order, arb(k * part)).log()) for k in range(1, 40)]
        turning = height * float(bounds.turning(xp, law))
    for k, log in enumerate(grown, start=1):
        for b in range(k // 2 + 1):
            yield 2 * pi * (k - b) * part / (nats + 1 + log + turning * (k - 2 * b) * part)


def _enough_above(xp: Any, law: Law, share: Fraction, nats: int) -> bool:
    shift = law.widest / 2 * float(share)
    at, b = nodes_above(law.noise, law.ratio, float(ORDER), shift, nats), arb(shift)
    strip = bounds.growth(xp, law, arb(at.strip)) * bounds.in_strip(xp, law, ORDER, at.strip + b)
    lost = 2 * strip * bounds.growth(xp, law, b) / ((2 * xp.pi * arb(at.strip) / arb(at.spacing)).exp() - 1)
    return bool(arb(-nats).exp() / 2 <= lost <= arb(-nats).exp())


for book, laws in ANALYTIC:
    book.table(
        "shifted",
        "On the line Im t = b the bound for all heights from V on is the sum of d B |p|^c |q|^(1-c) e^(-V (arg p - arg "
        "q)) at x + ib, the tails of the real line times the powers of cosines at the height b, and the remainder in a "
        "strip of half-width a, all times the growth of the density at b; nothing is said unless 0 < b and (a+b) S < "
        "pi v/2, S the larger spread.",
        f"{len(laws)} laws, 2 orders, 3 rules, 2 heights V, 4 shifts b; 8 digits",
        Sampled(
            "balls: the formula written out",
            _above,
            digits=8,
            bits=_BITS,
            why=POINTS,
            laws=laws,
            orders=numbers("7/2 1/2"),
            rules=[(0.9, 0.1), (0.5, 0.2), (0.4, 0.05)],
            heights=numbers("0 3"),
            shifts=(-0.1, 0.1, 0.5, 0.9),
        ),
    )
    book.soundness(
        "beyond.strip",
        "No bound is given by a line that is not shifted, or by half of the widest strip or more.",
        f"{len(laws)} laws, 5 shifts",
        Sampled("refused", _refuses, digits=1, laws=laws, shares=numbers("-1 0 1 2 5")),
    )
    book.inequality(
        "nodes.enough",
        "For an accuracy A the remainder is at most e^-A of M(c), and at least half of that; the tails are at most "
        "twice as much. The spacing is at most 8 % below the widest of any strip and shift.",
        f"{len(laws)} laws, 3 orders, 3 heights, 2 accuracies",
        Sampled(
            "balls: the bounds written out",
            _enough,
            digits=2,
            bits=_BITS,
            why=MEASURED,
            laws=laws,
            orders=numbers("7/2 30 -1/2"),
            heights=(0, 5, 900),
            accuracies=(5, 40),
        ),
    )
    book.inequality(
        "nodes.shifted",
        "On a line shifted by b the remainder is at most e^-A of M(c), and at least half of that.",
        f"{len(laws)} laws, 2 shifts, 3 accuracies",
        Sampled(
            "balls: the bounds written out",
            _enough_above,
            digits=2,
            bits=_BITS,
            why=MEASURED,
            laws=laws,
            shares=numbers("1/10 3/5"),
            accuracies=(3, 12, 60),
        ),
    )
