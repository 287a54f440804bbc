r"""A tokenizer for LaTeX formulas. A \text{...} is one token, with its spaces."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\s+|(\\text\{[^{}]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|.)", re.DOTALL)


class BadFormula(ValueError):
    """LaTeX outside the subset that is supported here."""


class Tokens:
    """The tokens of a formula that have not been read yet."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.tokens = [found[1] for found in _TOKEN.finditer(latex) if found[1]]

    @property
    def next(self) -> str | None:
        """The next token, or None at the end."""
        return self.tokens[0] if self.tokens else None

    def take(self, wanted: str | None = None) -> str:
        """Removes and returns the next token. Raises BadFormula if there is none, or if it is not the `wanted` one."""
        if not self.tokens or (wanted is not None and self.tokens[0] != wanted):
            raise BadFormula(f"{wanted or 'more'} is missing in {self.latex}")
        return self.tokens.pop(0)

    def words(self) -> str:
        """The text of a group in braces."""
        self.take("{")
        letters = ""
        while self.next != "}":
            letters += self.take()
        self.take("}")
        return letters

    def fence(self) -> str:
        """The symbol of a fence; empty for the invisible fence "."."""
        token = self.take()
        return {r"\{": "{", r"\}": "}", r"\|": "\u2016", ".": ""}.get(token, token)
