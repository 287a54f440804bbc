"""The error where a package that a bridge leads to is not installed."""

from __future__ import annotations

from importlib.util import find_spec

from ..errors import CharteredError


def needs(module: str, distribution: str) -> None:
    """Raises CharteredError unless the module can be imported, and names the extra that installs it."""
    if find_spec(module) is None:
        raise CharteredError(
            f"the bridge to {distribution} needs {distribution}, which is not installed",
            f'pip install "chartered[{distribution}]"',
        )
