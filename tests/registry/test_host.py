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


def test_an_unmarked_hook_is_an_error_that_says_how_to_mark_it() -> None:
    """A register_ function without the mark would never be called."""
    text = refusal(Plugin("stranger", module(register_theorems=returning("register_theorems", [], mark=False))))
    assert "register_theorems is not marked; put @chartered.hook above it" in text


@pytest.mark.parametrize("hook_name", HOOKS[:3])
def test_a_forgotten_return_is_an_error(hook_name: str) -> None:
    """None is no list, and an empty plugin says so with an empty list."""
    text = refusal(plugin(hook_name, None))
    assert f"hook {hook_name}: it returned None; was the return forgotten?" in text


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


@pytest.mark.parametrize(
    "value", ["gaussian", MECHANISM, {"stranger": MECHANISM}, 3, iter([MECHANISM])], ids=lambda v: type(v).__name__
)
def test_what_is_no_list_is_an_error_that_shows_it(value: Any) -> None:
    """A bare value, text, a dictionary or an iterator."""
    assert "return a list of Mechanism" in refusal(plugin("register_mechanisms", value))


@pytest.mark.parametrize(
    ("hook_name", "wanted"),
    [("register_mechanisms", "Mechanism"), ("register_theorems", "Theorem"), ("register_accountants", "Accountant")],
)
def test_a_wrong_type_in_the_list_is_an_error_that_shows_it(hook_name: str, wanted: str) -> None:
    """Each value must be what the hook is for."""
    text = refusal(plugin(hook_name, ["something"]))
    assert f"hook {hook_name}: it returned 'something' in its list; each must be a {wanted}" in text


def test_a_hook_with_an_argument_is_an_error() -> None:
    """Hooks take none."""

    def register_mechanisms(registry: object) -> list[ch.Mechanism]:
        return []

    assert "hooks take no arguments" in refusal(
        Plugin("stranger", module(register_mechanisms=ch.hook(register_mechanisms)))
    )


def test_a_hook_that_raises_is_an_error_with_the_cause_and_the_way_out() -> None:
    """The exception's type and words, and how to leave the plugin out."""

    def register_theorems() -> list[ch.Theorem]:
        raise ZeroDivisionError("of course")

    text = refusal(Plugin("stranger", module(register_theorems=ch.hook(register_theorems))))
    assert "it raised ZeroDivisionError: of course" in text
    assert "CHARTERED_BLOCK=stranger" in text


def test_a_plugin_without_any_hook_is_an_error() -> None:
    """It would be loaded for nothing: most likely the entry point names the wrong module."""
    assert "registers nothing" in refusal(Plugin("stranger", module()))


def test_a_name_taken_twice_is_an_error_that_names_both_plugins() -> None:
    """No silent replacement and no second name, between plugins or within one."""
    text = refusal(
        plugin("register_mechanisms", [MECHANISM], "first"), plugin("register_mechanisms", [MECHANISM], "second")
    )
    assert (
        "plugin 'second' (second-dist), hook register_mechanisms: mechanism 'stranger' is already registered by "
        "plugin 'first'" in text
    )
    text = refusal(plugin("register_mechanisms", [MECHANISM, MECHANISM]))
    assert "mechanism 'stranger' is already registered by plugin 'stranger'; choose another name" in text


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
        "theorem": ("theorems", ch.Theorem(name, ch.Pure, ch.ZCDP, lambda g: None, "s", "s")),
        "accountant": ("accountants", ch.Accountant(name, ch.Pure, lambda g, n: g, lambda gs: gs[0], "s", "s")),
        "mechanism": ("mechanisms", ch.Mechanism(name, "s", ())),
        "parameter": ("mechanisms", ch.Mechanism("stranger", "s", (ch.Parameter(name, "m"),))),
        "command": ("commands", click.Command(name)),
    }
    plural, value = made.get(kind, ("mechanisms", MECHANISM))
    hooks = plugin(f"register_{plural}", [value])
    return replace(hooks, **{"plugin": {"name": name}, "distribution": {"distribution": name}}.get(kind, {}))


@pytest.mark.parametrize("name", ["LAPLACE.pure", "Iaplace.pure", "1aplace.pure", "lapIace.pure"])
def test_a_name_that_differs_from_ours_by_a_look_alike_is_refused(name: str) -> None:
    """Capitals, I and l, 1 and l, O and 0: the error shows the other name and its plugin."""
    said = refusal(
        *find_plugins()[0], plugin("register_theorems", [ch.Theorem(name, ch.Pure, ch.ZCDP, lambda g: None, "s", "s")])
    )
    assert f"theorem {name!r} looks like 'laplace.pure', which is already registered by plugin 'laplace'" in said


def test_a_theorem_may_not_have_the_name_of_an_accountant() -> None:
    """A path names both alike, and --accountant takes either."""
    theorem = ch.Theorem("gdp", ch.Pure, ch.ZCDP, lambda g: None, "s", "s")
    said = refusal(*find_plugins()[0], plugin("register_theorems", [theorem]))
    assert (
        "'gdp' is a theorem of plugin 'stranger' (stranger-dist) and an accountant of plugin 'gdp' (chartered)" in said
    )


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
    fields = {
        "name": "stranger.one",
        "takes": ch.Pure,
        "gives": ch.ZCDP,
        "bound": lambda g: None,
        "statement": "s",
        "source": "s",
    }
    said = refusal(plugin("register_theorems", [ch.Theorem(**fields | change)]))
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
    assert (
        "plugin 'aaa' (aaa-dist), hook register_commands: command 'verify' is already registered by plugin "
        "'verification'" in said
    )
    assert "plugin 'abc' (abc-dist), hook register_commands: it returned None" in said
    assert (
        "plugin 'second' (second-dist), hook register_commands: command 'both' is already registered by plugin 'first'"
        in said
    )


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
    assert {
        "gaussian",
        "laplace",
        "pure",
        "renyi",
        "zcdp",
        "gdp",
        "conversion",
        "approximate",
        "randomized-response",
    } <= ours
    assert all(p.version != "unknown" for p in find_plugins()[0])


def test_claims_and_commands_are_asked_for_only_when_wanted() -> None:
    """Building a registry calls neither hook."""
    asked: list[str] = []

    def register_claims() -> list[ch.Claim]:
        asked.append("claims")
        seen = proving.Proved("seen")
        return [
            proving.Claim(
                "stranger.truth", proving.Kind.IDENTITY, "so it is", "definition", "everywhere", lambda effort: seen
            )
        ]

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
