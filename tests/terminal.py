"""A command on a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What a command writes to a terminal."""
    master, slave = pty.openpty()
    names = ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
    plain = {key: value for key, value in os.environ.items() if key not in names} | {
        "TERM": "xterm-256color",
        "COLUMNS": "100",
    }
    running = subprocess.Popen(
        [sys.executable, "-m", "chartered", *arguments], stdout=slave, stderr=slave, env=plain | environment
    )
    os.close(slave)
    written = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # the other side has closed
            break
        if not part:
            break
        written += part
    os.close(master)
    running.wait(60)
    return written.decode()
