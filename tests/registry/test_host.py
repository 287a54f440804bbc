"""The host: each mistake of a plugin becomes an error that names the plugin, the hook, the value and the remedy."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import click
import pytest
from chartered import PluginError, proving
from chartered.host import hookspecs
from chartered.host.registry import Plugin, build_registry, find_plugins
from msgspec.structs import replace
from strangers import distribution, module, plugin, returning

HOOKS = [name for name in vars(hookspecs) if name.startswith("register_")]
DOCS = Path(__file__).resolve().parents[2] / "docs"
KEY = ch.Parameter("key", "a number")
MECHANISM = ch.Mechanism("stranger", "does something", (KEY,))


def refusal(*plugins: Plugin) -> str:
    """The text of the error that these plugins bring."""
    with pytest.raises(PluginError) as caught:
        build_registry(list(plugins))
    assert caught.value.hint, "an error says what would be right"
    return str(caught.value)


def theorem(name: str = "stranger.one", **changed: Any) -> ch.Theorem:
    """A theorem of the stranger's."""
    fields = {"takes": ch.Pure, "gives": ch.ZCDP, "bound": lambda g: None, "statement": "s", "source": "s"}
    return ch.Theorem(name, **fields | changed)


def test_what_plugins_return_is_known_by_name_with_its_owner() -> None:
    """Mechanisms, theorems and accountants are found by name, and the registry knows who registered them."""
    mine = plugin("register_mechanisms", [MECHANISM])
    known = build_registry([mine])
    assert known.mechanism("stranger") is MECHANISM
    assert known.owner("mechanism", "stranger") is mine
    assert known.names_of(mine, "mechanism") == ["stranger"]
    assert known.names_of(mine, "theorem") == []


def test_a_misspelled_hook_is_an_error_that_lists_the_hooks() -> None:
    """pluggy would leave it out in silence."""
    text = refusal(Plugin("stranger", module(register_mechanism=returning("register_mechanism", [])), "stranger-dist"))
    assert "plugin 'stranger' (stranger-dist) has an unknown hook 'register_mechanism'" in text
    assert all(name in text for name in HOOKS)


@pytest.mark.parametrize("hook_name", ["register_claims", "register_commands"])
def test_a_forgotten_return_of_a_lazy_hook_is_an_error_when_it_is_asked(hook_name: str) -> None:
    """Claims and commands are asked for late, and checked all the same."""
    known = build_registry([plugin(hook_name, None)])
    with pytest.raises(PluginError, match=f"hook {hook_name}: it returned None"):
        getattr(known, hook_name.removeprefix("register_"))()


def test_register_claims_may_name_modules() -> None:
    """They are imported when claims are asked for, and have a book or a function; one that is missing is named."""
    package = "chartered_plugins.basics.claims"
    hook = ch.claims_in(package, ".pure .zcdp")
    known = build_registry([Plugin("stranger", module(register_claims=hook))])
    pure, zcdp = (import_module(f"{package}.{name}") for name in ("pure", "zcdp"))
    assert list(known.claims().values()) == [*pure.BOOK.claims(), *zcdp.claims()]
    for name, why in (("impure", "No module named 'chartered_plugins.*impure'"), ("mills", "no attribute 'BOOK'")):
        known = build_registry([Plugin("stranger", module(register_claims=ch.claims_in(package, f".{name}")))])
        with pytest.raises(PluginError, match=f"plugin 'stranger' .*{why}"):
            known.claims()


KINDS = {"register_mechanisms": "Mechanism", "register_theorems": "Theorem", "register_accountants": "Accountant"}


def asking(hook: object) -> list[ch.Mechanism]:
    """Hooks take no arguments."""
    return []


def raising() -> list[ch.Mechanism]:
    """It fails."""
    raise ZeroDivisionError("of course")


