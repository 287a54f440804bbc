"""What the site adds to the pages of docs/: the README and its kin, lists of written pages, and formulas as MathML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
KIN = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Pages that stand beside docs/, where a repository's reader looks for them, and their places on the site."""
_ROW = re.compile(r"^\| \[([^\]]+)\]\(([\w.-]+\.md)\)", re.MULTILINE)
_TABLE_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_CODE = re.compile(r"`[^`]+`")
_LINK = re.compile(r"\]\((?:\.\./)?(docs/)?([^)\s#:]+)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Blocks marked `math` become MathML; accountants and subjects are those that their folders list."""
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
    fences.append({"name": "math", "class": "formula", "format": _formula})
    for section in config.nav or []:
        for part in next(iter(section.values())):
            if isinstance(part, dict):
                ((title, pages),) = part.items()
                part[title] = [*pages, *_listed(Path(pages[0]))]
    return config


def _listed(index: Path) -> list[dict[str, str]]:
    """The pages of a folder in the order in which its index has them, each under its name there."""
    text = (ROOT / "docs" / index).read_text(encoding="utf-8")
    return [{title.strip("`"): f"{index.parent}/{name}"} for title, name in _ROW.findall(text)]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The README and its kin, with their links as they are from there."""
    for name, uri in KIN.items():
        files.append(File.generated(config, uri, content=(ROOT / name).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links between docs/ and what stands beside it lead to places on the site; bars in code of tables are plain."""
    beside = page.file.src_uri in KIN.values()

    def there(link: re.Match[str]) -> str:
        if link[2] in KIN:
            return f"]({KIN[link[2]]}"
        return f"]({link[2]}" if beside and link[1] else link[0]

    rows = _TABLE_ROW.sub(lambda row: _CODE.sub(lambda code: code[0].replace(r"\|", "|"), row[0]), markdown)
    return _LINK.sub(there, rows)


def _formula(source: str, *_: Any, **__: Any) -> str:
    from chartered.output.html.mathml import formula

    return str(formula(source.strip()))
