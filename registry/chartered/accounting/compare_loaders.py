"""One training with every way to make its batches: what each costs, under which relation, and what is assumed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from chartered_verify.progress import begun
from msgspec import Struct

from ..display import Displayed, Layout
from ..enclose.rounded import shown_ends
from ..errors import BadStep, CharteredError
from ..host.registry import registry
from ..ledger.entries import Entry
from ..model.exact_numbers import number_to_json, plain
from ..model.questions import Question
from .answers import Answer
from .ledger import Ledger

_NEEDED, _LARGEST = ("n", "batch", "epochs", "noise"), "largest-batch"
_CHOSEN = ("kept",)
"""What chooses among the rows."""
_TITLES = ("batches", "neighbours", "at least", "at most", "who runs it")
_BOUND = "what two rows say is about different loaders: the number of one is no bound for another"
_NO_CHANCE = "no batch depends on chance: each record is in the same one of every epoch"
_RELATIONS = "a replaced record is removed and added: numbers for replace-one neighbours say more, and are larger"


class Loader(Struct, frozen=True):
    """A way to make batches: the step that a training is with it, and who runs it."""

    batches: str
    step: str
    who: str
    whole_epochs: bool = False
    relation: str | None = None


LOADERS = (
    Loader("Poisson samples", "dpsgd:{training}", "Opacus by default; assumed by most accountants"),
    Loader(
        "Poisson samples, cut at a size",
        "dpsgd-truncated:{training},largest-batch={largest}",
        "hardware with batches of a fixed size, as TPUs",
    ),
    Loader(
        "random allocation, drawn anew",
        "dpsgd-allocation:{training}",
        "one batch of each epoch, also called balls in bins",
        whole_epochs=True,
    ),
    Loader(
        "random allocation, drawn once",
        "dpsgd-allocation:{training},kept=true",
        "balls in bins, as with correlated noise",
        whole_epochs=True,
    ),
    Loader(
        "shuffled",
        "dpsgd-shuffled:{training}",
        "most data loaders, as PyTorch's with shuffle=True",
        whole_epochs=True,
    ),
    Loader(
        "in a fixed order",
        "gaussian:sigma={noise},times={epochs}",
        "data loaders without a shuffle",
        whole_epochs=True,
        relation="zero-out",
    ),
    Loader("fixed size, without replacement", "dpsgd-fixed:{training}", "a sampler that draws each batch anew"),
    Loader(
        "fixed size, with replacement",
        "sample-with-replacement:size={batch},of={n}/gaussian:sigma={noise},times={runs}",
        "a sampler that draws record by record",
    ),
)
"""Those whose mechanism some plugin registers have a row; one that is cut, where a largest batch is given."""


class LoaderRow(Struct, frozen=True):
    """A loader, and the answer for a training with it; where there is none, why."""

    loader: Loader
    step: str
    answer: Answer | None
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """The row as JSON, with the fields that are documented for it."""
        known, found = {"batches": self.loader.batches, "step": self.step, "who": self.loader.who}, self.answer
        if found is None:
            return known | {"lower": None, "upper": None, "why": self.why}
        lower = None if found.lower is None else number_to_json(found.lower)
        ends = {"lower": lower, "upper": number_to_json(found.upper), "side": found.to_json()["side"]}
        return known | ends | {"neighbours": found.neighbours.value, "sampling": found.sampling or ""}

    def cells(self) -> tuple[str, ...]:
        """The row of a table, rounded outward."""
        if self.answer is None:
            return self.loader.batches, "", "", "no answer", self.loader.who
        ends = shown_ends(self.answer.lower_exact, self.answer.upper_exact)
        return self.loader.batches, self.answer.neighbours.value, *ends, self.loader.who

    @property
    def note(self) -> str:
        """What is assumed, or why there is no answer; with the row's name, unless the words begin as that does."""
        name, found = self.loader.batches, self.answer
        words = f"no answer: {self.why}" if found is None else found.sampling or _NO_CHANCE
        return words if words.startswith(name.split()[0]) else f"{name}: {words}"


class LoaderComparison(Displayed, Struct, frozen=True):
    """One training, and a row for each way to make its batches."""

    training: str
    question: Question
    rows: tuple[LoaderRow, ...]

    def to_dict(self) -> dict[str, Any]:
        """The object that `chartered compare-loaders --json` prints."""
        asked = {"quantity": self.question.quantity, "at": self.question.held_to_json()}
        return {"training": self.training, **asked, "rows": [row.to_json() for row in self.rows]}

    def layout(self) -> Layout:
        """The training, the table, and what is assumed of each loader."""
        facts = [("training", self.training), (self.question.quantity, self.question.place.strip())]
        notes = [*dict.fromkeys(row.note for row in self.rows), _BOUND, _RELATIONS]
        return Layout(facts, _TITLES, [row.cells() for row in self.rows], notes)


def compare_loaders(training: Entry, question: Question) -> LoaderComparison:
    """A row for each way to make the batches of a training. Raises BadStep unless it is `dpsgd` with n, batch, epochs
    and noise alone, or a largest batch beside them: with any loader all that is released counts."""
    numbers = _numbers(training)
    words = {key.replace("-batch", ""): plain(value) for key, value in numbers.items()}
    return LoaderComparison(training.shown, question, tuple(_rows(numbers, words, question)))


def _numbers(training: Entry) -> dict[str, Fraction]:
    named = training.step.name == "dpsgd" or training.step.name.startswith("dpsgd-")
    given = training.step.settings if named and training.times == 1 else {}
    found = {key: value for key in (*_NEEDED, _LARGEST) if isinstance(value := given.get(key), Fraction)}
    if not found.keys() >= set(_NEEDED):
        example = "dpsgd:n=60000,batch=256,epochs=60,noise=1.1"
        raise BadStep(f"{training} is no training with {', '.join(_NEEDED)}", f"write one, such as {example}")
    if others := given.keys() - {*_NEEDED, _LARGEST, *_CHOSEN}:
        raise BadStep(f"the rows of {training} would leave out {min(others)}", f"ask `chartered epsilon {training}`")
    return found


def _rows(numbers: dict[str, Fraction], words: dict[str, str], question: Question) -> Iterator[LoaderRow]:
    each = numbers["n"] / numbers["batch"]
    training = ",".join(f"{key}={words[key]}" for key in _NEEDED)
    words["runs"] = str(ceil(numbers["epochs"] * each))
    known = [loader for loader in LOADERS if loader.step.partition(":")[0] in registry().mechanisms]
    asked = [loader for loader in known if _LARGEST in numbers or "{largest}" not in loader.step]
    for index, loader in enumerate(asked):
        begun(f"batches: {loader.batches}", index, len(asked))
        step = loader.step.format(training=training, **words)
        yield _row(loader, step, question, whole=numbers["epochs"].denominator == 1)


def _row(loader: Loader, step: str, question: Question, *, whole: bool) -> LoaderRow:
    if loader.whole_epochs and not whole:
        return LoaderRow(loader, step, None, "it has whole epochs; a part of one costs no more than a whole one")
    try:
        return LoaderRow(loader, step, Ledger(step, loader.relation).answer(question))
    except CharteredError as error:
        return LoaderRow(loader, step, None, str(error))
