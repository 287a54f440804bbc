"""A certificate inside a page: as data for programs, and as a file that people can save."""

from __future__ import annotations

import base64

from ...certificate.check import Certificate
from .markup import Markup, element, joined


def download(certificate: Certificate, name: str) -> Markup:
    """A link that saves the certificate under this name, the command that checks it, and a script element with its
    content."""
    text = certificate.text
    coded = base64.b64encode(text.encode("utf-8")).decode("ascii")
    link = element("a", f"Save {name}", download=name, href=f"data:application/json;base64,{coded}")
    safe = text.replace("<", "\\u003c")  # no end tag inside; JSON reads it as the same letter
    return joined(
        [
            element("p", link, ", and run ", element("code", f"chartered check {name}")),
            element("script", Markup(safe), type="application/json", id="certificate"),
        ]
    )
