"""The suite: runs claims, in order or on an executor. A check that fails to run is undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from time import perf_counter
from types import FunctionType
from typing import Any
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from ..arithmetic.multiprecision import forget
from ..arithmetic.unknown import Refused
from ..catching import ours
from ..raised import A_CHECK, A_FORMULA, named, not_admissible, raised
from ..statements.claim import Claim, Effort, Kind
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from .shared_verdicts import decided, sharing
from .timeout import OverTime, within

DEFAULT = Effort()
_UNPROVED = {
    Kind.TABLE: "values are compared one by one",
    Kind.SOUNDNESS: "what is exactly true is computed case by case",
}
"""The reason why claims of a kind are supported and not proved, if the check gives none."""


class Outcome(Struct, frozen=True):
    """A claim with the verdict of its check.

    Attributes:
        claim: The claim.
        verdict: The verdict.
        seconds: The seconds that the check took.
        lost: Whether the check did not end, because its worker failed or the time limit was reached.

    Examples:
        >>> [outcome] = ch.verify("zcdp.renyi.line")
        >>> proving.verdict_name(outcome.verdict), outcome.to_json()["kind"]
        ('proved', 'identity')
    """

    claim: Claim
    verdict: Verdict
    seconds: float
    lost: bool = False

    def __repr__(self) -> str:
        return f"<{verdict_name(self.verdict)}: {self.claim.name[:200]}, {self.seconds:.2f} s>"

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON: `points` and `digits` are null unless supported, `hunted` unless proved."""
        verdict = self.verdict
        return {
            "name": self.claim.name,
            "source": self.claim.source,
            "kind": self.claim.kind.value,
            "verdict": verdict_name(verdict),
            "how": verdict.how + (f"; left: {verdict.left}" if isinstance(verdict, Undecided) and verdict.left else ""),
            "digits": verdict.digits if isinstance(verdict, Supported) else None,
            "points": verdict.points if isinstance(verdict, Supported) else None,
            "hunted": verdict.hunted if isinstance(verdict, Proved) else None,
            "witness": dict(verdict.witness) if isinstance(verdict, Refuted) else None,
            "seconds": self.seconds,
        }


Progress = Callable[[Outcome], None]
Loader = Callable[[], Iterable[Claim]]


def run(
    claims: Iterable[Claim],
    effort: Effort = DEFAULT,
    executor: Executor | None = None,
    progress: Progress | None = None,
    loader: Loader | None = None,
) -> list[Outcome]:
    """Checks the claims and returns their outcomes in the order given; `progress` is called with each outcome as it is
    known.

    Slow claims are omitted unless `effort.full`. With an executor each claim is submitted by its name together with
    `loader`, a function without arguments that can be pickled and that returns all claims in the worker (checks may not
    be picklable, names are); the worker finds the claim by its name. Processes are faster than threads, because only
    one thread at a time computes in ball arithmetic. If a worker fails, its claim is undecided, and `lost`. Raises
    ValueError for an executor without a loader, and for two claims with the same name."""
    wanted = [claim for claim in claims if effort.full or not claim.slow]
    if len({claim.name for claim in wanted}) < len(wanted):
        raise ValueError(f"two claims share a name: {sorted(_twice(claim.name for claim in wanted))}")
    if executor is None:
        with sharing():
            return [_report(attempt(claim, effort), progress) for claim in wanted]
    if loader is None:
        raise ValueError("an executor needs a loader: a module-level function that gives the claims in the worker")
    return _distributed(wanted, effort, executor, progress, loader)


def attempt(claim: Claim, effort: Effort) -> Outcome:
    """The outcome of checking one claim.

    Args:
        claim: The claim.
        effort: The limits of the check.

    Returns:
        The outcome; undecided if the check raises, returns no verdict, or takes longer than `effort.limit` seconds.

    Examples:
        >>> wrong = ch.Claim("a.b", proving.Kind.TABLE, "1 = 2.", "nowhere", "1", lambda effort: 1 / 0)
        >>> proving.attempt(wrong, proving.Effort()).verdict.how.partition("raised ")[2].partition(";")[0]
        'ZeroDivisionError: "division by zero"'
    """
    start = perf_counter()
    lost = False
    try:
        with within(effort.limit):
            verdict = decided(claim, effort)
        verdict_name(verdict)
        verdict = _as_decided(claim, _reasoned(claim.kind, verdict))
    except ours(OverTime):
        forget()
        lost, verdict = True, Undecided(how=f"not decided within {effort.limit:g} s", left="all of it")
    except Refused as error:
        verdict = Undecided(not_admissible(error), left="all of it")
    except ours(BaseException) as error:  # whatever was raised, nothing was decided
        how = f"the check of {claim.name} failed to run: {raised(error)}{_right(claim)}"
        verdict = Undecided(how, left="all of it")
    except BaseException:  # interrupted
        forget()
        raise
    return Outcome(claim, verdict, perf_counter() - start, lost)


