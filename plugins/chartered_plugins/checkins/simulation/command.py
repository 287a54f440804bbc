"""`chartered simulate checkin`: runs a protocol on data."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from chartered.cli.output import print_for_people, print_json
from chartered.cli.shared_options import as_json

if TYPE_CHECKING:
    from .learning_loop import Report, Tell

EXAMPLE = "checkin:m=20000,n=40000/gaussian:sigma=4,sensitivity=2"
FORMATS = ("png", "svg", "pdf")


@click.group(short_help="Runs protocols on data.")
def simulate() -> None:
    """Runs protocols on data and counts what the theorems predict."""


@simulate.command(
    short_help="Distributed DP-SGD with random check-ins.",
    epilog="Example: chartered simulate checkin --seed 1 --delta 1e-6 -o run.svg",
)
@click.argument("step", default=EXAMPLE)
@click.option(
    "--delta", default="1e-6", show_default=True, metavar="D", help="The delta at which the run is accounted for."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="All that is random comes from it.")
@click.option(
    "--data", metavar="FILE", help="A CSV file, one client a line, the label last. Default: n synthetic records."
)
@click.option(
    "--dimension", default=5, show_default=True, type=click.IntRange(1, 10_000), help="Features of a synthetic record."
)
@click.option("-o", "--output", "file", metavar="FILE", help="Also draw risk and privacy: a .png, .svg or .pdf file.")
@as_json
def checkin(
    step: str, delta: str, seed: int, data: str | None, dimension: int, file: str | None, as_json: bool
) -> None:
    """Learns a logistic regression from reports of clients who check in at random, as STEP says: distributed DP-SGD.

    Inside the check-in a Gaussian or Laplace step perturbs each gradient, clipped to half its sensitivity. Says what
    privacy of this very run is certified, how many slots had no client and how many were to be expected, and the excess
    risk over the best model."""
    from . import read_csv
    from .learning_loop import simulate as run

    path = None if file is None else _writable(Path(file))
    with _progress() as tell:
        report = run(step, delta, seed, None if data is None else read_csv(data), dimension, tell)
    if path is not None:
        _draw(report, path)
    if as_json:
        print_json(report.to_json() | ({"file": file} if file else {}))
    else:
        print_for_people(*_lines(report), *([f"drawn to {file}"] if file else []), beside=file)


def _lines(report: Report) -> tuple[str, ...]:
    kind = "slots skipped, without client" if "protocol=averaged" in report.step else "dummies"
    return (
        f"{report.step}, {report.rounds} round{'s' if report.rounds > 1 else ''}, seed {report.seed}",
        f"certified privacy: eps <= {report.epsilon:.6g} at delta = {report.delta:g}, by {' -> '.join(report.path)}",
        f"updates: {report.updates}; {kind}: {report.dummies}, expected {report.expected_dummies:.6g}",
        f"risk: {report.risk:.6g}; least without privacy: {report.best_risk:.6g}; excess: {report.excess_risk:.4g}",
    )


@contextmanager
def _progress() -> Iterator[Tell | None]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from chartered.console import SafeConsole
    from rich.progress import Progress

    with Progress(console=SafeConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("slots", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _writable(path: Path) -> Path:
    """The path, if a picture can be written to it. Raises BadValue before the run starts."""
    from chartered import BadValue
    from chartered.atomic_files import check_folder
    from chartered.output.plots.plot import drawer

    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise BadValue(
            f"cannot draw to {path}: its suffix is {path.suffix!r}", "name a file that ends in .png, .svg or .pdf"
        )
    check_folder(path, "picture")
    drawer()
    return path


def _draw(report: Report, path: Path) -> None:
    from chartered.atomic_files import whole_file
    from chartered.output.plots.matplotlib_style import write

    from .risk_figure import figure_of

    with whole_file(path, "picture") as draft:
        write(figure_of(report), draft, path.suffix.lower().removeprefix("."))
