"""Certificates name the software that they rest on, and are refused where it is missing or another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger
from forging import BOUND, forged
from strangers import Install


def test_a_certificate_of_another_version_is_refused_and_names_it() -> None:
    """Both versions are told."""
    found = ch.check(forged(BOUND, ("versions", "chartered"), "9.9.9"))
    assert not found.accepted
    assert "chartered 9.9.9" in (found.why or "")
    assert ch.__version__ in (found.why or "")


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


def test_a_certificate_whose_plugin_is_gone_is_refused_and_names_it(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plugin's distribution and version are in the certificate, and in the refusal once it is no longer
    installed."""
    install("noise-plugin", NOISE, version="2.7")
    document = Ledger(["noise:epsilon=1,times=3"]).epsilon(0).certificate().document
    assert document["versions"]["noise-plugin"] == "2.7"
    assert ch.check(document).accepted
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if not entry.startswith(str(tmp_path))])
    ch.registry.cache_clear()
    found = ch.check(document)
    assert not found.accepted
    assert "noise-plugin 2.7" in (found.why or "")


def test_a_certificate_of_another_version_of_a_plugin_is_refused_and_names_it(install: Install, tmp_path: Path) -> None:
    """Also where only the plugin changed."""
    install("noise-plugin", NOISE, version="2.7")
    document = Ledger(["noise:epsilon=1"]).epsilon(0).certificate().document
    found = ch.check(forged(document, ("versions", "noise-plugin"), "2.8"))
    assert not found.accepted
    assert "noise-plugin 2.8" in (found.why or "")
    assert "2.7" in (found.why or "")


def test_a_certificate_whose_plugin_is_blocked_is_refused(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed but left out counts as missing."""
    install("noise-plugin", NOISE)
    document = Ledger(["noise:epsilon=1"]).epsilon(0).certificate().document
    monkeypatch.setenv("CHARTERED_BLOCK", "noise-plugin")
    ch.registry.cache_clear()
    found = ch.check(document)
    assert not found.accepted
    assert "noise" in (found.why or "")
