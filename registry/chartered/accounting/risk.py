"""The success of attacks on one record, given the outputs of a ledger: certified upper bounds that follow from its
privacy profile."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Balls, balls
from chartered_verify.enclosure import Enclosure, enclose
from flint import arb
from msgspec import Struct

from ..display import Layout, Told, data_frame
from ..enclose.certified_bound import ledger_facts
from ..enclose.rounded import shown_ends
from ..errors import BadValue
from ..host.registry import registry
from ..ledger.irrational_numbers import read_beside
from ..model.exact_numbers import Exact, exact, fraction_to_json, plain
from ..model.questions import Question
from ..paths.rewriting import ledger_to_json
from ..profiles.tradeoff_curves import best_guess, power, precision
from .answers import Answer, Bounded
from .attack_points import PointsInTime, best_point
from .every_path import Accounting

Formula: TypeAlias = Callable[[Balls, Any], Any]
"""(xp, delta) -> the success of an attack."""
_COLUMNS = ("attack", "blind", "lower", "upper", "meaning", "at_epsilon", "lower_exact", "upper_exact")


class Reading(Bounded, Struct, frozen=True):
    """A bound on the success of one kind of attack, from one point of the privacy profile.

    Attributes:
        name: The attack: "advantage", "power", "accuracy", "precision" or "reconstruction".
        meaning: What succeeds with that probability, in words.
        blind: The success without any output, a probability.
        bound: The enclosure behind `lower` and `upper`.
        attained: Whether some attack on some neighbours reaches the bound.
        answer: The certified delta at one eps from which the bound follows.

    Examples:
        >>> ch.Ledger("gaussian:sigma=20").risk().advantage
        <advantage <= 0.01994503639047609, >= 0.019945036390476085: gaussian.gdp -> gdp -> gdp.profile>
    """

    name: str
    meaning: str
    blind: Fraction
    bound: Enclosure
    attained: bool
    answer: Answer

    def to_json(self) -> dict[str, Any]:
        """The bound as JSON."""
        return {
            "upper": self.upper,
            "lower": self.lower,
            "upper_exact": self.upper_exact,
            "lower_exact": self.lower_exact,
            "blind": fraction_to_json(self.blind),
            "meaning": self.meaning,
            "at_epsilon": fraction_to_json(self.answer.question.at),
            "answer": self.answer.to_json(),
        }

    def __repr__(self) -> str:
        least = "" if self.lower is None else f", >= {self.lower!r}"
        return f"<{self.name} <= {self.upper!r}{least}: {' -> '.join(self.answer.path)}>"


class Risk(Told, Struct, frozen=True):
    """Bounds on the success of an attacker who sees every output and knows all records except one.

    Attributes:
        prior: The probability that the record is in the data.
        type_one: The false positive rate of a membership test.
        baseline: The probability of reconstructing the record, or an attribute of it, without any output.
        advantage: True positive rate less false positive rate of the best membership test.
        power: True positive rate of a test whose false positive rate is at most `type_one`.
        accuracy: The probability of a right guess whether the record is in the data.
        precision: The proportion of members among those that such a test takes for members.
        reconstruction: The probability of reconstructing what is guessed blindly with probability `baseline`.
        notes: What a reader must know, such as that the time was over, or which decimals were read.

    Examples:
        >>> [reading.name for reading in ch.Ledger("gaussian:sigma=20").risk(prior="1/100").readings]
        ['advantage', 'power', 'accuracy', 'precision', 'reconstruction']
    """

    prior: Fraction
    type_one: Fraction
    baseline: Fraction
    advantage: Reading
    power: Reading
    accuracy: Reading
    precision: Reading
    reconstruction: Reading
    notes: tuple[str, ...] = ()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All five bounds."""
        return self.advantage, self.power, self.accuracy, self.precision, self.reconstruction

    @property
    def certified(self) -> bool:
        """Whether each bound follows from an answer that has a certificate."""
        return all(reading.answer.certified for reading in self.readings)

    def to_json(self) -> dict[str, Any]:
        """The bounds as JSON."""
        answer = self.advantage.answer
        held = {"prior": self.prior, "type_one": self.type_one, "baseline": self.baseline}
        return {
            "quantity": "risk",
            "at": {name: fraction_to_json(value) for name, value in held.items()},
            "neighbours": answer.neighbours.value,
            "ledger": ledger_to_json(registry(), answer.entries, answer.neighbours),
            "sampling": answer.sampling,
            "readings": {reading.name: reading.to_json() for reading in self.readings},
            "certified": self.certified,
        } | ({"notes": list(self.notes)} if self.notes else {})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each reading. Raises CharteredError without pandas.

        The ends are doubles, and in `lower_exact` and `upper_exact` decimal text with every digit.
        """
        rows = ({"attack": reading.name, **reading.to_json()} for reading in self.readings)
        return data_frame(({name: row[name] for name in _COLUMNS} for row in rows), _COLUMNS)

    def layout(self) -> Layout:
        """The ledger and its relation, and each reading: what a blind guess has, and both bounds."""
        answer = self.advantage.answer
        facts = ledger_facts(answer.entries, answer.neighbours)
        rows = [
            (reading.name, plain(reading.blind), *shown_ends(reading.lower_exact, reading.upper_exact), reading.meaning)
            for reading in self.readings
        ]
        return Layout(facts, ("attack", "blind", "at least", "at most", "what it is"), rows, self.notes)

    def __repr__(self) -> str:
        return f"<risk: {', '.join(f'{reading.name} <= {reading.upper!r}' for reading in self.readings)}>"


def risk(accounting: Accounting, prior: Exact, type_one: Exact, baseline: Exact, seconds: float | None) -> Risk:
    """All bounds from a ledger's profile; with `seconds`, those that are found in so much processor time. Raises
    BadValue for a probability that is not between 0 and 1, and NoAnswer if no accountant bounds delta at eps = 0."""
    chance, a, kappa = _chance(prior, "prior"), _chance(type_one, "type_one"), _chance(baseline, "baseline")
    points, likelier = PointsInTime(accounting, seconds), max(chance, 1 - chance)
    at_zero, even = points.at_zero, likelier == Fraction(1, 2)
    guessed = at_zero if even else points.best(lambda: Question.delta(_log_odds(likelier)))
    tested, rebuilt = (points.best(partial(best_point, accounting, at, surprise(at))) for at in (a, kappa))
    member = _power(tested, a)

    def right(xp: Balls, delta: Any) -> Any:
        return best_guess(xp, xp.number(likelier), delta)

    def members(xp: Balls, delta: Any) -> Any:
        return precision(xp, xp.number(chance), xp.number(a), member(xp, delta))

    return Risk(
        *(chance, a, kappa),
        _reading("advantage", (), Fraction(0), at_zero, lambda xp, delta: delta, attained=True),
        _reading("power", (a,), a, tested, member),
        _reading("accuracy", (chance,), likelier, guessed, right, attained=even),
        _reading("precision", (chance, a), chance, tested, members),
        _reading("reconstruction", (kappa,), kappa, rebuilt, _power(rebuilt, kappa)),
        (*points.notes, *read_beside(at_zero.entries, {})),
    )


def _reading(
    name: str, said: tuple[Fraction, ...], blind: Fraction, answer: Answer, of: Formula, *, attained: bool = False
) -> Reading:
    """The bound by a formula of delta. `attained`: whether it is reached where the answer is exact; at other eps than 0
    the profile may be attained in one direction between the neighbours only."""
    meaning = _MEANINGS[name].format(*map(plain, said))
    return Reading(name, meaning, blind, _rising(answer, of), attained and answer.lower_exact is not None, answer)


_MEANINGS = {
    "advantage": "true positive rate less false positive rate of the best test whether the record is in the data",
    "power": "true positive rate of a test whose false positive rate is at most {}",
    "accuracy": "chance of a right guess whether the record is in the data, if it is with probability {}",
    "precision": "share of members among those taken for members, if a share {} are, at false positive rate {}",
    "reconstruction": "chance to reconstruct the record, or an attribute of it, that is guessed blindly with chance {}",
}


def _chance(value: Exact, name: str) -> Fraction:
    """A probability above 0 and below 1. Raises BadValue."""
    number = exact(value, name)
    if not 0 < number < 1:
        raise BadValue(f"{name} is {plain(number)}", f"{_WORDS[name]} is above 0 and below 1")
    return number


_WORDS = {
    "prior": "the probability that the record is in the data",
    "type_one": "a type I error (a false positive rate)",
    "baseline": "the chance of a blind guess",
}


def _power(answer: Answer, type_one: Fraction) -> Formula:
    """The greatest power of a test with this type I error, by the point (eps, delta) of the profile."""
    return lambda xp, delta: power(xp, xp.number(type_one), xp.number(answer.question.at), delta)


def _rising(answer: Answer, of: Formula) -> Enclosure:
    """An enclosure of a formula that increases with delta, for delta in the answer's enclosure."""
    found, below = answer.enclosed.bound, answer.below
    top = enclose(lambda xp: of(xp, found.hi)).clip(0, 1).hi
    return Enclosure(arb(0) if below is None else enclose(lambda xp: of(xp, below.lo)).clip(0, 1).lo, top)


def _log_odds(likelier: Fraction) -> Fraction:
    """An eps just below log(m/(1 - m)); delta there is at least delta at the logarithm itself."""
    odds = enclose(lambda xp: xp.log(xp.number(likelier / (1 - likelier)))).clip(0)
    return Fraction(Decimal(odds.lower_exact))


def surprise(type_one: Fraction) -> Callable[[float, float], float]:
    """The strength of a point's bound on the power, -log(power), by which the search chooses a point. In balls, because
    power is 1 minus a number near 1."""
    bits = 64 + 2 * type_one.denominator.bit_length()

    def worth(eps: float, delta: float) -> float:
        with balls(bits) as xp:
            left = power(xp, xp.number(type_one), xp.number(eps), xp.number(delta))
            return -float(xp.log(left)) if left > 0 else -1.0

    return worth
