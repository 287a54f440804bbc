"""The conformance kit: what every plugin must do, checked in one line of its tests.

>>> import chartered_staircase
>>> from chartered.testing import conform
>>> conform(chartered_staircase)
"""

from __future__ import annotations

from .conformance import conform as conform
from .example_steps import example_steps as example_steps
