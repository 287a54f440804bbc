"""The mutation score: the share of planted errors that some claim finds.

`python -m tests.mutation.score` plants each error of `operators` in each shipped formula, one at a time, and tries the
claims that run it. One JSON line for each is written as it is done; with `--results FILE` those that the file holds are
not tried again. At the end the share that was found, and the holes: what survived, and of which it is not known why it
cannot be found."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from random import Random

from .mutants import Mutant, modules, mutants
from .survivors import accepted
from .trial import Bench, Fate


def chosen(only: Iterable[str] = (), sample: int | None = None, seed: int = 0, each: int | None = None) -> list[Mutant]:
    """The mutants whose names begin with one of `only` (all without any), or a sample of these; of each function at
    most so many, drawn with the seed, in an order that is drawn as well."""
    found = [mutant for module in modules() for mutant in mutants(module) if mutant.name.startswith(tuple(only) or "")]
    draw = Random(seed)
    if each is not None:
        functions: dict[tuple[str, str], list[Mutant]] = {}
        for mutant in draw.sample(found, len(found)):
            functions.setdefault((mutant.module, mutant.function), []).append(mutant)
        found = [mutant for some in functions.values() for mutant in some[:each]]
    return found if sample is None else draw.sample(found, min(sample, len(found)))


def main() -> None:
    """The command."""
    asked = _asked()
    held = {fate.mutant: fate for fate in read(asked.results)} if asked.results else {}
    wanted = chosen(asked.only, asked.sample, asked.seed, asked.each)
    fates = [held[mutant.name] for mutant in wanted if mutant.name in held]
    bench = Bench.of(*asked.claims, finders=asked.finders)
    for fate in bench.fates((mutant for mutant in wanted if mutant.name not in held), asked.jobs):
        line = json.dumps(asdict(fate))
        print(line, flush=True)
        if asked.results:
            with asked.results.open("a") as file:
                file.write(line + "\n")
        fates.append(fate)
    score = sum(fate.by is not None for fate in fates) / max(1, len(fates))
    holes = [fate.mutant for fate in fates if fate.by is None and not accepted(fate.mutant)]
    print(json.dumps({"mutants": len(fates), "score": score, "holes": holes}), file=sys.stderr)
    if score < asked.least:
        sys.exit(1)


def read(results: Path) -> list[Fate]:
    """The fates in a file of JSON lines; none if it is not there."""
    return [Fate(**json.loads(line)) for line in results.read_text().splitlines()] if results.exists() else []


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The share of planted errors that some claim finds.")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PREFIX",
        help="mutants whose names begin so: mechanisms.formulas.laplace_profile",
    )
    parser.add_argument("--claims", action="append", default=[], metavar="PREFIX", help="claims whose names begin so")
    parser.add_argument("--sample", type=int, help="so many of them, drawn with the seed")
    parser.add_argument("--each", type=int, help="so many of each function, drawn with the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--finders", type=int, default=1, help="2: look for a second claim as well, so as to see what one finds alone"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--least", type=float, default=0.0, help="exit status 1 where the score is below")
    parser.add_argument(
        "--results", type=Path, help="a file of JSON lines to which each is added, and from which the run goes on"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
