"""The proof of an answer about mu: on pieces that cover a stretch of eps the profile is nowhere above that of mu-GDP,
by comparisons at the ends of each, and beyond them by its tail.

The pieces are found in balls, as a check finds them (`enclose/profile_gap.py`), and then recorded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from chartered_verify.arithmetic import Number, balls
from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Recorder
from msgspec import Struct

from ..enclose.profile_gap import Gap, pieces
from ..enclose.proved_mu import tail_closed
from ..model.guarantees import GDP, Witness
from ..model.privacy_profile import Profile
from ..model.questions import MuWithin, Stretch
from ..model.theorems import Theorem
from ..model.typed_witness import MU_FIELDS, MuWitness
from ..profiles.gaussian_family import gaussian_theorem, gaussians
from ..profiles.over_interval import formula_over
from ..profiles.tails import identified
from .inequality import FromBelow, Inequality

_NAME = "gdp.of-profile"
_STATEMENT = (
    "A mechanism is mu-GDP for eps in a stretch if its profile is nowhere above that of mu-GDP there. On a piece that "
    "holds if the profile at the left end is not above the Gaussian one at the right end, as both fall; or if the "
    "profile is at both ends not above a tangent of the Gaussian one, since what the mechanism itself has is convex in "
    "e^eps; and beyond the last piece if the profile is 0 there, or if its tail is below that of the Gaussian one."
)
_SOURCE = "Dong, Roth, Su 2022, Corollary 1; the Gaussian profile: "
_LEAST_BITS = 128
Pair = tuple[Recorded, Recorded]


class Piece(Struct, frozen=True):
    """A piece from `start` to `end`; each pair states that its first number is at most its second."""

    start: Recorded
    end: Recorded
    pairs: tuple[Pair, ...]


class Covered(Struct, frozen=True):
    """A stretch of eps from `start` on, covered by pieces and, if `onward`, without end. `values` are those of the
    profile at the ends of the pieces, and of its tail, by name."""

    start: Recorded
    pieces: tuple[Piece, ...]
    onward: bool
    values: Mapping[str, Recorded]

    @property
    def pairs(self) -> list[Pair]:
        """All comparisons on pieces."""
        return [pair for piece in self.pieces for pair in piece.pairs]


class Planned(Struct, frozen=True):
    """The pieces on which balls decide that the profile is at most that of mu-GDP: the right end of each, and whether
    it is compared with a tangent."""

    profile: Profile
    shown: MuWitness
    mu: Number
    over: Stretch
    end: Fraction
    ends: tuple[tuple[Fraction, bool], ...]


def planned(recorder: Recorder, profile: Profile, question: MuWithin, witness: Witness) -> Planned:
    """The pieces that a witness leads to. Raises NotRecorded if there is no finite mu."""
    if question.over.failure:
        recorder.refuse("a mu except for a failure has no proof that is recorded yet")
    found, shown = formula_on(profile, witness)
    over = question.over
    mu = shown.upper if shown.upper is not None else found.tail.mu if found.tail is not None else None
    if mu is None or mu == 0:
        recorder.refuse("no finite bound above 0 is proved by a formula")
    end = max(over.start, shown.tail_from or Fraction(0))
    gap, a, ends = Gap(found, gaussians()(mu), int(shown.bits or _LEAST_BITS)), over.start, []
    for b in pieces(gap, end, over.start):
        with balls(gap.bits) as xp:
            falls = bool(gap.at(xp, a, b) <= 0)
        ends.append((b, not falls))
        a = b
    return Planned(found, shown, mu, over, end, tuple(ends))


def over_stretch(
    xp: Recorder, plan: Planned, upper: Fraction, lower: Fraction | None
) -> tuple[Inequality, FromBelow | None, Covered]:
    """(the bound on mu, the bound from below if `lower` is one, the pieces that prove them), recorded. Raises
    NotRecorded."""
    values: dict[str, Recorded] = {}
    start, end = xp.number(plan.over.start), xp.number(plan.end)
    found = _pieces(xp, plan, values)
    onward = plan.over.stop is None or plan.end < plan.over.stop
    if onward:
        _close_beyond(xp, plan, end, values)
    shown = Inequality(xp.number(plan.mu), upper, "mu", start)
    below = None
    if lower is not None and lower > 0:
        below = mu_from_below(xp, plan.profile, plan.shown, plan.over, lower, values)
    covered = Covered(start, found, onward, values)
    if not all(x.decided(y, "<=") for x, y in covered.pairs):
        xp.refuse("a comparison on its way is not decided: whether the profile is below that of mu-GDP")
    return shown, below, covered


def formula_on(profile: Profile, witness: Witness) -> tuple[Profile, MuWitness]:
    """(the profile as a formula with a tail, the witness of its mu, which is empty if the profile states it)."""
    formula, own = formula_over(profile, witness)
    return identified(formula), MuWitness.read({**dict.fromkeys(field.name for field in MU_FIELDS), **own})


def by_pieces() -> Theorem:
    """The theorem that concludes mu from the pieces, to be listed in a proof; the registry has none of it."""
    gaussian = gaussian_theorem()
    return Theorem(
        name=_NAME,
        takes=Profile,
        gives=GDP,
        bound=lambda profile: GDP(mu_squared=0),
        statement=_STATEMENT,
        source=_SOURCE + gaussian.source,
        plugin=gaussian.plugin,
    )


def _pieces(xp: Recorder, plan: Planned, values: dict[str, Recorded]) -> tuple[Piece, ...]:
    gap, a, found = Gap(plan.profile, gaussians()(plan.mu), xp.bits), plan.over.start, []
    for b, by_chord in plan.ends:
        low, high = xp.number(a), xp.number(b)
        if by_chord:
            middle, slope = xp.number((a + b) / 2), gap.other.evaluation.derivative
            if slope is None:
                xp.refuse("the Gaussian profile states no slope")
            pairs = [(xp.number(x), xp.number(y)) for x, y in gap.chord(xp, (a, b), middle, slope(xp, middle))]
            values |= {f"delta at {a}": pairs[0][0], f"delta at {b}": pairs[1][0]}
        else:
            pairs = [(_delta(xp, plan.profile, low), _delta(xp, gap.other, high))]
            values[f"delta at {a}"] = pairs[0][0]
        found.append(Piece(low, high, tuple(pairs)))
        a = b
    return tuple(found)


def _close_beyond(xp: Recorder, plan: Planned, end: Recorded, values: dict[str, Recorded]) -> None:
    """Records the comparisons by which the profile is not above that of mu-GDP from `end` on. Raises NotRecorded."""
    last, tail = plan.profile.at_infinity, plan.profile.tail
    if last.delta == 0 and last.max_loss is not None and end >= xp.number(last.max_loss):
        values["largest loss"] = xp.number(last.max_loss)
        return
    if tail is None or not tail_closed(xp, tail, gaussians(), plan.mu, end):
        xp.refuse("a comparison on its way is not decided: whether the tail is below that of mu-GDP")
    values |= {"tail from": xp.number(tail.start)} | ({} if tail.mu is None else {"tail mu": xp.number(tail.mu)})


def mu_from_below(
    xp: Recorder,
    profile: Profile,
    shown: MuWitness,
    over: Stretch,
    lower: Fraction,
    values: dict[str, Recorded],
    *,
    strict: bool = False,
) -> FromBelow | None:
    """The inequality that no mu below `lower` is valid, nor `lower` itself (`strict`): the profile reaches that of a
    larger mu at one eps, or its tail is no thinner than that of a mu. `values` gets the numbers of the profile that it
    uses. None if neither is decided."""
    least, at, tail, start = shown.lower, shown.reached_at, profile.tail, xp.number(over.start)
    if least is not None and at is not None and (least > lower or (least == lower and not strict)):
        reached = _delta(xp, profile, xp.number(at))
        if _delta(xp, gaussians()(least), xp.number(at)) <= reached:
            values[f"delta at {at}"] = reached
            return FromBelow(xp.number(least), lower, "mu", start, strict=strict)
    if tail is None or tail.tail_mu is None or over.stop is not None:
        return None
    found = FromBelow(xp.number(tail.tail_mu), lower, "mu", start, strict=strict)
    values["tail limit"] = found.right
    return found if found.certain else None


def _delta(xp: Recorder, profile: Profile, epsilon: Recorded) -> Recorded:
    return xp.number(profile.delta(xp, epsilon, {}))
