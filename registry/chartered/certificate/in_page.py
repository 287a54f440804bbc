"""The certificate inside the page of a privacy statement: the text of one element, found by its tag in a single pass
without an HTML parser, however the page is written.

    <script type="application/json" id="certificate"> ... </script>

`output/html/certificate_link.py` writes it, with no "<" inside. The rest of the page is not read."""

from __future__ import annotations

import re

from ..errors import BadCertificate
from ..ledger.strict_json import Ambiguous

_TAG = re.compile(r"<script\b([^<>]{0,200})>", re.IGNORECASE | re.ASCII)
_WANTED = (
    re.compile(r"""\stype\s*=\s*["']?application/json["']?(?=\s|$)""", re.IGNORECASE | re.ASCII),
    re.compile(r"""\sid\s*=\s*["']?certificate["']?(?=\s|$)""", re.IGNORECASE | re.ASCII),
)


def is_page(text: str) -> bool:
    """Whether a text is HTML rather than JSON: it begins with a tag."""
    return text[:1000].lstrip("\ufeff \t\r\n").startswith("<")


def certificate_in(page: str) -> str:
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