def _right(claim: Claim) -> str:
    """What would be right, of the checks of which it can be said."""
    if hasattr(claim.check, "domain"):
        return f"; {A_FORMULA}, and takes xp and the arguments of its domain ({claim.domain})"
    return f"; {A_CHECK}" if isinstance(claim.check, FunctionType) else ""


def _reasoned(kind: Kind, verdict: Verdict) -> Verdict:
    """The verdict; if it is supported, with the reason why it is not proved, and undecided if no point was tried."""
    if not isinstance(verdict, Supported):
        return verdict
    if not verdict.points:
        return Undecided(f"no point was tried; {verdict.how}", left="all of it")
    return replace(
        verdict, how=f"{verdict.how}; no proof: {verdict.why or _UNPROVED.get(kind, 'none was found')}", why=""
    )


def _as_decided(claim: Claim, verdict: Verdict) -> Verdict:
    """The verdict, which says for which domain the form decided where the claim's own words are others."""
    domain = getattr(claim.check, "domain", None)
    if not isinstance(domain, str) or domain == claim.domain:
        return verdict
    return replace(verdict, how=f"decided for {domain}; {verdict.how}")


def summary(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """The numbers of claims that were proved, refuted, undecided and supported."""
    counts = {"proved": 0, "refuted": 0, "undecided": 0, "supported": 0}
    for outcome in outcomes:
        counts[verdict_name(outcome.verdict)] += 1
    return counts


def verdict_name(verdict: Verdict) -> str:
    """The name of a verdict.

    Args:
        verdict: A verdict.

    Returns:
        "proved", "supported", "refuted" or "undecided".

    Raises:
        TypeError: It is another object, such as a bool.

    Examples:
        >>> proving.verdict_name(proving.Proved("direct computation"))
        'proved'
    """
    if isinstance(verdict, Proved | Supported | Refuted | Undecided):
        return type(verdict).__name__.lower()
    raise TypeError(f"a check returns Proved, Supported, Refuted or Undecided, not {verdict!r}")


def _distributed(
    claims: list[Claim], effort: Effort, executor: Executor, progress: Progress | None, loader: Loader
) -> list[Outcome]:
    name = uuid4().hex
    jobs: dict[Future[tuple[Verdict, float, bool]], Claim] = {
        _submitted(executor, claim, effort, loader, name): claim for claim in claims
    }
    done: dict[str, Outcome] = {}
    for job in as_completed(jobs):
        claim = jobs[job]
        try:
            outcome = Outcome(claim, *job.result())
        except ours(Exception) as error:  # whatever was raised, nothing was decided
            left = Undecided(how=f"the worker failed: {named(error)}", left="all of it")
            outcome = Outcome(claim, left, 0.0, lost=True)
        done[claim.name] = _report(outcome, progress)
    return [done[claim.name] for claim in claims]


def _submitted(
    executor: Executor, claim: Claim, effort: Effort, loader: Loader, run: str
) -> Future[tuple[Verdict, float, bool]]:
    """The future of a claim; if a broken executor refuses it, a future with that exception."""
    try:
        return executor.submit(_by_name, claim.name, effort, loader, run)
    except ours(Exception) as error:
        failed: Future[tuple[Verdict, float, bool]] = Future()
        failed.set_exception(error)
        return failed


def _by_name(name: str, effort: Effort, loader: Loader, run: str) -> tuple[Verdict, float, bool]:
    for claim in loader():
        if claim.name == name:
            with sharing(run):
                outcome = attempt(claim, effort)
            return outcome.verdict, outcome.seconds, outcome.lost
    raise LookupError(f"the loader gives no claim named {name!r}")


def _report(outcome: Outcome, progress: Progress | None) -> Outcome:
    if progress is not None:
        progress(outcome)
    return outcome


def _twice(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)
