"""The section of a statement with the texts of the `[statement]` table, and how many of the expected fields they
cover."""

from __future__ import annotations

from ...ledger.statement_fields import FIELDS, Asker
from ...ledger.statement_table import Stated, Value
from .markup import Markup, element, joined, said
from .numbers import apart, facts


def stated_section(stated: Stated) -> Markup:
    """The stated fields and the coverage."""
    values = dict(stated.pairs)
    shown = [(field.words, _shown(values[field.key])) for field in FIELDS if field.key in values]
    lead = "These are the words of whoever made this statement. The certificate does not cover them."
    return joined(element("p", lead) if shown else Markup(), facts(*shown) if shown else Markup(), coverage(stated))


def coverage(stated: Stated) -> Markup:
    """A line with the number of expected fields that are stated, for each source of expectations, and a folded list of
    the missing fields."""
    answered, asked = stated.coverage()
    by = [f"{asker.value} {part} of {whole}" for asker in Asker for part, whole in [stated.coverage(asker)]]
    line = f"This statement answers {answered} of the {asked} things that are asked of one: by {', by '.join(by)}."
    missing = stated.missing()
    if not missing:
        return element("p", line, class_="coverage")
    names = joined(*(joined(field.words, " (", element("code", field.key), ")") for field in missing), between="; ")
    told = element("details", element("summary", f"{len(missing)} of them are not stated"), element("p", names, "."))
    return element("div", element("p", line), told, class_="coverage")


def _shown(value: Value) -> Markup:
    if isinstance(value, bool):
        return joined("yes" if value else "no")
    if isinstance(value, int):
        return apart(str(value))
    if isinstance(value, tuple):
        return joined(*map(said, value), between=", ")
    return joined(*map(said, value.split("\n")), between=element("br"))
