"""When a theorem is used: always, if needed, as a last resort, or by name."""

from __future__ import annotations

import enum


class Use(enum.Enum):
    """When an accountant takes a theorem as a step of a path.

    A theorem that is requested by name is always used.

    Attributes:
        ALWAYS: Beside all others.
        IF_NEEDED: It takes long: only if no other path is exact, or gives an answer for a single run.
        LAST_RESORT: Only if no other theorem gives an answer; for several runs of a step whose profile a theorem
            states, if no other answer is exact.
        BY_NAME: Only if requested by name, since other theorems are always at least as tight.

    Examples:
        >>> ch.Use.LAST_RESORT.waits, ch.Use.IF_NEEDED.waits
        (True, False)
    """

    ALWAYS = "always"
    IF_NEEDED = "if needed"
    LAST_RESORT = "last resort"
    BY_NAME = "by name"

    @property
    def waits(self) -> bool:
        """Whether the theorem leads nowhere as long as others do, or none requests it."""
        return self in (Use.LAST_RESORT, Use.BY_NAME)
