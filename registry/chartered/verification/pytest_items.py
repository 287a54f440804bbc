"""Claims as pytest tests: one item for each claim, with the claim's name. A refuted or undecided claim fails, and a
claim that was only sampled is marked SUPPORTED."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from chartered_verify.runs.suite import Outcome, attempt
from chartered_verify.statements.claim import Claim, Effort, Kind
from chartered_verify.statements.verdict import Proved, Supported

from ..errors import CharteredError
from ..escaping import visible
from .run import chosen


class Claims:
    """The pytest hooks for collecting claims. The order is that of registration, in every worker of a parallel run."""

    def __init__(self, config: pytest.Config) -> None:
        self.effort = Effort(digits=config.getoption("claims_digits"), full=config.getoption("claims_tier") == "full")
        self.claims = _wanted(config)
        self.names = {claim.name for claim in self.claims}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Collects the claims after all paths, whatever paths were given."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result = [
                *report.result,
                AllClaims.from_parent(collector, name="claims", nodeid="claims", claims=self),
            ]
        return report

    def pytest_report_teststatus(self, report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
        """In the verbose list, a claim that passed is PROVED or SUPPORTED."""
        if (
            isinstance(report, pytest.TestReport)
            and report.nodeid in self.names
            and report.passed
            and report.when == "call"
        ):
            return "passed", ".", str(dict(report.user_properties)["verdict"]).upper()
        return None


class AllClaims(pytest.Collector):
    """The parent of all claims in pytest's tree, so that `-k claims` selects all of them."""

    def __init__(self, *, claims: Claims, **more: Any) -> None:
        super().__init__(**more)
        self.claims = claims

    def collect(self) -> list[pytest.Item]:
        """One item for each claim."""
        return [
            ClaimItem.from_parent(self, name=c.name, nodeid=c.name, claim=c, effort=self.claims.effort)
            for c in self.claims.claims
        ]


class ClaimItem(pytest.Item):
    """One claim as a test. Its node id is its name."""

    def __init__(self, *, claim: Claim, effort: Effort, **more: Any) -> None:
        super().__init__(**more)
        self.claim = claim
        self.effort = effort

    def runtest(self) -> None:
        """Tries the claim. Raises Unproved unless it is proved or supported."""
        outcome = attempt(self.claim, self.effort)
        told = outcome.to_json()
        self.user_properties += [
            (key, told[key]) for key in ("verdict", "how", "points", "digits", "hunted") if told[key] is not None
        ]
        if not isinstance(outcome.verdict, Proved | Supported):
            raise Unproved(outcome)
        self.add_report_section("call", "claim", _found(told))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The claim and its verdict; for any other exception the traceback."""
        if not isinstance(excinfo.value, Unproved):
            return super().repr_failure(excinfo, style)
        told = excinfo.value.outcome.to_json()
        witness = [f"{key} = {value}" for key, value in (told["witness"] or {}).items()]
        rows = [
            (told["verdict"], told["how"]),
            *(("witness", row) for row in witness),
            ("claimed", self.claim.statement),
            ("on", self.claim.domain),
            ("source", self.claim.source),
            (
                "again",
                f"chartered verify {self.claim.name} --digits "
                f"{self.effort.digits}{' --tier full' if self.effort.full else ''}",
            ),
        ]
        return "\n".join(visible(f"{label:<10} {text}") for label, text in rows)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The location of a claim: no line number, and its name as the heading of its report."""
        return self.path, None, f"claim {self.name}"


class Unproved(Exception):
    """A claim was refuted or is undecided."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(f"{outcome.claim.name}: {outcome.to_json()['verdict']}")
        self.outcome = outcome


def _found(told: dict[str, Any]) -> str:
    sampled = f" ({told['points']} points, {told['digits']} digits)" if told["points"] is not None else ""
    hunted = f" (also hunted at {told['hunted']} points)" if told["hunted"] else ""
    return visible(f"{told['verdict']}: {told['how']}{sampled}{hunted}")


def _wanted(config: pytest.Config) -> list[Claim]:
    """The claims that the options select. Raises UsageError if an option selects nothing."""
    given = config.getoption("claims")
    prefixes = [word.strip() for text in given for word in text.split(",") if word.strip()] if all(given) else []
    digits = config.getoption("claims_digits")
    if digits < 1:
        raise pytest.UsageError(f"--claims-digits is {digits}; it must be at least 1")
    try:
        return chosen(
            prefixes,
            full=config.getoption("claims_tier") == "full",
            sources=config.getoption("claims_source"),
            kinds=[Kind(word) for word in config.getoption("claims_kind")],
        )
    except CharteredError as error:
        paths = [prefix for prefix in prefixes if Path(prefix).exists()]
        raise pytest.UsageError(
            f"--claims: {error}" + (f" (is {paths[0]} a path? It stands before --claims)" if paths else "")
        ) from None
