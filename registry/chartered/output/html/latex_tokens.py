"""LaTeX as tokens, taken one by one from the left. Words in a formula are one token, with their spaces."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\s+|(\\text\{[^{}]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|.)", re.DOTALL)


class BadFormula(ValueError):
    """LaTeX that is not that of the formulas here."""


class Tokens:
    """The tokens of a formula that are still to be read."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.tokens = [found[1] for found in _TOKEN.finditer(latex) if found[1]]

    @property
    def next(self) -> str | None:
        """The token to come, if there is one."""
        return self.tokens[0] if self.tokens else None

    def take(self, wanted: str | None = None) -> str:
        """The next token, which must be the wanted one."""
        if not self.tokens or (wanted is not None and self.tokens[0] != wanted):
            raise BadFormula(f"{wanted or 'more'} is missing in {self.latex}")
        return self.tokens.pop(0)

    def words(self) -> str:
        """The letters of a group in braces."""
        self.take("{")
        letters = ""
        while self.next != "}":
            letters += self.take()
        self.take("}")
        return letters

    def fence(self) -> str:
        """The sign of a fence that may be left out."""
        token = self.take()
        return {r"\{": "{", r"\}": "}", r"\|": "\u2016", ".": ""}.get(token, token)
