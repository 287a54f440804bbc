"""How pictures are drawn: by matplotlib, without a window, with a legend that tells the curves apart."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import chartered as ch
import pytest
from chartered.output.plots.picture import KINDS, picture

matplotlib = pytest.importorskip("matplotlib")
GAUSSIAN = ch.Ledger("gaussian:sigma=20,times=1000")
LAPLACE = ch.Ledger("laplace:scale=2")


def texts(figure: Any) -> list[str]:
    """The legend's heading, line by line, and its labels."""
    (legend,) = figure.legends
    return [*legend.get_title().get_text().splitlines(), *(text.get_text() for text in legend.get_texts())]


@pytest.mark.parametrize("kind", KINDS)
def test_a_ledger_is_drawn(kind: str) -> None:
    """A matplotlib figure that a notebook shows, with the curves' own points, and no window is loaded."""
    from matplotlib.figure import Figure

    more = {"delta": 1e-5, "times": range(1, 11)} if kind == "epsilon" else {}
    figure = ch.plot(kind, LAPLACE, accountant="renyi", **more)
    assert isinstance(figure, Figure)
    line = figure.axes[0].get_lines()[0]
    (trace,) = picture(kind, LAPLACE, accountant="renyi", **more).traces
    assert (list(line.get_xdata()), list(line.get_ydata())) == (trace.x, trace.y)
    assert figure._repr_png_().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_legend_tells_curves_apart_and_shared_things_once() -> None:
    """Accountants for one ledger, ledgers for one accountant, all of it for a curve alone."""
    name = "gaussian:sigma=20,sensitivity=1,times=1000"
    assert texts(ch.plot("profile", GAUSSIAN)) == [
        name,
        "add-or-remove neighbours",
        "by gdp, exact",
        "by renyi, upper bound",
        "by zcdp, upper bound",
    ]
    assert texts(ch.plot("profile", [GAUSSIAN, LAPLACE])) == [
        "add-or-remove neighbours, by the tightest, exact",
        name,
        "laplace:scale=2,sensitivity=1",
    ]
    replaced = ch.Ledger("laplace:scale=2", "replace-one")
    assert texts(ch.plot("profile", [replaced, LAPLACE], accountant="gdp")) == [
        "laplace:scale=2,sensitivity=1",
        "by gdp, upper bound",
        "replace-one neighbours (sensitivity 1, 2 under replace-one)",
        "add-or-remove neighbours",
    ]
    heading, diagonal, label = texts(ch.plot("tradeoff", GAUSSIAN, accountant="gdp"))
    assert heading.startswith("add-or-remove neighbours, by gdp, lower bound by ")
    assert heading.endswith(" points (eps, delta) of the profile")
    assert (diagonal, label) == ("the diagonal is perfect privacy", name)


def test_a_label_may_hold_any_letter() -> None:
    """Dollars are no formula, a letter without a glyph no warning, a long ledger is cut in the middle."""
    odd = "_train $x_1 \\frac$ \u5b66"
    ledger = ch.Ledger([{"step": "gaussian:sigma=2", "label": odd}, {"step": "laplace:scale=2", "label": "x" * 200}])
    figure = ch.plot("profile", ledger, accountant="renyi")
    assert figure._repr_png_()
    (label,) = texts(figure)[1:]
    assert label.startswith(f"{odd}; xxx")
    assert " ... xxx" in label
    assert len(label) <= 101


def test_the_users_own_style_is_left_alone() -> None:
    """The settings of matplotlib are the same after a picture as before."""
    with matplotlib.rc_context({"font.size": 31, "text.usetex": True}):
        before = dict(matplotlib.rcParams)
        ch.plot("tradeoff", LAPLACE, accountant="pure")._repr_png_()
        assert dict(matplotlib.rcParams) == before


def test_plotting_loads_no_window() -> None:
    """Neither pyplot nor a backend for screens; and chartered itself not even matplotlib."""
    code = (
        "import sys, chartered as ch\nledger = ch.Ledger('pure:epsilon=1')\nledger.epsilon(0)\nassert 'matplotlib' "
        "not in sys.modules\n"
        "ch.plot('profile', ledger)\nassert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
