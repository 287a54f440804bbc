"""`python -m chartered` is the command `chartered`."""

from __future__ import annotations

from .cli import main

if __name__ == "__main__":  # worker processes import this module too
    main()
