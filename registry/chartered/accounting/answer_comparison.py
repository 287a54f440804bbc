"""All answers to one question side by side: a table in a terminal, text in a pipe, HTML in a notebook. Every number is
rounded outward."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from chartered_verify.outward_rounding import SHOWN_DIGITS, outward
from flint import arb

from ..display import Layout, in_columns
from ..enclose.certified_bound import ledger_facts
from ..enclose.rounded import shown_ends
from ..errors import BadValue
from ..escaping import visible
from ..host.registry import registry
from ..ledger.assumptions import assumptions, repeated
from ..model.exact_numbers import plain
from ..model.mechanisms import RECORDS
from ..model.questions import EpsilonAt
from ..model.step_groups import parts_of
from ..paths.derivation import strangers_note
from ..paths.rewriting import written_out
from . import peer_rows
from .all_answers import Account
from .answers import Answer, NoAnswer
from .headline import looser, of_account
from .interval_width import is_narrow
from .request import by_reason, without_rows

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

_COLUMNS = ("accountant", "theorem", "lower", "upper", "side", "path")
_PEER_COLUMNS = ("peer", "version", "value", "against ours", "how it answers, or why not")
_STRANGERS, _SECONDS = "strangers", "seconds"
_FOLDED = 3
"""A path with at least this number of parts after the first one is folded."""


class Comparison:
    """An account laid out for people: a table in a terminal, text in a pipe, HTML in a notebook.

    Args:
        account: The answers.
        everything: Whether to show upper bounds beside a narrow exact answer, why accountants have no answer, and paths
            as a whole; otherwise one line lists the former, and long paths are folded.
        peers: The answers of other packages, or None.

    Raises:
        BadValue: `account` is no account.

    Examples:
        >>> table = ch.Ledger("laplace:scale=20").compare(epsilon=0)
        >>> print(table.headline)
        delta = 0.02469008798 at epsilon = 0: exact, certified from both sides
        >>> table.columns()
        ('accountant', 'theorem', 'lower', 'upper', 'side', 'path')
        >>> table.rows()[0][:2]
        ('profile', 'laplace.profile')
    """

    def __init__(
        self, account: Account, *, everything: bool = True, peers: Sequence[peer_rows.PeerRow] | None = None
    ) -> None:
        if not isinstance(account, Account):
            raise BadValue(f"a comparison of {account!r}", "make it by ledger.compare(delta=1e-5)")
        self.account = account
        self.peers = None if peers is None else tuple(peers)
        self.everything = everything
        best = account.best
        self.brief = not everything and best is not None and best.exact and best.why is None and is_narrow(best)

    def __eq__(self, other: object) -> bool:
        """Whether both lay out equal accounts in the same way, with equal answers of other packages."""
        return self._told() == other._told() if isinstance(other, Comparison) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._told())

    def _told(self) -> tuple[Account, tuple[peer_rows.PeerRow, ...] | None, bool]:
        return self.account, self.peers, self.everything

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer, the tightest first."""
        return self.account.answers

    @property
    def unavailable(self) -> tuple[NoAnswer, ...]:
        """The accountants without an answer, with the reasons."""
        return self.account.unavailable

    def to_dict(self) -> dict[str, Any]:
        """The account as `chartered epsilon --json` prints it, with the answers of other packages if requested."""
        shown = self.account.to_json()
        return shown if self.peers is None else shown | {"peers": [row.to_json() for row in self.peers]}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each answer.

        Raises:
            CharteredError: pandas is not installed.
        """
        return self.account.to_pandas()

    @property
    def headline(self) -> str:
        """The answer in words."""
        return of_account(self.account)

    def heading(self) -> list[tuple[str, str]]:
        """What was assumed, as pairs of a title and words.

        The neighbouring relation (and the sensitivity used under it, if the steps do not show it) and the sampling;
        then the ledger, also written out, if it is an abbreviation.
        """
        account = self.account
        ledger, *relation = ledger_facts(account.entries, account.neighbours)
        parts = written_out(registry(), account.entries, account.neighbours)
        stands_for = "; ".join(part.shown for some in parts for part in some)
        return [
            *relation,
            *([] if "sampling" in dict(relation) else [("sampling", "none: every step sees the whole data set")]),
            *(("assumed", words) for words in assumptions(registry(), account.entries)),
            ledger,
            *([("written out", stands_for)] if stands_for else []),
            *(("repeated", words) for words in repeated(registry(), account.entries)),
        ]

    def columns(self) -> tuple[str, ...]:
        """The titles of the columns.

        One for third-party plugins only if an answer rests on one, one for the time only if it is shown.
        """
        more = ([_STRANGERS] if self._strangers() else []) + ([_SECONDS] if self.account.timed else [])
        return (*_COLUMNS[:-1], *more, _COLUMNS[-1])

    def rows(self) -> list[tuple[str, ...]]:
        """The tightest answer by each accountant and theorem, and that with the largest lower end; tightest first.

        Infinite answers only if there are no others (the notes list them).
        """
        marked = bool(self._strangers())
        rows = [_row(answer, marked, self.account.timed) for answer in self._shown()]
        return rows if self.everything else [(*row[:-1], folded(row[-1])) for row in rows]

    def _strangers(self) -> list[str]:
        return sorted({name for answer in self.answers for name in answer.strangers})

    def _shown(self) -> list[Answer]:
        finite = [answer for answer in self.answers if answer.why is None] or list(self.answers)
        tightest = {_kin(answer): answer for answer in reversed(finite)}
        below = max(finite, key=lambda answer: arb.neg_inf() if answer.below is None else answer.below.lo, default=None)
        rows = [answer for answer in finite if answer is below or answer is tightest[_kin(answer)]]
        return [answer for answer in rows if not self.brief or answer.below is not None or answer.strangers]

    def notes(self) -> list[str]:
        """What a reader must know below the table.

        The failure probability beyond a head, the third-party plugins, why answers are infinite, why accountants have
        none, and the faults of plugins.
        """
        infinite = by_reason(
            (f"{a.accountant} ({a.theorem})", f"infinite: {a.why}") for a in self.account.answers if a.why
        )
        strangers = strangers_note(registry(), self._strangers())
        marked = [f"an answer that names strangers {strangers}"] if strangers else []
        none = by_reason((none.accountant, f"no answer: {none.why}") for none in self.account.unavailable)
        if self.brief:
            names = ", ".join(dict.fromkeys(none.accountant for none in self.account.unavailable))
            infinite, none = [], [f"no answer by {names}: --all says why"] if names else []
        reasons = [] if self.brief else [none.why for none in self.account.unavailable]
        faults = [f"fault: {fault}" for fault in self.account.faults if not any(fault in why for why in reasons)]
        wider = by_reason((wide.accountant, wide.why) for wide in self.account.wider)
        ours = [*self.account.notes, *self._above_one_in_n(), *self._beyond()]
        return ours + wider + marked + infinite + none + faults

    def _above_one_in_n(self) -> list[str]:
        """That a delta promises little, where a step states how many records there are."""
        question, entries = self.account.question, self.account.entries
        pairs = (pair for entry in entries for part in parts_of(entry.step) for pair in part.pairs)
        n = min((value for name, value in pairs if name in RECORDS and isinstance(value, Fraction)), default=None)
        if n is None or not isinstance(question, EpsilonAt) or question.at * n < 1:
            return []
        small = "publishing one record, drawn at random, has that delta, too: choose one far below 1/n"
        return [f"delta = {plain(question.at)} is not below 1/n, with n = {plain(n)} records; {small}"]

    def _beyond(self) -> list[str]:
        """The failure probability that a mu for eps <= head leaves open."""
        failure = None if self.account.best is None else self.account.best.failure
        if failure is None:
            return []
        return [f"beyond that, it is mu-GDP but for a failure of probability {outward(repr(failure), up=True)}"]

    def _looser(self) -> list[str]:
        """How many finite answers have no row."""
        if self.brief:
            names = dict.fromkeys(answer.accountant for answer in self.answers if answer.below is None)
            return looser(names, "from above only, and no smaller")
        return without_rows(sum(answer.why is None for answer in self.answers) - len(self._shown()), "tighter")

    def __rich__(self) -> Group:
        from rich.console import Group
        from rich.table import Table

        from ..answer_table import AnswerTable
        from ..console import cell

        heading = Table.grid(padding=(0, 2))
        heading.add_column(no_wrap=True)
        heading.add_column(overflow="fold")
        for label, words in self.heading():
            heading.add_row(cell(label, "dim"), cell(words))
        table = AnswerTable(self.columns(), self.rows(), "theorem", ["bold"])
        answers: RenderableType = table if self.account.answers else cell("no answer")
        notes = [cell(note, "dim") for note in self._looser() + self.notes()]
        parts = [cell(self.headline, "bold"), heading, "", answers, "", *notes]
        if self.peers is not None:
            parts += ["", AnswerTable(_PEER_COLUMNS, [row.cells() for row in self.peers])]
        return Group(*parts)

    def as_plain_text(self) -> str:
        """The comparison as lines of text without colours, at full width."""
        answers = in_columns([self.columns(), *self.rows()]) if self.account.answers else "no answer"
        notes = map(visible, self._looser() + self.notes())
        lines = [visible(self.headline), in_columns(self.heading()), "", answers, "", *notes]
        if self.peers is not None:
            lines += ["", in_columns([_PEER_COLUMNS, *(row.cells() for row in self.peers)])]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.as_plain_text().rstrip()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        peers = "" if self.peers is None else Layout([], _PEER_COLUMNS, [row.cells() for row in self.peers]).html()
        notes = self._looser() + self.notes()
        facts = [("answer", self.headline), *self.heading()]
        return Layout(facts, self.columns(), self.rows(), notes).html() + peers


def folded(path: str) -> str:
    """A path of many theorems by its first and its last one."""
    first, *others = path.split(" > ")
    return path if len(others) < _FOLDED else f"{first} > ... > {others[-1]}"


def _kin(answer: Answer) -> tuple[str, str, bool]:
    """The key of answers that share a row: answers that rest on third-party plugins are kept apart."""
    return answer.accountant, answer.theorem, bool(answer.strangers)


def _row(answer: Answer, marked: bool, timed: bool) -> tuple[str, ...]:
    digits = max(SHOWN_DIGITS, answer.question.correct_digits or 0 if answer.exact else 0)
    more = [", ".join(answer.strangers)] if marked else []
    more += [f"{answer.seconds or 0:.3f}"] if timed else []
    low = None if answer.below is None else answer.lower_exact
    ends = *shown_ends(low, answer.upper_exact, digits), answer.shown_side
    return (answer.accountant, answer.theorem, *ends, *more, " > ".join(answer.path))