@pytest.mark.parametrize(
    ("members", "says"),
    [
        ({"register_theorems": returning("register_theorems", [], mark=False)}, "is not marked; put @chartered.hook"),
        *(
            ({name: returning(name, None)}, f"hook {name}: it returned None; was the return forgotten?")
            for name in KINDS
        ),
        *(
            ({"register_mechanisms": returning("register_mechanisms", value)}, "return a list of Mechanism")
            for value in ("gaussian", MECHANISM, {"stranger": MECHANISM}, 3, iter([MECHANISM]))
        ),
        *(
            ({hook: returning(hook, ["it"])}, f"hook {hook}: it returned 'it' in its list; each must be a {kind}")
            for hook, kind in KINDS.items()
        ),
        ({"register_mechanisms": ch.hook(asking)}, "hooks take no arguments"),
        ({"register_theorems": ch.hook(raising)}, "it raised ZeroDivisionError: of course"),
        ({"register_theorems": ch.hook(raising)}, "CHARTERED_BLOCK=stranger"),  # how to leave it out
        ({}, "registers nothing"),  # most likely the entry point names the wrong module
    ],
)
def test_a_hook_that_is_none_is_an_error_that_shows_it(members: dict[str, Any], says: str) -> None:
    """One without the mark, which would never be called, without its return, with a bare value, text, a dictionary or
    an iterator, of another type, with an argument, or that raises."""
    assert says in refusal(Plugin("stranger", module(**members)))


def test_a_name_taken_twice_is_an_error_that_names_both_plugins() -> None:
    """No silent replacement and no second name, between plugins or within one."""
    text = refusal(*(plugin("register_mechanisms", [MECHANISM], name) for name in ("first", "second")))
    says = "hook register_mechanisms: mechanism 'stranger' is already registered by plugin"
    assert f"plugin 'second' (second-dist), {says} 'first'" in text
    assert f"{says} 'stranger'; choose another name" in refusal(plugin("register_mechanisms", [MECHANISM, MECHANISM]))


ALIKE = {
    "a Cyrillic letter": "g\u0430ussian.gdp",
    "a space of no width": "gaussian\u200b.gdp",
    "a soft hyphen": "gauss\u00adian.gdp",
    "a turn of direction": "gaussian\u202e.gdp",
    "a control character": "gaussian.gdp\x1b[2K",
    "a line break": "gaussian.gdp\n",
    "a blank": "gaussian gdp",
    "nothing": "",
    "a name without end": "a" * 1000,
}


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
@pytest.mark.parametrize(
    "kind", ["theorem", "accountant", "mechanism", "parameter", "command", "plugin", "distribution"]
)
def test_a_name_that_may_look_like_another_is_refused(kind: str, name: str) -> None:
    """Letters outside ASCII, characters without width and control characters, in whatever a plugin may name (a claim
    refuses such a name itself); the error shows them."""
    with pytest.raises(PluginError) as caught:
        _everything(_named(kind, name))
    assert kind in str(caught.value)
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500
    assert caught.value.hint


def _everything(plugin: Plugin) -> None:
    build_registry([plugin]).commands()


def _named(kind: str, name: str) -> Plugin:
    made: dict[str, tuple[str, Any]] = {
        "theorem": ("theorems", theorem(name)),
        "accountant": ("accountants", ch.Accountant(name, ch.Pure, lambda g, n: g, lambda gs: gs[0], "s", "s")),
        "mechanism": ("mechanisms", ch.Mechanism(name, "s", ())),
        "parameter": ("mechanisms", ch.Mechanism("stranger", "s", (ch.Parameter(name, "m"),))),
        "command": ("commands", click.Command(name)),
    }
    plural, value = made.get(kind, ("mechanisms", MECHANISM))
    hooks = plugin(f"register_{plural}", [value])
    return replace(hooks, **{"plugin": {"name": name}, "distribution": {"distribution": name}}.get(kind, {}))


