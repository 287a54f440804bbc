"""Claims about our code alone: what ships is what is written out. They are tests, since a user learns nothing about a
theorem from them; the forms are those of the registered claims, so that mutants are tried with them as well."""

from pathlib import Path

import chartered as ch

_ELSE = ("__init__", "test_about_code")
MODULES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in _ELSE)
claims_about_code = ch.claims_in(__name__, " ".join(f".{name}" for name in MODULES))
