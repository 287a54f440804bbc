"""docs/verdicts.md: every claim with its verdict, the three papers first, and how many of each source are proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from chartered.host.registry import registry
from chartered.output.html.numbers import share
from chartered.output.html.verification_report import VERDICTS, source_of
from chartered.verification.run import verify_claims
from chartered_verify.runs.suite import verdict_name
from chartered_verify.statements.claim import Claim, Kind
from marking import cells, code, plain, table

PAGE = Path(__file__).resolve().parents[1] / "verdicts.md"
PAPERS = {
    "Asoodeh et al. 2020": "Asoodeh, Liao, Calmon, Kosut, Sankar 2020: from Renyi to approximate differential privacy",
    "Liu et al. 2022": "Liu et al. 2022: Gaussian differential privacy of other mechanisms",
    "Balle et al. 2020 (random check-ins)": "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020: random check-ins",
}
"""The three papers, as claims name them and in full."""
COLUMNS = ("claim", "where", "kind", "verdict", "statement")
UNPROVED = ("claim", "kind", "why there is no proof")
_SHARES = ("source", "claims:", *(f"{name}:" for name in VERDICTS), "share proved:", "inequalities proved:")

_HEAD = """# Verdicts

What became of the claims, tried in the full tier at 50 digits: first how many of each source are proved, then every
claim, those of the three papers that Chartered was built on before the others. *Proved* means true on the whole stated
domain, *supported* no counterexample at the points that were tried: mostly soundness against what is exactly true,
which is computed case by case, and tables of values that the shipped code must give. `chartered verify NAME` tries a
claim now and says how; `chartered verify --report verdicts.html` writes all of it as a page that can be searched.

This page is written by `python docs/pages/write.py verdicts`, which tries every claim; with `--new` only those that are
new or read otherwise than here. A test compares its claims with the registry, and in the full tier its verdicts as
well.
"""

_REASONS = """## Inequalities and identities without a proof

{count} of the inequalities and identities are supported alone, each for the reason that stands beside it here and in
`chartered explain NAME`.
"""


def page(jobs: int = 1, results: Path | None = None, *, new: bool = False) -> str:
    """The page: every claim is tried in the full tier, or only those that are `new`, and the others as the page has
    them."""
    claims = list(registry().claims().values())
    kept = _on_the_page() if new else {}
    found = {claim.name: verdict for claim in claims if (verdict := kept.get(told(claim))) is not None}
    rest = [claim for claim in claims if claim.name not in found]
    tried = verify_claims(rest, full=True, jobs=jobs, results=results)
    return laid_out(claims, found | {outcome.claim.name: verdict_name(outcome.verdict) for outcome in tried})


def laid_out(claims: Sequence[Claim], verdicts: Mapping[str, str]) -> str:
    """The page of these claims and what became of each: the three papers, and then the other sources, the largest
    first."""
    groups: dict[str, list[Claim]] = {paper: [] for paper in PAPERS}
    for claim in claims:
        groups.setdefault(source_of(claim.source), []).append(claim)
    order = sorted(
        groups,
        key=lambda source: (
            source not in PAPERS,
            list(PAPERS).index(source) if source in PAPERS else -len(groups[source]),
            source,
        ),
    )
    shares = table(
        _SHARES, [*(_share(source, groups[source], verdicts) for source in order), _share("all", claims, verdicts)]
    )
    parts = [_HEAD, f"\n## Share proved\n\n{shares}", _unproved(claims, verdicts)]
    for source in order:
        own = [[*told(claim)[:3], verdicts[claim.name], told(claim)[3]] for claim in groups[source]]
        parts.append(f"\n## {plain(PAPERS.get(source, source))}\n\n{table(COLUMNS, own)}")
    return "".join(parts)


def _unproved(claims: Sequence[Claim], verdicts: Mapping[str, str]) -> str:
    """The inequalities and identities that are only supported, each with the reason."""
    left = [
        claim
        for claim in claims
        if claim.kind in (Kind.INEQUALITY, Kind.IDENTITY) and verdicts[claim.name] == "supported"
    ]
    rows = [[code(claim.name), claim.kind.value, plain(claim.unproved)] for claim in left]
    return f"\n{_REASONS.format(count=len(left))}\n{table(UNPROVED, rows)}"


def told(claim: Claim) -> tuple[str, str, str, str]:
    """What the page says of a claim, but for its verdict: its name, its place in the source, its kind and its
    statement."""
    place = claim.source.removeprefix(source_of(claim.source)).lstrip(",;: ")
    return code(claim.name), plain(place), claim.kind.value, plain(claim.statement)


def _on_the_page() -> dict[tuple[str, ...], str]:
    """The verdicts that the page has, by what it says of their claims."""
    rows = cells(PAGE.read_text(encoding="utf-8"), COLUMNS)
    return {(name, place, kind, statement): verdict for name, place, kind, verdict, statement in rows}


def _share(source: str, claims: Sequence[Claim], verdicts: Mapping[str, str]) -> list[str]:
    counts = Counter(verdicts[claim.name] for claim in claims)
    stated = [verdicts[claim.name] for claim in claims if claim.kind is Kind.INEQUALITY]
    inequalities = f"{stated.count('proved')} of {len(stated)}" if stated else ""
    each = (str(counts[name] or "") for name in VERDICTS)
    return [plain(source), str(len(claims)), *each, share(counts["proved"], len(claims)), inequalities]
