"""Run as a program: checks a certificate and prints, as JSON, what was loaded, and which functions of which files did
the work.

What runs while a module is imported, or a plugin's hook registers its theorems, does not count as work.
"""

from __future__ import annotations

import json
import sys
from types import CodeType, FrameType

OURS = ("chartered_verify", "chartered", "chartered_plugins")
_FUNCTION = 0x1
"""The flag of code that has variables of its own: functions, and no bodies of modules or classes."""


def main(certificate: str) -> None:
    """Checks the certificate under a profiler that hears of every call."""
    seen: set[CodeType] = set()
    preparing: list[FrameType] = []

    def hear(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name.startswith(("register_", "<module>")):
            preparing.append(frame)
        elif event == "return" and preparing and preparing[-1] is frame:
            preparing.pop()
        elif event == "call" and not preparing and frame.f_code.co_flags & _FUNCTION:
            seen.add(frame.f_code)

    sys.setprofile(hear)
    import chartered

    found = chartered.check(certificate)
    sys.setprofile(None)
    assert found.accepted, found.why
    files = {
        module.__file__: name
        for name, module in sys.modules.items()
        if name.split(".")[0] in OURS and getattr(module, "__file__", None)
    }
    work = sorted((files[code.co_filename], *_lines(code)) for code in seen if code.co_filename in files)
    print(
        json.dumps({"loaded": sorted(sys.modules), "ours": {name: file for file, name in files.items()}, "work": work})
    )


def _lines(code: CodeType) -> tuple[int, int]:
    """The first and the last line."""
    return code.co_firstlineno, max(line for _, _, line in code.co_lines() if line is not None)


if __name__ == "__main__":
    main(sys.argv[1])
