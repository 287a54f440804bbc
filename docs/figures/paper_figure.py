"""What the scripts of this folder share: Chartered's own style of pictures, and the file to which a figure is
written."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def main(script: str, draw: Callable[[], Figure]) -> None:
    """Draws to the file given with -o, or beside the script as SVG."""
    own = Path(script).with_suffix(".svg")
    parser = argparse.ArgumentParser(description=draw.__doc__)
    parser.add_argument(
        "-o", "--output", type=Path, default=own, metavar="FILE", help=f"a .png, .svg or .pdf file [{own.name}]"
    )
    path = parser.parse_args().output
    from chartered.output.plots.matplotlib_style import style, write

    with style():
        figure = draw()
    write(figure, path, path.suffix.removeprefix("."))


def panels(number: int = 1, width: float = 6.4, height: float = 4.2) -> tuple[Figure, list[Axes]]:
    """A figure with so many panels side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    return figure, list(figure.subplots(1, number, squeeze=False)[0])


def look(place: int, **more: Any) -> dict[str, Any]:
    """The colour and dashes of one of up to five curves, with whatever else is wanted."""
    from chartered.output.plots.matplotlib_style import looks

    return {**looks(6)[place], "linewidth": 1.6, **more}


def wide() -> dict[str, Any]:
    """The look of a curve on which another one lies: pale and wide, so that both are seen."""
    return look(5, linewidth=3.4)
