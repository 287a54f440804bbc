"""The entry points of plugins are read from folders as `importlib.metadata` reads them, which is called where there is
more than folders."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PathDistribution, entry_points
from pathlib import Path
from zipfile import ZipFile

import pytest
from chartered.host.entry_points import Offer, all_offers
from strangers import distribution

THEIRS = {"theirs": "their_plugin"}


def offers() -> list[Offer]:
    """Those of others than Chartered."""
    found, unread = all_offers()
    assert not unread
    return [offer for offer in found if offer.distribution != "chartered"]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the first on Python's path."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing asks `importlib.metadata`."""
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)  # type: ignore[arg-type]  # Python's word for: it fails


def test_what_is_installed_is_what_importlib_finds() -> None:
    """The same entry points in the same order."""
    points = entry_points(group="chartered")
    assert [(offer.name, offer.value) for offer in all_offers()[0]] == [(point.name, point.value) for point in points]
    assert {(offer.distribution, offer.version) for offer in all_offers()[0]} >= {
        (point.dist.name, point.dist.version) for point in points if point.dist is not None
    }


@pytest.mark.usefixtures("unasked")
def test_folders_need_no_importlib(site: Path) -> None:
    """Other groups and comments are passed over; an old kind of metadata is read, too."""
    distribution(site, "their-plugin", THEIRS)
    (site / "their_plugin-1.0.dist-info" / "entry_points.txt").write_text(
        "[console_scripts]\na = b:c\n\n# ours\n[chartered]\ntheirs= their_plugin\n[other]\nd = e\n"
    )
    old = site / "Old.Plugin.egg-info"
    old.mkdir()
    (old / "PKG-INFO").write_text("Metadata-Version: 1.0\nName: Old.Plugin\nVersion: 0.1\n\nVersion: 9\n")
    (old / "entry_points.txt").write_text("[chartered]\nold = old_plugin\n")
    assert sorted(offers(), key=lambda offer: offer.name) == [
        Offer("old", "old_plugin", "Old.Plugin", "0.1"),
        Offer("theirs", "their_plugin", "their-plugin", "1.0"),
    ]


@pytest.mark.usefixtures("unasked")
def test_the_first_of_two_copies_counts(site: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """It is the one that Python imports, however its name is written."""
    later = tmp_path_factory.mktemp("later")
    distribution(site, "their-plugin", THEIRS, version="2.0")
    distribution(later, "Their.Plugin", {"other": "their_plugin"})
    sys.path.append(str(later))
    try:
        assert offers() == [Offer("theirs", "their_plugin", "their-plugin", "2.0")]
    finally:
        sys.path.remove(str(later))


def zipped(site: Path) -> str:
    """The folder as an archive, on Python's path instead of it."""
    archive = site / "site.zip"
    with ZipFile(archive, "w") as file:
        for path in site.glob("*.dist-info/*"):
            file.write(path, path.relative_to(site))
    return str(archive)


def as_egg(site: Path) -> str:
    """The folder as an egg that is not zipped."""
    egg = site / "their_plugin-1.0.egg"
    egg.mkdir()
    (site / "their_plugin-1.0.dist-info").rename(egg / "EGG-INFO")
    (egg / "EGG-INFO" / "METADATA").rename(egg / "EGG-INFO" / "PKG-INFO")
    return str(egg)


@pytest.mark.parametrize("lay_out", [zipped, as_egg])
def test_archives_are_left_to_importlib(
    lay_out: Callable[[Path], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plugin in one is found."""
    distribution(tmp_path, "their-plugin", THEIRS)
    monkeypatch.syspath_prepend(lay_out(tmp_path))
    assert offers() == [Offer("theirs", "their_plugin", "their-plugin", "1.0")]


def test_another_finder_of_distributions_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that an application has put on Python's list of finders."""
    distribution(tmp_path, "their-plugin", THEIRS)

    class Finder:
        @staticmethod
        def find_spec(*_: object) -> None:
            return None

        @staticmethod
        def find_distributions(_: object) -> Iterator[PathDistribution]:
            yield PathDistribution(tmp_path / "their_plugin-1.0.dist-info")

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert offers() == [Offer("theirs", "their_plugin", "their-plugin", "1.0")]


def test_metadata_in_another_spelling_are_parsed_as_mail(site: Path) -> None:
    """A name in lower case is a header all the same."""
    distribution(site, "their-plugin", THEIRS)
    (site / "their_plugin-1.0.dist-info" / "METADATA").write_text("metadata-version: 2.1\nname: Theirs\nversion: 1.5\n")
    assert offers() == [Offer("theirs", "their_plugin", "Theirs", "1.5")]


def test_what_is_no_module_is_loaded_as_importlib_does() -> None:
    """An attribute of one, for example; the host refuses it afterwards."""
    assert Offer("theirs", "os:path").load() is sys.modules["os.path"]
    assert Offer("theirs", "os.path").load() is sys.modules["os.path"]
    with pytest.raises(ModuleNotFoundError):
        Offer("theirs", "no_such_module_at_all").load()