LOOKS = "theorem {!r} looks like 'laplace.pure', which is already registered by plugin 'laplace'"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        *((name, LOOKS.format(name)) for name in ("LAPLACE.pure", "Iaplace.pure", "1aplace.pure", "lapIace.pure")),
        (
            "gdp",
            "'gdp' is a theorem of plugin 'stranger' (stranger-dist) and an accountant of plugin 'gdp' (chartered)",
        ),
    ],
)
def test_a_name_that_may_be_taken_for_ours_is_refused(name: str, says: str) -> None:
    """Capitals, I and l, 1 and l, O and 0: the error shows the other name and its plugin. A path names theorems and
    accountants alike, and --accountant takes either."""
    assert says in refusal(*find_plugins()[0], plugin("register_theorems", [theorem(name)]))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"takes": "gaussian"}, "takes is 'gaussian'"),
        ({"takes": ch.OnWrapper("poisson", int)}, "takes is OnWrapper"),
        ({"gives": None}, "gives is None"),
        ({"gives": dict}, "gives is <class 'dict'>"),
        ({"bound": None}, "bound is None, and must be"),
        ({"side": "exact"}, "side is 'exact'"),
    ],
)
def test_a_theorem_that_is_declared_wrongly_is_an_error_that_names_it(change: dict[str, Any], why: str) -> None:
    """Before it could stop a search."""
    said = refusal(plugin("register_theorems", [theorem(**change)]))
    assert "theorem 'stranger.one'" in said
    assert why in said


def test_a_command_name_taken_twice_takes_no_other_command_away() -> None:
    """Ours stays, whatever the order; the error names both plugins. A name that two strangers offer is neither's."""
    ours = [p for p in find_plugins()[0] if p.name == "verification"]
    thief = plugin("register_commands", [click.Command("verify"), click.Command("greet")], "aaa")
    broken = plugin("register_commands", None, "abc")
    others = [plugin("register_commands", [click.Command("both")], name) for name in ("first", "second")]
    known = build_registry([thief, broken, *others, *ours])
    commands, left_out = known.offered_commands()
    assert set(commands) == {"verify", "errata", "greet"}
    assert known.owner("command", "verify").name == "verification"
    said = "\n".join(map(str, left_out))
    for name, what in (
        ("aaa", "command 'verify' is already registered by plugin 'verification'"),
        ("abc", "it returned None"),
        ("second", "command 'both' is already registered by plugin 'first'"),
    ):
        assert f"plugin '{name}' ({name}-dist), hook register_commands: {what}" in said


def test_one_name_may_stand_for_things_of_different_kinds() -> None:
    """The accountant gdp and the step gdp, say."""
    known = build_registry(find_plugins()[0])
    assert "gdp" in known.mechanisms
    assert "gdp" in known.accountants


def test_an_unknown_name_is_an_error_with_the_closest_ones() -> None:
    """Or all of them, where none is close."""
    known = build_registry(find_plugins()[0])
    with pytest.raises(ch.UnknownName, match=r"unknown theorem 'gaussian\.gpd'; did you mean .*gaussian\.gdp"):
        known.theorem("gaussian.gpd")
    with pytest.raises(ch.UnknownName, match=r"unknown accountant 'xyz'; known are approximate, .*gdp, "):
        known.accountant("xyz")


def test_where_nothing_is_registered_the_remedy_is_to_install() -> None:
    """As with the sources on Python's path, which have no entry points."""
    with pytest.raises(ch.UnknownName, match=r"'gaussian', and no step at all is known; .* install chartered"):
        build_registry([]).mechanism("gaussian")


