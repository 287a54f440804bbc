"""Draws docs/figures/question_flow.svg: how a question becomes an answer, and which rooms it passes."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, HEIGHT = 1000, 790
PAPER, INK, SOFT = "#fcfcfa", "#1f2933", "#52606d"
FILLS = {
    "plain": ("#eef2f7", "#7b8794"),
    "trusted": ("#dff3e4", "#2f855a"),
    "search": ("#fdf0d5", "#b7791f"),
    "plugins": ("#e8e6fb", "#5a4fcf"),
}
"""What a box is filled and drawn with: machinery, what a check relies on, what only proposes, what plugins bring."""


@dataclass(frozen=True, slots=True)
class Box:
    """A room on the way: a title, the files or folders in it, and what it does."""

    x: int
    y: int
    width: int
    height: int
    kind: str
    title: str
    lines: tuple[str, ...]

    def svg(self) -> str:
        """The box with its words."""
        fill, stroke = FILLS[self.kind]
        dashed = ' stroke-dasharray="6 4"' if self.kind == "search" else ""
        shape = f'<rect x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="8"'
        parts = [f'{shape} fill="{fill}" stroke="{stroke}" stroke-width="1.6"{dashed}/>']
        parts.append(text(self.x + 14, self.y + 25, self.title, size=16, bold=True))
        for place, line in enumerate(self.lines):
            mono = line.startswith("/")
            parts.append(text(self.x + 14, self.y + 46 + 19 * place, line.removeprefix("/"), mono=mono))
        return "\n".join(parts)


def text(x: int, y: int, words: str, *, size: int = 13, bold: bool = False, mono: bool = False) -> str:
    """Words at a place; names of files in letters of one width."""
    family = "ui-monospace, Menlo, Consolas, monospace" if mono else "system-ui, Segoe UI, Helvetica, Arial, sans-serif"
    weight = ' font-weight="600"' if bold else ""
    colour = SOFT if mono else INK
    shown = f'x="{x}" y="{y}" font-family="{family}" font-size="{12 if mono else size}" fill="{colour}"'
    return f"<text {shown}{weight}>{escape(words)}</text>"


def arrow(points: str, words: str = "", at: tuple[int, int] = (0, 0), *, dashed: bool = False) -> str:
    """A line with a head at its end, and what it carries."""
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    line = f'<polyline points="{points}" fill="none" stroke="{SOFT}" stroke-width="1.6" marker-end="url(#head)"{dash}/>'
    return line + (f"\n{text(*at, words, size=12)}" if words else "")


BOXES = [
    Box(300, 20, 340, 80, "plain", "Question and ledger", (
        "/cli/epsilon.py   accounting/ledger.py",
        "/ledger/checked_steps.py   model/questions.py",
    )),
    Box(300, 150, 340, 80, "plain", "Paths", ("/paths/step_paths.py", "theorems: step to guarantee, kind to kind")),
    Box(300, 280, 340, 80, "plain", "Composition", (
        "/accounting/path_combinations.py   model/accountants.py",
        "an accountant's times and compose",
    )),
    Box(300, 410, 340, 80, "plain", "Privacy profile", (
        "/model/guarantees.py   profiles/",
        "delta(eps), as a function of an arithmetic",
    )),
    Box(300, 540, 340, 80, "trusted", "Enclosure", (
        "/enclose/evaluation.py   enclose/certified_bound.py",
        "profile + question + witness, in balls",
    )),
    Box(700, 410, 246, 80, "search", "Search", ("/search/propose.py   */search/", "floats: may be wrong, proposes")),
    Box(700, 540, 280, 80, "plain", "Answer", (
        "/accounting/answers.py   output/",
        "rounded outward; table, JSON, page",
    )),
    Box(700, 215, 280, 100, "trusted", "Certificate", (
        "/certificate/check.py",
        "/paths/replay.py",
        "the same path again, without a search",
    )),
    Box(20, 150, 220, 340, "plugins", "Thirteen subjects", (
        "/host/registry.py gathers:",
        "theorems, accountants,",
        "mechanisms, claims",
        "",
        "/basics/   mechanisms/",
        "/conversion/   composition/",
        "/loss_distribution/",
        "/characteristic_function/",
        "/subsampling/   batches/",
        "/shuffling/   checkins/",
        "/selection/   filters/",
        "/correlated_noise/",
        "",
        "each: formulas, search, claims",
    )),
    Box(20, 690, 960, 80, "trusted", "Verify: mathematics, no privacy", (
        "/arithmetic/ (floats, balls, digits, symbols)   enclosure.py   inequality/   algebra/   forms/",
        "evaluates every formula, rounds outward, and tries all claims: proved, supported, refuted, undecided",
    )),
]  # fmt: skip
ARROWS = [
    arrow("470,100 470,146", "steps, relation", (480, 128)),
    arrow("470,230 470,276", "guarantees of one run", (480, 258)),
    arrow("470,360 470,406", "guarantee of the ledger", (480, 388)),
    arrow("470,490 470,536", "exact formula", (480, 518)),
    arrow("640,436 696,436"),
    arrow("730,490 730,514 600,514 600,536", "witness", (740, 517), dashed=True),
    arrow("640,596 696,596"),
    arrow("966,540 966,319", "path, witness", (876, 365)),
    arrow("700,265 668,265 668,566 644,566", "again", (676, 345), dashed=True),
    arrow("240,190 296,190"),
    arrow("240,320 296,320"),
    arrow("240,450 296,450"),
    arrow("470,620 470,686", "the formula, in balls", (480, 657)),
    arrow("130,490 130,686", "claims", (140, 590)),
]
LEGEND = [
    ("trusted", "a check relies on it"),
    ("search", "proposes; no check needs it"),
    ("plain", "the rest of the way"),
    ("plugins", "theorems: a check relies on its own"),
]


def drawn() -> str:
    """The picture; it has a paper of its own, so that it reads on light and on dark pages."""
    head = '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    legend = []
    for place, (kind, words) in enumerate(LEGEND):
        fill, stroke = FILLS[kind]
        y = 40 + 24 * place
        legend.append(f'<rect x="700" y="{y - 12}" width="22" height="15" rx="3" fill="{fill}" stroke="{stroke}"/>')
        legend.append(text(730, y, words))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>How a question becomes an answer, and which rooms it passes</title>",
        f'<defs>{head}<path d="M0,0 L8,4 L0,8 z" fill="{SOFT}"/></marker></defs>',
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="12" fill="{PAPER}" stroke="#cbd2d9"/>',
        *ARROWS,
        *(box.svg() for box in BOXES),
        *legend,
        "</svg>\n",
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(drawn(), encoding="utf-8")
