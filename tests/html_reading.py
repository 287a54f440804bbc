"""Reads a page as a browser would, strictly: elements, attributes and text; what is opened must be closed."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

_VOID = {"meta", "br", "col", "input", "wbr"}
_BLOCKS = {
    "p", "div", "h1", "h2", "h3", "li", "td", "th", "dt", "dd", "header", "section", "article", "figcaption", "br",
    "label", "option"
}  # fmt: skip


class Page(HTMLParser):
    """A page taken apart. Raises AssertionError where elements are not nested."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[tuple[str, ...], str]] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in _BLOCKS:
            self.words.append((tuple(self._open), " "))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))  # in SVG

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop() == tag, f"</{tag}> closes another element at {self.getpos()}"
        if tag in _BLOCKS:
            self.words.append((tuple(self._open), " "))

    def handle_data(self, data: str) -> None:
        self.words.append((tuple(self._open), data))

    def all(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        """The attributes of every such element."""
        return [
            found
            for name, found in self.elements
            if name == tag and all(found.get(k) == v for k, v in attributes.items())
        ]

    @property
    def text(self) -> str:
        """What a reader sees, on one line."""
        unseen = {"style", "script", "title", "svg"}
        return " ".join("".join(data for where, data in self.words if not unseen & set(where)).split())

    def inside(self, tag: str) -> str:
        """The text inside all elements of that name."""
        return "".join(data for where, data in self.words if tag in where)

    def saved(self) -> bytes:
        """The file that its link saves."""
        (link,) = [link for link in self.all("a") if "download" in link]
        head, _, data = str(link["href"]).partition(",")
        assert head == "data:application/json;base64"
        return base64.b64decode(data, validate=True)

    def assert_loads_nothing(self) -> None:
        """No attribute and no style names anything elsewhere, no handler hides in an attribute, and the policy forbids
        the rest."""
        assert not re.search(r"https?:|//[a-z]", self.html.replace("data:application/json;base64,", "")), (
            "an address is on the page"
        )
        assert not re.search(r"@import|url\((?!#)", self.inside("style"))
        assert not {tag for tag, _ in self.elements} & {
            "link",
            "img",
            "iframe",
            "object",
            "embed",
            "base",
            "video",
            "audio",
            "source",
        }
        for tag, attributes in self.elements:
            for name, value in attributes.items():
                assert not name.startswith("on"), f"{tag} {name}"
                if name in {
                    "src",
                    "href",
                    "xlink:href",
                    "action",
                    "srcset",
                    "data",
                    "poster",
                    "background",
                    "formaction",
                }:
                    assert str(value).startswith(("#", "data:application/json")), f"{tag} {name}={value}"
                assert not re.search(r"url\((?!#)", str(value)), f"{tag} {name}={value}"
        (policy,) = self.all("meta", **{"http-equiv": "Content-Security-Policy"})
        assert str(policy["content"]).startswith("default-src 'none'; ")

    def assert_runs_only(self, *scripts: str) -> None:
        """These scripts, named in the policy by their digests, are all that could run."""
        kinds = [found.get("type") for found in self.all("script")]
        assert kinds.count(None) == len(scripts)
        assert {kind for kind in kinds if kind} <= {"application/json"}
        (policy,) = self.all("meta", **{"http-equiv": "Content-Security-Policy"})
        digests = [
            f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts
        ]
        assert f"script-src {' '.join(digests) or chr(39) + 'none' + chr(39)};" in str(policy["content"])
