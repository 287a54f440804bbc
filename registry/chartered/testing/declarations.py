"""Conformance kit: the declarations of a plugin's theorems, accountants, claims and mechanisms."""

from __future__ import annotations

from ..host.registry import Plugin, Registry


def check_words(known: Registry, own: Plugin) -> None:
    """Checks that every theorem, accountant and claim of the plugin has a statement and a source, every mechanism a
    summary, and every parameter a meaning and, where it is declared monotone, a claim that proves it. Raises
    AssertionError."""
    claims = known.claims() if hasattr(own.module, "register_claims") else {}
    for kind, table in (("theorem", known.theorems), ("accountant", known.accountants), ("claim", claims)):
        for name in known.names_of(own, kind):
            value = table[name]
            assert value.statement.strip(), f"{kind} {name} has no statement"
            assert value.source.strip(), (
                f"{kind} {name} has no source: name the paper, or say 'definition' or 'direct computation'"
            )
    for name in known.names_of(own, "mechanism"):
        mechanism = known.mechanisms[name]
        assert mechanism.summary.strip(), f"mechanism {name} has no summary"
        for parameter in mechanism.parameters:
            assert parameter.meaning.strip(), f"mechanism {name}: the parameter {parameter.name} has no meaning"
            for proof in filter(None, (parameter.monotone, parameter.monotone_rho)):
                assert proof in known.claims(), (
                    f"mechanism {name}: {parameter.name} is monotone by {proof!r}, which is no claim: without a proof, "
                    "leave monotone out"
                )
