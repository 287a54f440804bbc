"""Claims: statements that a machine can try. A room for each paper or subject, and in it a module for each part; what several share stands
beside them. Imported only when claims are asked for."""

from __future__ import annotations

from importlib import import_module

from chartered_verify.claim import Claim


def of(*modules: str) -> list[Claim]:
    """The claims of modules of this package, `shuffling.blanket` for example, in their order."""
    return [claim for module in modules for claim in import_module(f".{module}", __name__).claims()]
