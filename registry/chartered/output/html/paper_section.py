"""The texts for a paper, in blocks that a click selects."""

from __future__ import annotations

from ..paper import Paper
from .markup import Markup, element, joined, lines
from .numbers import bullets


def paper_section(paper: Paper) -> Markup:
    """The sentence, its LaTeX and the BibTeX entry."""
    parts = [("The sentence", paper.sentence), ("In LaTeX", paper.latex), ("BibTeX", paper.bibtex)]
    blocks = [
        joined([element("h3", name), element("pre", element("bdi", lines(text)), class_="copy")])
        for name, text in parts
    ]
    lead = "A click on a block selects it whole. The theorems on the path have sources of their own, to be cited, too:"
    return joined([element("p", lead), bullets(list(paper.sources)), *blocks])
