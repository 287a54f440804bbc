"""The frame of a page: one HTML file with its own style, with a policy that forbids it to load anything."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path

from ...atomic_files import check_folder, whole_file
from ...errors import BadValue
from ...special_files import is_stream
from .markup import Markup, element

SUFFIXES = (".html", ".htm")


def document(title: str, *body: Markup, script: str = "") -> str:
    """The HTML file. Its content security policy lets the browser load nothing, and run no script except `script`."""
    head = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(script)),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", Markup("\n" + own("style.css"))),
    ]
    ends = [element("script", Markup(script))] if script else []
    lines = "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            *head,
            "</head>",
            "<body>",
            *body,
            *ends,
            "</body>",
            "</html>",
        ]
    )
    return f"{lines}\n"


def own(name: str) -> str:
    """The text of a file in this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def check_page(path: Path) -> None:
    """Raises BadValue if no page can be written to this path."""
    if path.suffix.lower() not in SUFFIXES and not is_stream(path):
        raise BadValue(
            f"cannot write a page to {path}: its suffix is {path.suffix!r}", "name a file that ends in .html"
        )
    check_folder(path, "page")


def save(html: str, path: Path) -> None:
    """Writes a page atomically: the file is complete or absent. Raises BadValue if it cannot be written."""
    with whole_file(path, "page") as draft:
        draft.write_bytes(html.encode("utf-8"))


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    scripts = f"'sha256-{digest}'" if script else "'none'"
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {scripts}; base-uri 'none'; "
        "form-action 'none'"
    )
