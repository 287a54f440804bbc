"""docs/support.md and what `chartered explain --matrix` shows: what is answered, asked of the registry."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import chartered as ch
from chartered.testing import support_matrix
from marking import code, prose, table
from wrapping import wrapped

_HEAD = """# What is answered

For each mechanism, alone and under each wrapper that samples, shuffles, groups or selects: is the eps at delta = 1e-5
exact, enclosed from both sides, bounded from above, or open? For one run, and after a semicolon for ten composed runs
where that differs. Mechanisms of which the same is answered share a row. `chartered explain --matrix` prints this in
the shell, `chartered explain --matrix poisson` some rows of it, `--json` also the steps that were asked.

{meanings}
The steps are small ones, such as `{example}`. Other settings may be answered better or worse; any answer says itself
which of these it is. A mechanism that samples by itself, as a training does, stands among those without sampling.

This page is written by `python docs/pages/write.py support`, which asks everything, and a test compares it with the
registry.
"""


def page(jobs: int = 1, results: Path | None = None) -> str:
    """The page, and the file behind the command, after everything was asked: some minutes."""
    rows = list(support_matrix.asked(ch.registry()))
    support_matrix.keep(rows)
    return laid_out(rows)


def laid_out(rows: Iterable[support_matrix.Row]) -> str:
    """The page with these rows."""
    rows, known = list(rows), ch.registry()
    meanings = "".join(f"- **{word}**: {meaning}\n" for word, meaning in support_matrix.MEANINGS.items())
    example = next(row.step for row in rows if (row.sampling, row.mechanism) == ("poisson", "gaussian"))
    parts = [_HEAD.format(meanings=meanings, example=example)]
    relations = [one.value for one in ch.Neighbours]
    for sampling, groups in support_matrix.alike(rows).items():
        alone = sampling == support_matrix.ALONE
        title = "No sampling" if alone else f"`{sampling}`"
        about = (
            ""
            if alone
            else f"{code(support_matrix.example_of(known, sampling) + '/STEP')} {prose(_summary(known, sampling))}.\n\n"
        )
        cells = [
            [", ".join(map(code, names)), *(support_matrix.in_words(answers[one]) for one in relations)]
            for names, answers in groups
        ]
        parts.append(f"\n## {title}\n\n{about}{table(('mechanisms', *relations), cells)}")
    return wrapped("".join(parts))


def _summary(known: ch.Registry, name: str) -> str:
    return known.mechanism(name).summary
