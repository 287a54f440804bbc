"""Refuses a built site that would load a script, a style, a font or a picture from elsewhere."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

LOADS = dict.fromkeys(("script", "img", "iframe", "source", "video", "embed"), "src") | {"object": "data"}
ELSEWHERE = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"(?:url\(\s*|@import\s+)['\"]?\s*(?:https?:)?//[^)'\"\s;]+", re.IGNORECASE)


class Loads(HTMLParser):
    """What a page loads from elsewhere when it is opened; links that a reader follows do not count."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps what this element loads."""
        given = dict(attrs)
        loading = "href" if tag == "link" and given.get("rel") != "canonical" else LOADS.get(tag, "")
        where = given.get(loading)
        if where and ELSEWHERE.match(where):
            self.found.append(where)


def main(site: Path) -> None:
    """Reads every page and style."""
    wrong = []
    pages = sorted(site.rglob("*.html"))
    for page in pages:
        reader = Loads()
        reader.feed(page.read_text(encoding="utf-8"))
        wrong += [f"{page.name}: {where}" for where in reader.found]
    for style in site.rglob("*.css"):
        wrong += [f"{style.name}: {found}" for found in IN_STYLE.findall(style.read_text(encoding="utf-8"))]
    assert not wrong, "the site loads from elsewhere: " + "; ".join(wrong[:5])
    assert len(pages) > 30, f"only {len(pages)} pages were built"
    print(f"{len(pages)} pages, which load nothing from elsewhere")


main(Path(sys.argv[1]))
