"""The plots of a statement, embedded in the page; if they cannot be drawn, the reason."""

from __future__ import annotations

import re
from fractions import Fraction
from io import BytesIO

from ...accounting.all_answers import Account
from ...accounting.answers import Answer
from ...accounting.ledger import Ledger
from ...accounting.path_sweep import LEAST
from ...errors import CharteredError
from ..plots.curves import errors
from ..plots.picture import DEPTH, Picture, picture
from ..plots.plot import drawer
from .markup import Markup, element, joined
from .question import asked

MOST_CURVES = 4
_IDS = re.compile(r'(\bid="|\burl\(#|\bhref="#)')
_PROLOGUE = re.compile(r"^.*?(?=<svg)|<metadata>.*?</metadata>| xmlns(:xlink)?=\"[^\"]*\"", re.DOTALL)


def curves(ledger: Ledger, account: Account, answer: Answer) -> Markup:
    """The privacy profile by the tightest accountants, and the trade-off curve of the first. If they cannot be drawn, a
    paragraph with the reason; raises no CharteredError."""
    try:
        drawing = drawer()
        profile = _profile(ledger, account, answer)
    except CharteredError as error:
        return element("p", f"There are no pictures here: {error.message}.", class_="about")
    tightest = profile.traces[0]
    tradeoff = Picture(
        "tradeoff", profile.delta, [errors(tightest.asked, list(zip(tightest.x, tightest.y, strict=True)))]
    )
    found = []
    for shown, caption in ((profile, _PROFILE), (tradeoff, _TRADEOFF)):
        figure = drawing.figure_of(shown)
        if shown is profile:
            _mark(figure.axes[0], answer)
        file = BytesIO()
        drawing.write(figure, file, "svg")
        found.append(
            element(
                "figure", _inline(file.getvalue().decode("utf-8"), shown.kind, caption), element("figcaption", caption)
            )
        )
    return joined(*found)


_PROFILE = (
    f"The privacy profile: for each ε the least δ that is certified, by the {MOST_CURVES} tightest accountants that "
    "have a curve. The dot is the answer of this statement. A curve further to the lower left says more."
)
_TRADEOFF = (
    "The trade-off of tests: whoever tries to tell from the outputs which of two neighbouring data sets was used makes "
    "at least these errors. The nearer to the diagonal, the less can be told."
)


def _profile(ledger: Ledger, account: Account, answer: Answer) -> Picture:
    """A curve for each of the tightest accountants, starting with the answer's; it extends to a delta below the
    answer's, so that the answer is in view."""
    names = dict.fromkeys(
        [answer.accountant, *(a.accountant for a in account.answers if a.why is None and a.certified)]
    )
    _, delta = asked(account.question).point(account.question.at, Fraction(min(answer.upper, 1)))
    depth = min(DEPTH, max(delta / 100, LEAST)) if delta else DEPTH
    drawn: list[Picture] = []
    for name in [*names][:MOST_CURVES]:
        try:
            drawn.append(picture("profile", ledger, delta=depth, accountant=name))
        except CharteredError:
            if not drawn:
                raise
    return Picture("profile", depth, [trace for one in drawn for trace in one.traces])


def _mark(axes: object, answer: Answer) -> None:
    point = asked(answer.question).point(float(answer.question.at), answer.upper)
    axes.plot(*([x] for x in point), "o", color="#000000", markersize=5, zorder=5)  # type: ignore[attr-defined]


def _inline(svg: str, kind: str, caption: str) -> Markup:
    """The SVG as an element of the page: its ids get a prefix, and the parts that only a separate file needs are
    removed."""
    named = _IDS.sub(rf"\g<1>{kind}-", _PROLOGUE.sub("", svg))
    return Markup(named.strip().replace("<svg", element("svg", role="img", aria_label=caption)[: -len("></svg>")], 1))
