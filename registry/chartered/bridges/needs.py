"""The error if the package that a bridge needs is not installed."""

from __future__ import annotations

from importlib.util import find_spec

from ..errors import CharteredError


def needs(module: str, distribution: str) -> None:
    """Raises CharteredError, which names the extra that installs the package, if the module cannot be imported."""
    if find_spec(module) is None:
        raise CharteredError(
            f"the bridge to {distribution} needs {distribution}, which is not installed",
            f'pip install "chartered[{distribution}]"',
        )
