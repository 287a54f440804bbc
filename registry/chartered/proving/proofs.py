"""Proofs: claims that follow from several steps, and books in which each claim is entered with what decides it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chartered_verify.arithmetic.unknown import Refused
from chartered_verify.forms.proof_chain import Step, chain
from chartered_verify.raised import not_admissible
from chartered_verify.statements.claim import Check, Effort, Kind
from chartered_verify.statements.verdict import Undecided, Verdict
from msgspec import Struct, field

from ..host.registry import registry
from .book import Book, texts_first
from .formula_reader import Reader
from .notation import Notation
from .proof_parts import Part
from .ranges import Over, in_words
from .sampled import Condition, condition_of
from .tables_of_answers import Rows


class Lemma(Struct, frozen=True):
    """Steps that several proofs share, in their own notation; made by `lemma`.

    Args:
        notation: The notation.
        parts: The parts.

    Examples:
        >>> square = proving.Same("the square", "(x + 1)^2", "x^2 + 2*x + 1", {"x": (0, 9)})
        >>> [label for label, verdict in proving.Lemma(proving.Notation(), (square,))(proving.Effort())]
        ['the square']
    """

    notation: Notation
    parts: tuple[Part, ...]

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The steps, each with its verdict."""
        return self(effort)

    def __call__(self, effort: Effort) -> list[Step]:
        """The steps, each with its verdict, for a proof that is written as a function."""
        own = Reader(self.notation)
        return [step for part in self.parts for step in part.decided(own, effort)]


def lemma(notation: Notation, *parts: Part) -> Lemma:
    """Steps that several proofs share, in their own notation.

    Args:
        notation: The notation.
        parts: The parts.

    Returns:
        The lemma, which is a part of a proof.

    Examples:
        >>> one = proving.lemma(proving.Notation(), proving.Certain("e is above 2", "exp(1) - 2"))
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [one])(proving.Effort()))
        'proved'
    """
    return Lemma(notation, parts)


class Proof(Struct, frozen=True):
    """A check that is proved if every part is.

    Args:
        notation: The definitions of the names in the parts' formulas.
        parts: The parts.
        so: Why the parts suffice, in a sentence. Without it there is one part, the claim itself, with all its steps.

    Raises:
        ValueError: Several parts, or none, are without `so`.

    Examples:
        >>> parts = [proving.Certain("e is above 2", "exp(1) - 2"), proving.Certain("and below 3", "3 - exp(1)")]
        >>> proving.verdict_name(proving.Proof(proving.Notation(), parts, so="It is between.")(proving.Effort()))
        'proved'
    """

    notation: Notation
    parts: Sequence[Part]
    so: str = ""

    def __post_init__(self) -> None:
        if not self.so and len(self.parts) != 1:
            raise ValueError(f"a proof of {len(self.parts)} parts: say why they suffice (`so`)")

    @property
    def why(self) -> str:
        """The reason why there is no proof: that of the first step that is only sampled."""
        return next((why for part in self.parts if (why := getattr(part, "why", ""))), "")

    def __call__(self, effort: Effort) -> Verdict:
        """The combined verdict of the steps."""
        reader = Reader(self.notation)
        try:
            found = [step for part in self.parts for step in part.decided(reader, effort)]
        except Refused as error:
            return Undecided(not_admissible(error), left="all of it")
        return chain(self.so, *found) if self.so or len(found) != 1 else found[0][1]


class Proofs(Book, frozen=True):
    """A book of claims, each entered with what decides it, whose formulas share one notation.

    Without parts its methods are decorators, as in `Book`, for a claim that a function decides.

    Args:
        prefix: The beginning of every name.
        paper: The beginning of every source.
        entries: The claims entered so far.
        at: The place in the paper of those claims that name none; "" names no place.
        notation: The definitions of the names in the formulas.

    Examples:
        >>> book = proving.Proofs("algebra", "direct computation")
        >>> part = proving.Certain("it is", "exp(1) - 2")
        >>> _ = book.claim("e", proving.Kind.INEQUALITY, "e > 2.", "one number", part)
        >>> [claim.name for claim in book.claims()], proving.verdict_name(book.verdict("e", proving.Effort()))
        (['algebra.e'], 'proved')
    """

    notation: Notation = field(default_factory=Notation)

    def claim(
        self,
        name: str,
        kind: Kind,
        statement: str,
        *said: Any,
        so: str = "",
        where: Sequence[str] = (),
        over: Over | None = None,
        **more: Any,
    ) -> Callable[[Condition], Condition]:
        """Enters a claim under the name `prefix.name`. `identity`, `inequality` and the others call it with their kind.

        Args:
            name: The name, without the prefix.
            kind: The kind of statement.
            statement: One sentence in words and formulas.
            said: The set on which it is claimed, in words, before it the place in the paper where it is not the book's
                (without a domain it is written from the ranges in `over`); then what decides it: the parts of a proof,
                with `so`; or a single part, which is the claim itself; or checks that must all hold, such as `Sampled`
                and `Answers`; or nothing, for a decorator. One `Sampled` may be without a condition: it is the function
                that the claim decorates.
            so: Why the parts suffice, in a sentence.
            where: Definitions for this claim only.
            over: Ranges for this claim only.
            more: printed, corrected and slow, as for `Book.claim`.

        Returns:
            The decorator of a function: of the condition, or of the check that is entered where nothing decides.

        Raises:
            ValueError: Several parts are without `so`, or `so` is with a check that is no part or with nothing that
                decides the claim, or there is no domain.
        """
        notation = self.notation.extended(where, over)
        texts, decided = texts_first(said)
        if so and not decided:
            raise ValueError(f"{name}: it is said why its parts suffice, and there are none")
        if not (texts and texts[-1]) and over:
            texts = (*texts[:-1], _domain(name, over, decided))
        enter = Book.claim(self, name, kind, statement, *texts, **more)
        if not decided:
            return enter
        enter(Entered(f"{self.prefix}.{name}", _check(name, notation, decided, so)))
        return condition_of(decided)


class Entered(Struct, frozen=True):
    """The check of a claim in a book. If the claim is registered, the check is pickled by the claim's name, so that it
    can be sent between processes whatever functions it contains."""

    name: str
    check: Check

    @property
    def why(self) -> str:
        """The reason why there is no proof, from the check."""
        return getattr(self.check, "why", "")

    def __call__(self, effort: Effort) -> Verdict:
        """The verdict of the check."""
        return self.check(effort)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_registered, (self.name,)) if self.name in registry().claims() else (Entered, (self.name, self.check))


def _domain(name: str, over: Over, decided: Sequence[Any]) -> str:
    """The domain in words: all positive values of the letters, and 0 for those that may be 0 in every part."""
    if any(hasattr(part, "box") for part in decided):
        raise ValueError(f"{name}: a part covers a box; say in words which values the claim is about")
    zero = [set(getattr(part, "zero", "").split()) for part in decided]
    return in_words(Notation(ranges=over).ranges, set.intersection(*zero) if zero else ())


def _registered(name: str) -> Check:
    check: Check = registry().claims()[name].check
    return check


def _check(name: str, notation: Notation, decided: Sequence[Any], so: str) -> Check:
    parts = [part for part in decided if hasattr(part, "decided")]
    if so and len(parts) < len(decided):
        raise ValueError(f"{name}: a step that is a check has a label, as in Shown(label, check)")
    if so or (len(decided) == 1 and parts):
        return Proof(notation, parts, so)
    if any(not callable(part) for part in parts):
        raise ValueError(f"{name}: say why its {len(decided)} steps suffice")
    return Rows(decided)
