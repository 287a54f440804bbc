"""Refuses a wheel with other top-level names than ours, or with a package that is not marked as typed."""

import sys
import zipfile

OURS = {"chartered", "chartered_plugins", "chartered_verify"}

with zipfile.ZipFile(sys.argv[1]) as wheel:
    names = set(wheel.namelist())
tops = {name.split("/")[0] for name in names}
found = {top for top in tops if not top.endswith(".dist-info")}
assert found == OURS, f"the wheel's top-level names are {sorted(found)}"
assert len(tops) == len(OURS) + 1, f"one dist-info is wanted: {sorted(tops)}"
untyped = [package for package in sorted(OURS) if f"{package}/py.typed" not in names]
assert not untyped, f"no py.typed in {untyped}"
print(f"{len(names)} files in {', '.join(sorted(found))}, each package typed")
