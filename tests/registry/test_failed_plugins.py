"""An installed plugin that fails is left out as a whole and reported; everything else answers as without it."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import PluginError, PluginWarning
from chartered.host.left_out_plugins import FailedPlugin
from chartered.host.plugin_sources import FILES
from chartered.host.registry import Plugin, Registry, find_plugins, registry, working_registry
from chartered.testing import conform
from forging import forged
from strangers import HALF, distribution, module, plugin, returning

CLAIMS = """
@ch.hook
def register_claims():
    1 / 0
"""


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test has its own registry."""
    monkeypatch.delenv("CHARTERED_BLOCK", raising=False)
    registry.cache_clear()
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.endswith("_plugin"):
            del sys.modules[name]
    registry.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Installs a plugin `broken` with this code."""

    def install(code: str, name: str = "broken") -> None:
        distribution(tmp_path, f"{name}-plugin", {name: f"{name}_plugin"}, code)

    monkeypatch.syspath_prepend(str(tmp_path))
    return install


def known() -> Registry:
    """The registry of what is installed; when it is built it warns of the failures that it lists."""
    if registry.cache_info().currsize:
        return registry()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = registry()
    assert [str(one.message) for one in told] == [str(one) for one in found.failed]
    assert all(one.category is PluginWarning for one in told)
    return found


def failure() -> FailedPlugin:
    """The only plugin that failed."""
    (one,) = known().failed
    return one


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("import no_such_module_at_all", "cannot be imported: ModuleNotFoundError"),
        ("1/0", "cannot be imported: ZeroDivisionError"),
        ("def f(:", "cannot be imported: SyntaxError"),
        ("raise SystemExit(0)", "cannot be imported: SystemExit"),
        (HALF.replace("return [ch.Theorem", "1 / 0\n    return [ch.Theorem"), "it raised ZeroDivisionError"),
        (HALF.replace("return [ch.Theorem", "raise SystemExit\n    return [ch.Theorem"), "it raised SystemExit"),
        (HALF.replace("register_theorems", "register_theorem"), "has an unknown hook 'register_theorem'"),
        (HALF.replace("half.pure", "laplace.pure"), "'laplace.pure' is already registered by plugin 'laplace'"),
        (HALF.replace('"half.pure"', '"gdp"'), "'gdp' is a theorem of plugin 'broken'"),
        (HALF + "chartered_hook_spec = 2", "needs hooks of version 2"),
        ("x = 1", "registers nothing"),
    ],
)
def test_a_plugin_that_fails_is_left_out_and_the_others_answer(installed: Any, code: str, cause: str) -> None:
    """The reason names the plugin, its distribution and the cause, and says how to leave it out."""
    before = ch.Ledger("laplace:scale=1").epsilon(delta=0).upper
    registry.cache_clear()
    installed(code)
    one = failure()
    assert (one.name, one.distribution, one.version) == ("broken", "broken-plugin", "1.0")
    assert cause in one.why
    assert "plugin 'broken' (broken-plugin)" in one.why
    assert "CHARTERED_BLOCK=broken" in str(one)
    assert "broken" not in [plugin.name for plugin in known().plugins]
    assert ch.Ledger("laplace:scale=1").epsilon(delta=0).upper == before


def test_nothing_of_a_plugin_that_fails_is_kept(installed: Any) -> None:
    """Its mechanism was registered well, but its theorem was not."""
    installed(HALF.replace("half.pure", "laplace.pure"))
    assert "half" not in known().mechanisms
    assert known().owner("theorem", "laplace.pure").name == "laplace"


def test_a_ledger_that_needs_a_plugin_that_failed_is_told_so(installed: Any) -> None:
    """The error about the unknown step names the plugin and the reason."""
    installed("import no_such_module_at_all")
    known()
    with pytest.raises(ch.UnknownName, match=r"unknown step 'half'; it may be of a plugin that failed, broken "):
        ch.Ledger("half:epsilon=1")
    with pytest.raises(ch.UnknownName, match="no_such_module_at_all"):
        ch.Ledger("gaussian:sigma=1").epsilon("1e-5", accountant="half.pure")


def test_a_certificate_that_needs_a_plugin_that_failed_is_not_accepted(
    installed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made by versions that are not here, and the reason says what happened to the plugin."""
    (tmp_path / "broken.py").write_text(HALF)
    monkeypatch.setenv(FILES, str(tmp_path / "broken.py"))
    document = ch.Ledger("half:epsilon=1").epsilon(delta=0).certificate().to_dict()
    monkeypatch.setenv(FILES, "")
    versions = {"chartered": document["versions"]["chartered"], "broken-plugin": "1.0"}
    installed("1/0")
    registry.cache_clear()
    known()
    found = ch.check(forged(document, ("versions",), versions))
    assert not found.accepted
    assert found.outdated
    assert "plugin 'broken' (broken-plugin) cannot be imported: ZeroDivisionError" in str(found.why)


