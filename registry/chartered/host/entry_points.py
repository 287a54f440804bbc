"""What installed distributions offer as plugins: their entry points in the group `chartered`.

They are read from the folders on Python's path, in the way of `importlib.metadata`, which imports parsers of mail and
of archives: that takes longer than the proof of a quick answer. It is called where there is more on that path than
folders, and where a file is written in another way or cannot be read."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from types import ModuleType
from typing import TYPE_CHECKING

from chartered_verify.catching import ours
from chartered_verify.raised import named
from msgspec import Struct

from ..errors import PluginError
from ..model.plugin import OWN, OWN_PACKAGE
from .left_out_plugins import FailedPlugin

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "chartered"
_ABOUT = {"dist-info": "METADATA", "egg-info": "PKG-INFO"}
"""The file with name and version, for each kind of folder that describes a distribution."""


class Offer(Struct, frozen=True):
    """An entry point with the name and the version of its distribution."""

    name: str
    value: str
    distribution: str = "unknown"
    version: str = "unknown"

    @property
    def ours(self) -> bool:
        """Whether it ships with Chartered, so that it must work."""
        return self.distribution == OWN and self.value.partition(".")[0] == OWN_PACKAGE

    def failed(self, error: PluginError) -> FailedPlugin:
        """It is left out for this error."""
        return FailedPlugin(self.name, self.distribution, self.version, error)

    def load(self) -> ModuleType:
        """The module, or what else the entry point names. Raises whatever its import raises."""
        if all(map(str.isidentifier, self.value.split("."))):
            return import_module(self.value)
        from importlib.metadata import EntryPoint

        found: ModuleType = EntryPoint(self.name, self.value, GROUP).load()
        return found


def all_offers() -> tuple[list[Offer], list[FailedPlugin]]:
    """(the offers in the order of Python's path, the distributions whose entry points cannot be read). One such
    distribution would hide those of all others."""
    try:
        return list(_in_folders()), []
    except ours(OSError, ValueError):
        from importlib.metadata import entry_points
    try:
        return _offers(entry_points(group=GROUP)), []
    except ours(BaseException):
        return _readable()


def _in_folders() -> Iterator[Offer]:
    """Those of the folders on Python's path; of distributions with the same name the first. Raises ValueError where it
    takes more than folders and lists of names to find them, OSError for a file that cannot be read."""
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder):
        raise ValueError("distributions are found in another way, too")
    known: set[str] = set()
    for folder in (os.fsdecode(folder) or os.curdir for folder in sys.path):
        if folder.endswith(".egg") or (os.path.exists(folder) and not os.path.isdir(folder)):
            raise ValueError(f"{folder} is an archive, or laid out as one")
        for child in os.listdir(folder) if os.path.exists(folder) else ():
            stem, _, kind = child.lower().rpartition(".")
            name = re.sub("[-_.]+", "_", stem.partition("-")[0])
            if kind in _ABOUT and name not in known:
                known.add(name)
                yield from _in_folder(os.path.join(folder, child), _ABOUT[kind])


def _in_folder(folder: str, about: str) -> Iterator[Offer]:
    """Those of the distribution that this folder describes. Raises ValueError, OSError."""
    path = os.path.join(folder, "entry_points.txt")
    if not os.path.isfile(path):
        return
    group, points = "", list[tuple[str, str]]()
    for line in filter(None, map(str.strip, _text(path).splitlines())):
        if line.startswith("[") and line.endswith("]"):
            group = line.strip("[]")
        elif not line.startswith("#"):
            name, value = map(str.strip, line.split("=", 1))
            points += [(name, value)] if group == GROUP else []
    if points:
        source = _stated(_text(os.path.join(folder, about)))
        yield from (Offer(name, value, *source) for name, value in points)


def _text(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _stated(about: str) -> tuple[str, str]:
    """Name and version, as the head of a distribution's metadata states them. Raises ValueError if these lines are
    written in another way, which a parser of mail reads."""
    lines = (line.partition(": ") for line in about.partition("\n\n")[0].splitlines())
    stated = {key: value.strip() for key, _, value in lines if key in ("Name", "Version")}
    if len(stated) != 2:
        raise ValueError("name and version are not stated on lines of their own")
    return stated["Name"], stated["Version"]


def _offers(points: Iterable[EntryPoint]) -> list[Offer]:
    named: dict[Distribution | None, tuple[str, ...]] = {None: ()}  # each is read out of its file once
    for dist in (point.dist for point in points):
        if dist not in named and dist is not None:
            named[dist] = (dist.name, dist.version)
    return [Offer(point.name, point.value, *named[point.dist]) for point in points]


def _readable() -> tuple[list[Offer], list[FailedPlugin]]:
    """The same, read from one distribution after the other: of several with the same name the first on Python's
    path."""
    from importlib.metadata import distributions

    found: list[Offer] = []
    unread: list[FailedPlugin] = []
    for name, dist in {one.name: one for one in reversed(list(distributions()))}.items():
        try:
            found += _offers(dist.entry_points.select(group=GROUP))
        except ours(BaseException) as error:
            message = f"the entry points of distribution {name!r} cannot be read: {named(error)}"
            failure = PluginError(message, "reinstall or uninstall it")
            unread.append(FailedPlugin(name, name, dist.version, failure, can_be_blocked=False))
    return found, unread
