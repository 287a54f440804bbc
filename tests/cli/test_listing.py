"""`chartered plugins`, `chartered explain`, the help, and commands that plugins bring."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chartered.cli.command_group import BUILT_IN


def test_plugins_are_listed_with_what_they_bring(run: Any, stranger: Path) -> None:
    """Names, distribution, version and everything registered, for programs; for people each with its names below it
    and the number of its claims. CHARTERED_BLOCK leaves a plugin out."""
    by_name = {plugin["name"]: plugin for plugin in run("plugins", "--json").json["plugins"]}
    fields = {"name", "distribution", "version", "mechanisms", "theorems", "accountants", "claims"}
    assert set(by_name["gaussian"]) == fields
    assert by_name["gaussian"]["mechanisms"] == ["gaussian"]
    assert by_name["gdp"]["accountants"] == ["gdp"]
    assert (by_name["stranger"]["distribution"], by_name["stranger"]["version"]) == ("stranger", "2.5")
    assert "stranger.T1.holds" in by_name["stranger"]["claims"]
    assert "conversion" not in by_name
    out = run("plugins").out
    assert "stranger  stranger 2.5, 5 claims\n    theorems  stranger.T1\n" in out


def test_a_theorem_is_explained(run: Any, stranger: Path) -> None:
    """Words, LaTeX, source, conditions, its claims and whose it is."""
    (found,) = run("explain", "stranger.T1", "--json").json["found"]
    assert found["kind"] == "theorem"
    assert (found["statement"], found["latex"], found["source"]) == ("Says nothing.", "x", "Stranger 2021, Theorem 1")
    assert found["conditions"] == "It never applies."
    assert found["claims"] == ["stranger.T1.holds", "stranger.T1.looks-right"]
    assert found["plugin"] == {"name": "stranger", "distribution": "stranger", "version": "2.5"}
    out = run("explain", "stranger.T1").out
    assert "stranger.T1, theorem" in out
    assert "stranger.T1.holds, stranger.T1.looks-right" in out


def test_a_kind_of_guarantee_is_explained(run: Any) -> None:
    """What it says, which theorems lead to it and from it, and who composes it."""
    (found,) = run("explain", "Renyi", "--json").json["found"]
    assert found["kind"] == "kind of guarantee"
    assert not {"Args:", "Examples:", ">>>"} & set(found["statement"].split())
    assert "Renyi" in found["statement"]
    assert "curve" in found["fields"]
    assert "zcdp.renyi" in found["given_by"]
    assert "asoodeh2020.T3" in found["taken_by"]
    assert found["composed_by"] == ["renyi"]
    assert "composed by  renyi" in run("explain", "Renyi").out


def test_a_claim_is_explained(run: Any, stranger: Path) -> None:
    """With its domain, and what is printed if it is an erratum; where no method proves it, why, before it is tried."""
    (found,) = run("explain", "stranger.E1", "--json").json["found"]
    assert (found["kind"], found["domain"], found["printed"]) == ("claim", "x > 0", "1 + 1 = 3")
    assert "1 + 1 = 2" in run("explain", "stranger.E1").out
    (found,) = run("explain", "girgis2021.upper.above-clones", "--json").json["found"]
    assert "sums over n outcomes without a closed form" in found["no_proof"]
    assert "no proof" in run("explain", "girgis2021.upper.above-clones").out


def test_a_name_may_be_two_things(run: Any, stranger: Path) -> None:
    """gdp is a mechanism and an accountant: both are explained."""
    found = run("explain", "gdp", "--json").json["found"]
    assert [entry["kind"] for entry in found] == ["mechanism", "accountant"]
    assert found[0]["theorems"] == ["gdp.gdp"]
    assert "mu" in found[0]["parameters"]


@pytest.mark.parametrize("command", BUILT_IN)
def test_the_help_of_every_command_shows_an_example(run: Any, command: str) -> None:
    """One that begins with the command itself."""
    ran = run(command, "--help")
    assert ran.status == 0
    assert f"Example: chartered {command}" in ran.out


def test_without_arguments_the_help_is_printed(run: Any, stranger: Path) -> None:
    """On standard output, with status 0, and with the commands of plugins, which run like ours: what one returns is no
    exit status."""
    ran = run()
    assert (ran.status, ran.err) == (0, "")
    assert all(command in ran.out for command in (*BUILT_IN, "greet", "stumble"))
    assert "Greets." in ran.out
    ran = run("greet")
    assert (ran.status, ran.out) == (0, "good day\n")
    ran = run("--version")
    assert (ran.status, ran.out[:12]) == (0, "chartered 0.")


def test_a_plugin_cannot_take_the_name_of_a_command(run: Any, installs: Any) -> None:
    """Silence would leave the user with the wrong one."""
    installs(
        "import chartered as ch, click\n@ch.hook\ndef register_commands():\n"
        "    @click.command()\n    def epsilon():\n        pass\n    return [epsilon]\n"
    )
    ran = run("anything")
    assert ran.status == 2
    assert "plugin 'stranger': the command 'epsilon' is chartered's own" in ran.err


def test_a_command_name_taken_twice_leaves_ours_and_names_the_stranger(run: Any, installs: Any) -> None:
    """verify and errata stay; the stranger's other command runs, and one line says what is left out."""
    installs(
        "import chartered as ch, click\n@ch.hook\ndef register_commands():\n"
        "    @click.command()\n    def verify():\n        click.echo('all is well')\n"
        "    @click.command()\n    def greet():\n        click.echo('good day')\n    return [verify, greet]\n"
    )
    ran = run("verify", "laplace.pure", "--json")
    assert (ran.status, {claim["verdict"] for claim in ran.json["claims"]}) == (0, {"proved"})
    assert ran.err.count("command 'verify' is already registered by plugin 'verification'") == 1
    assert "plugin 'stranger' (stranger)" in ran.err
    assert run("greet").out == "good day\n"
    assert all(name in run().out for name in ("verify", "errata", "greet"))


def test_a_plugins_command_that_fails_names_the_plugin(run: Any, stranger: Path) -> None:
    """Its fault is reported as such, and as JSON where that was asked for."""
    ran = run("stumble")
    assert ran.status == 70
    assert "plugin stranger (stranger 2.5), command stumble: this is a fault of that plugin." in ran.err


def test_built_in_commands_do_not_ask_plugins(run: Any, installs: Any) -> None:
    """A broken plugin is no reason to fail before a ledger is read."""
    installs("import no_such_module_at_all\n")
    assert run("epsilon", "--help").status == 0
    assert run("check", "no-such-file").err.startswith("chartered: cannot read the certificate")


def test_an_accountant_is_explained_with_the_claims_about_its_composition(run: Any) -> None:
    """They are named after it; those of the theorem and of the mechanism of the same name are not among them."""
    (accountant,) = (found for found in run("explain", "pure", "--json").json["found"] if found["kind"] == "accountant")
    assert accountant["claims"] == ["pure.composition.adds"]
