"""Claims about guarantees within total variation distance T of a Renyi curve, such as a window of clipped reports: the
profile and the composition."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import POSITIVE, Claimed, Each, Notation, Proofs, Same, accountant, numbers, registered

from ...conversion.formulas import optimal as optimal_conversion
from ..near_renyi_guarantee import Clipped
from .clipped_reports import BOOK as REPORTS, OURS

NOTATION = Notation(ranges={"a b c d": POSITIVE})
BOOK = Proofs("clipped", "Balle et al. 2020 (random check-ins)", at=OURS, notation=NOTATION)


def _held(gamma: Fraction | int, distance: Fraction | int, least: Fraction = Fraction(0)) -> Clipped:
    """A guarantee with this slope and distance."""
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
    "that the witness names, if no more than delta is spent there, else nothing.",
    "12 guarantees, slopes V/2 and distances T",
    Each("run: what is shipped", cases=product(numbers("1/1000 1/10 2"), numbers("0 1e-9"), numbers("1 7")), bits=256),
    Claimed("the transfer", REPORTS, "clipped.transfer"),
    so="delta falls with eps, so that at any larger eps no more is spent.",
)
def _shipped(xp: Any, slope: Fraction, distance: Fraction, at: Fraction) -> bool:
    witness = {"at": at, "local": Fraction(1), "alpha": Fraction(5), "v": None, "w": at - Fraction(1, 4)}
    profile, e = registered("clipped.profile").bound(_held(slope, distance)), xp.number(at)
    core = optimal_conversion.one_sided_delta(xp, xp.number(5), xp.number(5 * slope), e, witness)
    stated = core + (xp.exp(e) + 1) * xp.number(distance)
    met, missed = (profile.epsilon(xp, stated * xp.number(part), witness) for part in numbers("2 1/2"))
    return bool(profile.delta(xp, e, witness).overlaps(stated) and met.overlaps(e) and not missed.is_finite())


@BOOK.soundness(
    "composition.adds",
    "Runs that are each within T_i of others are together within the sum of T_i of all these, whose Renyi "
    "divergences add up; the shipped `times` is repeated `compose`.",
    "two runs, each replaced in turn: |P1 P2 - R1 R2| <= |P1 - R1| P2 + R1 |P2 - R2|, for all probabilities",
    Same("one after the other", "a*b - c*d", "(a - c)*b + c*(b - d)"),
    Each("run: what is shipped", cases=[(4,)], bits=256),
    so="Summed over outcomes, whatever the second run takes from the first; Renyi divergences as in renyi.composition.",
)
def _counted(xp: Any, runs: int) -> bool:
    law, one = accountant("checkin_splits", "clipped"), _held(3, 5, Fraction(2))
    many, each = law.times(one, runs), law.compose([one] * runs)
    numbers = [(g.curve(xp, 7, 1), g.rho(xp, 1), g.transfer(xp, 1), xp.number(g.least)) for g in (many, each)]
    return all(
        value.overlaps(xp.number(runs * unit)) for g in numbers for value, unit in zip(g, (21, 3, 5, 2), strict=True)
    )
