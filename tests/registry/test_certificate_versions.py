"""Certificates name the software that they rest on, and are refused where it is missing or another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger
from chartered.certificate.digest import sealed
from forging import BOUND, EXACT, changed, forged
from msgspec.structs import replace
from strangers import Install

RESTS = {
    "check": 1,
    "mechanism gaussian": 1,
    "theorem gaussian.zcdp": 1,
    "theorem zcdp.renyi": 1,
    "theorem asoodeh2020.T3": 1,
    "accountant renyi": 1,
}


def former(document: Any, release: str) -> dict[str, Any]:
    """The same as the format before this one has it: it names releases, and no versions of statements."""
    kept = {key: value for key, value in document.items() if key not in ("digest", "statements")}
    return sealed(kept | {"format": "chartered certificate 1", "versions": {"chartered": release}})


def test_a_certificate_names_the_version_of_all_that_it_rests_on() -> None:
    """Each statement on the path by kind and name, and the check itself."""
    assert BOUND["statements"] == RESTS


def test_a_certificate_of_another_release_is_accepted_where_its_theorems_are_these() -> None:
    """A patch release does not refuse yesterday's certificates; a refusal names the other release, and what is false
    stays refused."""
    made = forged(BOUND, ("versions", "chartered"), "9.9.9")
    assert ch.check(made).accepted
    found = ch.check(forged(made, ("answer", "upper"), 1.0))
    assert (found.accepted, found.outdated) == (False, False)
    assert f"it was made with chartered 9.9.9, here is {ch.__version__}" in (found.why or "")


@pytest.mark.parametrize(
    ("name", "version", "says"),
    [
        *((name, 2, f"version 2 of '{name}', which has version 1 here") for name in RESTS),
        ("theorem later.T1", 1, "'theorem later.T1', which is not installed here"),
    ],
)
def test_a_certificate_of_another_version_of_a_statement_is_outdated(name: str, version: int, says: str) -> None:
    """Of a theorem, the accountant, the mechanism or the check: nothing is decided; nor of what is not here."""
    found = ch.check(forged(BOUND, ("statements", name), version))
    assert (found.accepted, found.outdated) == (False, True)
    assert says in (found.why or "")


def test_a_theorem_that_changes_makes_its_certificates_outdated_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its version counts up: what rests on it is refused, with and without names of statements."""
    theorem = ch.registry().theorem("asoodeh2020.T3")
    monkeypatch.setitem(ch.registry().theorems, theorem.name, replace(theorem, version=2))
    assert ch.check(BOUND).outdated
    assert ch.check(former(BOUND, ch.__version__)).outdated
    assert ch.check(EXACT).accepted
    assert ch.check(former(EXACT, "0.1.0")).accepted


@pytest.mark.parametrize("statements", [{}, {"check": 1}, {"check": True}, {"check": "1"}, [], None])
def test_a_certificate_that_names_too_few_statements_is_refused(statements: Any) -> None:
    """They are all that it rests on, and their versions are whole numbers."""
    found = ch.check(forged(BOUND, ("statements",), statements))
    assert (found.accepted, found.outdated) == (False, False)


def test_a_certificate_of_the_former_format_is_decided_by_what_derives_it() -> None:
    """It names a release alone: an accepted one is derived by what is installed, so nothing is taken on trust; where it
    is not, nobody can tell whether its own release derived it, unless that is this one."""
    for release in ("0.1.0", ch.__version__):
        assert ch.check(former(BOUND, release)).accepted
        assert ch.check(former(EXACT, release)).accepted
    other = ch.check(former(changed(BOUND, ("answer", "upper"), 1.0), "0.1.0"))
    assert (other.accepted, other.outdated) == (False, True)
    assert "it was made with chartered 0.1.0" in (other.why or "")
    assert ch.check(former(changed(EXACT, ("derivation", "tail"), ["gdp.former"]), "0.1.0")).outdated
    own = ch.check(former(changed(BOUND, ("answer", "upper"), 1.0), ch.__version__))
    assert (own.accepted, own.outdated) == (False, False)


def test_a_certificate_that_names_too_few_or_too_many_distributions_is_refused() -> None:
    """The versions are those of the software on the path, no more and no less."""
    right = BOUND["versions"]
    wrong: list[Any] = [{}, {**right, "left-pad": "1.0"}, {**right, "pytest": pytest.__version__}, None, []]
    for versions in wrong:
        found = ch.check(forged(BOUND, ("versions",), versions))
        assert not found.accepted
        assert found.why


NOISE = """
    import chartered as ch

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("noise", "some", (ch.Parameter("epsilon", "its guarantee"),))]

    @ch.hook
    def register_theorems():
        bound = lambda case: ch.Pure(epsilon=case.number("epsilon"))
        return [ch.Theorem("noise.pure", ch.OnStep("noise"), ch.Pure, bound, "so it is", "definition")]
"""


@pytest.mark.parametrize("how", ["gone", "blocked"])
def test_a_certificate_whose_plugin_is_missing_is_refused_and_names_it(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The plugin's distribution and version are in the certificate, and in the refusal once it is no longer installed;
    installed but left out counts as missing."""
    install("noise-plugin", NOISE, version="2.7")
    document = Ledger(["noise:epsilon=1,times=3"]).epsilon(0).certificate().document
    assert document["versions"]["noise-plugin"] == "2.7"
    assert ch.check(document).accepted
    if how == "gone":
        monkeypatch.setattr(sys, "path", [entry for entry in sys.path if not entry.startswith(str(tmp_path))])
    else:
        monkeypatch.setenv("CHARTERED_BLOCK", "noise-plugin")
    ch.registry.cache_clear()
    found = ch.check(document)
    assert not found.accepted
    assert "noise-plugin 2.7" in (found.why or "")


def test_a_strangers_theorem_has_a_version_of_its_own_too(install: Install, tmp_path: Path) -> None:
    """Another release of the plugin is no reason; the former format has nothing else to go by."""
    install("noise-plugin", NOISE, version="2.7")
    document = Ledger(["noise:epsilon=1"]).epsilon(0).certificate().document
    assert document["statements"]["theorem noise.pure"] == 1
    assert ch.check(forged(document, ("versions", "noise-plugin"), "2.8")).accepted
    assert ch.check(forged(document, ("statements", "theorem noise.pure"), 2)).outdated
    kept = {key: value for key, value in document.items() if key not in ("digest", "statements")}
    versions = {**document["versions"], "noise-plugin": "2.8"}
    found = ch.check(sealed(kept | {"format": "chartered certificate 1", "versions": versions}))
    assert found.outdated
    assert "noise-plugin 2.8" in (found.why or "")
    assert "2.7" in (found.why or "")


@pytest.mark.parametrize("what", ["ch.Pure, bound,", '(ch.Parameter("epsilon", "its guarantee"),)'])
@pytest.mark.parametrize("version", ["0", "True", "'1'"])
def test_a_version_that_is_none_is_the_plugins_fault(install: Install, what: str, version: str) -> None:
    """A whole number from 1 on, of a theorem and of a mechanism."""
    instead = f"{what} version={version}," if what.endswith(",") else f"{what}, version={version}"
    rest = 'statement="so it is", source="definition"'
    source = NOISE.replace('"so it is", "definition"', rest).replace(what, instead)
    with pytest.raises(ch.PluginWarning, match="version is"):
        install("noise-plugin", source)
