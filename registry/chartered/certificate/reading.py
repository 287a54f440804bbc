"""The document of a certificate, read from a file of its own or from the page of a privacy statement.

In a page it is the text of one element, found by its tag in a single pass without an HTML parser, however the page is
written:

    <script type="application/json" id="certificate"> ... </script>

`output/html/sections.py` writes it, with no "<" inside. The rest of the page is not read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from chartered_verify.catching import ours

from ..errors import BadCertificate
from ..ledger.strict_json import Ambiguous, BeyondLimits, TooDeep, read_json
from .document_limits import MOST_BYTES, read_limited

_OWN = "name a certificate file as written with --certificate, or the page of a statement"
_TAG = re.compile(r"<script\b([^<>]{0,200})>", re.IGNORECASE | re.ASCII)
_WANTED = (
    re.compile(r"""\stype\s*=\s*["']?application/json["']?(?=\s|$)""", re.IGNORECASE | re.ASCII),
    re.compile(r"""\sid\s*=\s*["']?certificate["']?(?=\s|$)""", re.IGNORECASE | re.ASCII),
)


def read_document(path: Path) -> tuple[Any, bool]:
    """(the JSON value in a file, whether the file is a page). Raises BadCertificate if it cannot be read, Ambiguous if
    it can be read in two ways, and BeyondLimits if it is too large."""
    text = ""
    try:
        whole = read_limited(path)
        page = _is_page(whole)
        text = _certificate_in(whole) if page else whole
        if len(text) > MOST_BYTES:
            raise BeyondLimits(f"the certificate has more than {MOST_BYTES} characters")
        return read_json(text, exact_floats=True), page
    except ours(OSError) as error:
        raise BadCertificate(f"cannot read the certificate {path}: {error.strerror or error}", _OWN) from None
    except TooDeep as error:
        if text.lstrip().startswith("{"):
            raise
        raise BadCertificate(f"{path} is no JSON object, and {error}", _OWN) from None
    except (Ambiguous, BeyondLimits, BadCertificate):
        raise
    except ours(UnicodeDecodeError):
        raise BadCertificate(f"{path} is not text in UTF-8", _OWN) from None
    except ours(ValueError) as error:
        raise BadCertificate(f"{path} is not JSON: {error}", _OWN) from None


def _is_page(text: str) -> bool:
    """Whether a text is HTML rather than JSON: it begins with a tag."""
    return text[:1000].lstrip("\ufeff \t\r\n").startswith("<")


def _certificate_in(page: str) -> str:
    """The JSON text of the page's certificate. Raises BadCertificate if there is none, Ambiguous if there are two."""
    found = [tag.end() for tag in _TAG.finditer(page) if all(wanted.search(tag[1]) for wanted in _WANTED)]
    if not found:
        raise BadCertificate(
            "the page holds no certificate", "name a page that chartered report wrote, or a certificate file"
        )
    if len(found) > 1:
        raise Ambiguous(f"the page holds {len(found)} certificates")
    end = page.find("<", found[0])
    if end < 0 or page[end : end + 9].lower() != "</script>":
        raise BadCertificate("the certificate in the page does not end", "ask for the whole page, or for the file")
    return page[found[0] : end]
