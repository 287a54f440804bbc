"""A certificate inside a page: for programs as data, for people as a file to save."""

from __future__ import annotations

import base64

from ...certificate.check import Certificate
from .markup import Markup, element, joined


def download(certificate: Certificate, name: str) -> Markup:
    """A link that saves the certificate, the command that checks it, and the content itself in an element of its
    own."""
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
