"""Claims about what is within T of a Renyi curve, as a window of clipped reports is: its profile, its composition."""

from __future__ import annotations

from fractions import Fraction

from chartered.proving.book import Book
from chartered.proving.registered import accountant, bound
from chartered.proving.steps import chain, same
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...conversion.formulas import optimal as optimal_conversion
from ...subsampling.claims.subsampling import CHANCE
from ..near_renyi_guarantee import Clipped
from .clipped_reports import BOOK as REPORTS, OURS

BOOK = Book("clipped", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims


def _held(gamma: Fraction | int, distance: Fraction | int, least: Fraction = Fraction(0)) -> Clipped:
    """A guarantee of such a slope and distance."""
    return Clipped(
        curve=lambda xp, alpha, local: alpha * xp.number(gamma * local),
        transfer=lambda xp, local: xp.number(distance),
        rho=lambda xp, local: xp.number(gamma * local),
        least=least,
        points=(1.0,),
    )


@BOOK.identity(
    "profile.shipped",
    "The shipped delta at a witness is that of the curve's optimal conversion plus (e^eps + 1) T; eps is the one "
    "that the witness names, "
    "if no more than delta is spent there, else nothing.",
    OURS,
    "12 guarantees, slopes V/2 and distances T",
)
def _shipped(effort: Effort) -> Verdict:
    for slope in (Fraction(1, 1000), Fraction(1, 10), Fraction(2)):
        for distance in (Fraction(0), Fraction(1, 10**9)):
            for at in (Fraction(1), Fraction(7)):
                witness = {"at": at, "local": Fraction(1), "alpha": Fraction(5), "v": None, "w": at - Fraction(1, 4)}
                profile = bound("checkin_splits", "clipped.profile")(_held(slope, distance))
                with balls(256) as xp:
                    e = xp.number(at)
                    core = optimal_conversion.one_sided_delta(xp, xp.number(5), xp.number(5 * slope), e, witness)
                    stated = core + (xp.exp(e) + 1) * xp.number(distance)
                    right = profile.delta(xp, e, witness).overlaps(stated)
                    met, missed = (
                        profile.epsilon(xp, stated * part, witness) for part in (2, xp.number(Fraction(1, 2)))
                    )
                    if not (right and met.overlaps(e) and not missed.is_finite()):
                        return Refuted(
                            "run: another delta is shipped", witness={"slope": str(slope), "T": str(distance)}
                        )
    return chain(
        "delta falls with eps, so that at any larger eps no more is spent.",
        ("what is shipped", Proved("run: 12 guarantees in balls")),
        ("the transfer", REPORTS.verdict("clipped.transfer", effort)),
    )


@BOOK.soundness(
    "composition.adds",
    "Runs that are each within T_i of others are together within the sum of T_i of all these, whose Renyi "
    "divergences add up; the shipped "
    "`times` is repeated `compose`.",
    OURS,
    "two runs, each replaced in turn: |P1 P2 - R1 R2| <= |P1 - R1| P2 + R1 |P2 - R2|, for all probabilities",
)
def _adds(effort: Effort) -> Verdict:
    law, one = accountant("checkin_splits", "clipped"), _held(3, 5, Fraction(2))
    many, each = law.times(one, 4), law.compose([one] * 4)
    with balls(64) as xp:
        numbers = [(g.curve(xp, 7, 1), g.rho(xp, 1), g.transfer(xp, 1), xp.number(g.least)) for g in (many, each)]
        right = all(
            value.overlaps(xp.number(4 * unit)) for g in numbers for value, unit in zip(g, (21, 3, 5, 2), strict=True)
        )
    ran = (
        Proved("run: four runs, counted and composed")
        if right
        else Refuted("run: times is not compose", witness={"times": str(numbers)})
    )
    return chain(
        "Summed over outcomes, whatever the second run takes from the first; Renyi divergences as in "
        "renyi.composition.",
        (
            "one after the other",
            same("a*b - c*d", "(a - c)*b + c*(b - d)", "a b c d", dict.fromkeys("abcd", CHANCE), effort),
        ),
        ("what is shipped", ran),
    )
