"""Canonical spelling of a certificate's ledger and of the ends of its interval. Any other spelling is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import BadCertificate
from ..ledger.entries import Entry
from ..model.canonical_spelling import check_spelling, quoted

_DECIMAL = re.compile(r"0|-?inf|-?[1-9](\.\d*[1-9])?(e[+-][1-9]\d*)?", re.ASCII)
"""An end of an interval: one digit before the point, no trailing zero, and a signed exponent unless it is 0."""


def check_ends(answer: Mapping[str, Any]) -> None:
    """Raises BadCertificate if an end of the interval is text in another spelling than that of `Enclosure`."""
    for name in ("upper", "lower", "upper_exact", "lower_exact"):
        text = answer[name]
        if isinstance(text, str) and not _DECIMAL.fullmatch(text):
            raise BadCertificate(
                f"{name} is spelled {quoted(text)}", "in a certificate 7.5 is spelled 7.5, 1000 is 1e+3, 0 is 0"
            )


def check_ledger(written: Sequence[Any], entries: Sequence[Entry]) -> None:
    """Raises BadCertificate unless each entry of the ledger is spelled as `Entry.to_json` writes it."""
    for index, (given, entry) in enumerate(zip(written, entries, strict=False), 1):
        check_spelling(given, entry.to_json(), f"step {index} of the ledger")