def test_an_old_copy_further_down_the_path_is_not_another_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two versions of one distribution Python uses the first on its path, and so does the host."""
    for folder, target, version in (
        ("old", "chartered_plugins.mechanisms.laplace", "1.0"),
        ("new", "chartered_plugins.mechanisms.gaussian", "2.0"),
    ):
        distribution(tmp_path / folder, "other-dist", {"noise": target}, version=version)
        monkeypatch.syspath_prepend(str(tmp_path / folder))
    (noise,) = (p for p in find_plugins()[0] if p.name == "noise")
    assert (noise.module.__name__, noise.version) == ("chartered_plugins.mechanisms.gaussian", "2.0")


@pytest.mark.parametrize(
    "metadata",
    [
        "Metadata-Version: 2.4\nName: other-dist\nVersion: 2.5\nSummary: s\n\nName: no\nVersion: 0\n",
        "metadata-version: 2.4\nname: other-dist\nversion: 2.5\n",
        "Metadata-Version: 2.4\nName:  other-dist\nVersion:\n 2.5\n",
    ],
    ids=["plain", "lower case", "folded"],
)
def test_a_distribution_is_named_by_the_head_of_its_metadata(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metadata: str
) -> None:
    """However its lines are written, and whatever its description says."""
    distribution(tmp_path, "other-dist", {"noise": "chartered_plugins.mechanisms.gaussian"}, version="2.5")
    (tmp_path / "other_dist-2.5.dist-info" / "METADATA").write_text(metadata)
    monkeypatch.syspath_prepend(str(tmp_path))
    (noise,) = (p for p in find_plugins()[0] if p.name == "noise")
    assert (noise.distribution, noise.version.strip()) == ("other-dist", "2.5")


def test_blocked_plugins_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """CHARTERED_BLOCK takes names with commas; blanks do not matter, and unblocked ones stay."""
    monkeypatch.delenv("CHARTERED_BLOCK", raising=False)
    everyone = {p.name for p in find_plugins()[0]}
    monkeypatch.setenv("CHARTERED_BLOCK", "laplace, gdp")
    assert {p.name for p in find_plugins()[0]} == everyone - {"laplace", "gdp"}


def test_blocking_a_name_that_two_distributions_offer_leaves_both_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the error of such a name advises."""
    for name in ("first-dist", "second-dist"):
        distribution(tmp_path, name, {"noise": "os.path"})
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("CHARTERED_BLOCK", "noise")
    assert "noise" not in [p.name for p in find_plugins()[0]]


def test_the_installed_plugins_are_ours_and_know_where_they_come_from() -> None:
    """Each is found through an entry point, with its distribution and version."""
    ours = {p.name for p in find_plugins()[0] if p.distribution == "chartered"}
    assert {"gaussian", "laplace", "pure", "renyi", "zcdp", "gdp", "conversion", "randomized-response"} <= ours
    assert all(p.version != "unknown" for p in find_plugins()[0])


def test_claims_and_commands_are_asked_for_only_when_wanted() -> None:
    """Building a registry calls neither hook."""
    asked: list[str] = []

    def register_claims() -> list[ch.Claim]:
        asked.append("claims")
        seen, kind = proving.Proved("seen"), proving.Kind.IDENTITY
        return [proving.Claim("stranger.truth", kind, "so it is", "definition", "everywhere", lambda effort: seen)]

    def register_commands() -> list[click.Command]:
        asked.append("commands")
        return [click.Command("greet")]

    hooks = module(register_claims=ch.hook(register_claims), register_commands=ch.hook(register_commands))
    known = build_registry([Plugin("stranger", hooks)])
    assert asked == []
    assert list(known.claims()) == ["stranger.truth"]
    assert list(known.commands()) == ["greet"]
    known.claims()
    assert asked == ["claims", "commands"]


@pytest.mark.parametrize("hook_name", HOOKS)
def test_every_hook_is_documented_with_its_exact_signature(hook_name: str) -> None:
    """In its own docstring, and on a page that shows how it is defined."""
    function = getattr(hookspecs, hook_name)
    assert inspect.getdoc(function)
    assert not inspect.signature(function).parameters
    signature = f"def {hook_name}() -> {inspect.signature(function).return_annotation}"
    assert any(signature in page.read_text() for page in DOCS.glob("*.md")), signature


@pytest.mark.parametrize("hook_name", [name for name in HOOKS if name != "register_commands"])
def test_every_hook_has_a_real_plugin_that_uses_it(hook_name: str) -> None:
    """No hook stands there for nobody."""
    assert any(hasattr(p.module, hook_name) for p in find_plugins()[0])