def test_claims_that_fail_leave_the_claims_of_others(installed: Any) -> None:
    """What is asked for late fails late: the plugin stays, and its claims are left out."""
    installed(HALF + CLAIMS)
    assert known().failed == ()
    with pytest.warns(PluginWarning, match="a claim of plugin broken is left out"):
        claims = registry().claims()
    assert "gdp.profile.pair" in claims
    assert [one.name for one in registry().failed] == ["broken"]
    assert "half" in registry().mechanisms


def test_of_two_distributions_that_offer_one_name_neither_is_loaded(installed: Any, tmp_path: Path) -> None:
    """Both are named; what else is installed answers."""
    for name in ("first-dist", "second-dist"):
        distribution(tmp_path, name, {"noise": "chartered_plugins.mechanisms.gaussian"})
    plugins, failed = find_plugins()
    assert "noise" not in [one.name for one in plugins]
    assert sorted(one.distribution for one in failed) == ["first-dist", "second-dist"]
    for one in failed:
        assert "'noise' is offered by two distributions, " in one.why
        assert "CHARTERED_BLOCK=noise" in str(one)


def test_an_entry_point_that_is_not_ours_or_no_module_fails(installed: Any, tmp_path: Path) -> None:
    """One named gaussian elsewhere, which replaces nothing; and one that names a function."""
    distribution(tmp_path, "other-dist", {"gaussian": "os.path", "noise": "os.path:join"})
    plugins, failed = find_plugins()
    ours, function = sorted(failed, key=lambda one: one.name)
    assert (ours.name, ours.distribution) == ("gaussian", "other-dist")
    assert [one.distribution for one in plugins if one.name == "gaussian"] == ["chartered"]
    assert "plugin 'noise' (other-dist) is a function, and no module" in function.why


def test_two_strangers_that_offer_one_theorem_are_both_left_out() -> None:
    """Which of them is right is not ours to guess."""
    mechanism = ch.Mechanism("half", "half of eps", ())
    both = [plugin("register_mechanisms", [mechanism], name) for name in ("first", "second")]
    third = plugin("register_mechanisms", [ch.Mechanism("third", "it stays", ())], "third")
    found = working_registry([*both, third])
    assert set(found.mechanisms) == {"third"}
    assert {one.name for one in found.failed} == {"first", "second"}


def test_what_fails_when_it_is_looked_at_is_the_fault_of_its_plugin() -> None:
    """A value, also where even its text cannot be made; and one in a module that stands for another one."""

    class Evil(list[Any]):
        def __iter__(self) -> Any:
            raise RuntimeError("no")

        __repr__ = __iter__

    class Proxy:
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError("unbound")

        def __call__(self) -> None:
            raise AssertionError

    found = working_registry([plugin("register_mechanisms", Evil())])
    assert [one.name for one in found.failed] == ["stranger"]
    assert "what it returned raised RuntimeError" in found.failed[0].why
    found = working_registry([Plugin("stranger", module(proxy=Proxy()), "stranger-dist", "1.0")])
    assert "its module raised RuntimeError" in found.failed[0].why


@pytest.mark.parametrize("ours", [True, False])
def test_what_was_asked_for_and_what_is_ours_must_work(ours: bool) -> None:
    """A file that was named for this run, or a plugin that ships with Chartered."""
    hook = returning("register_theorems", None)
    made = module("chartered_plugins.wrong" if ours else "wrong", register_theorems=hook)
    wrong = Plugin("wrong", made, "chartered" if ours else "wrong.py", "1.0")
    with pytest.raises(PluginError, match="it returned None"):
        working_registry([wrong])


def test_a_plugin_conforms_beside_one_that_fails(installed: Any, tmp_path: Path) -> None:
    """The kit tries a plugin among those that work, and the one that fails does not conform."""
    installed("1/0")
    installed(HALF, "good")
    known()
    import good_plugin  # type: ignore[import-not-found]

    conform(good_plugin)


@pytest.mark.parametrize("content", [b"[chartered]\nb\n", b"[chartered]\nb \xff\xfe = os\n"])
def test_entry_points_that_cannot_be_read_hide_no_others(installed: Any, tmp_path: Path, content: bytes) -> None:
    """Their distribution is named, whatever is wrong in its file."""
    distribution(tmp_path, "other-dist", {})
    (tmp_path / "other_dist-1.0.dist-info" / "entry_points.txt").write_bytes(content)
    one = failure()
    assert (one.name, one.version) == ("other-dist", "1.0")
    assert "the entry points of distribution 'other-dist' cannot be read: " in one.why
    assert str(one).endswith("reinstall or uninstall it")
    assert ch.Ledger("laplace:scale=1").epsilon(delta=0).upper == 1
