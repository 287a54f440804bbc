"""The fields of each part of a proof, with the type of each."""

from __future__ import annotations

FIELDS = {
    "format": str,
    "says": str,
    "certificate": str,
    "quantity": str,
    "at": dict,
    "neighbours": str,
    "ledger": list,
    "theorems": list,
    "witness": dict,
    "nodes": list,
    "conditions": list,
    "inequality": dict,
    "from_below": list,
    "stretch": list,
    "misses": list,
}
STRETCH = {"from": int, "pieces": list, "onward": bool}
PIECE = {"from": int, "to": int, "pairs": list}
OF_THEOREM = {
    "kind": str,
    "name": str,
    "source": str,
    "statement": str,
    "hypotheses": str,
    "plugin": str,
    "ours": bool,
    "premises": list,
    "conclusion": dict,
}
OF_CONDITION = {"left": int, "relation": str, "right": int, "of": str}
OF_INEQUALITY = {"of": str, "at": int, "left": int, "relation": str, "right": str}
QUANTITIES = ("epsilon", "delta", "mu")
FROM_BELOW = {"of": str, "at": int, "left": str, "relation": str, "right": int}
MISSES = {"ledger": list, "theorems": list, **FROM_BELOW}
