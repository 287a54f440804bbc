"""The plugin of pytest: `pytest --claims` collects the claims of every installed plugin beside the tests.

pytest imports this module whenever it starts, so it imports nothing: what costs time comes with the flag.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

KINDS = ("identity", "inequality", "optimum", "table", "erratum", "soundness")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options; without `--claims` nothing else happens."""
    group = parser.getgroup("chartered", "claims of Chartered's plugins")
    group.addoption(
        "--claims",
        action="append",
        nargs="?",
        const="",
        metavar="PREFIX,...",
        help="Try the claims of the installed plugins, or those whose names start with PREFIX, each as a test. "
        "Repeatable. Paths come before this option.",
    )
    group.addoption(
        "--claims-source",
        action="append",
        default=[],
        metavar="TEXT",
        help="Only claims whose source contains TEXT. Repeatable.",
    )
    group.addoption(
        "--claims-kind", action="append", default=[], choices=KINDS, help="Only claims of this kind. Repeatable."
    )
    group.addoption(
        "--claims-digits",
        type=int,
        default=50,
        metavar="N",
        help="Decimal digits of numeric cross-checks. Default: 50.",
    )
    group.addoption(
        "--claims-tier",
        choices=("quick", "full"),
        default="quick",
        help="full also tries the slow claims. Default: quick.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """With `--claims`, registers the hooks that collect claims."""
    if config.getoption("claims") is not None:
        from .verification.pytest_items import Claims

        config.pluginmanager.register(Claims(config), "chartered-claims")
