"""A deployment that states everything, and the schema of the deployments registry, for tests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

SCHEMA = json.loads((Path(__file__).parent / "data" / "deployments_schema.json").read_text(encoding="utf-8"))
NEEDED: dict[str, Any] = {
    "name": "Typing model",
    "data_curator_name": "The Example Company",
    "description": "Proposes the next word.",
    "intended_use": "On keyboards.",
    "data_product_type": "Machine learning model",
    "data_product_region": "Global",
    "publication_date": "2026-11-01",
    "registry_authors": ["A. Author"],
}
WHOLE: dict[str, Any] = NEEDED | {
    "data_curator_type": "Industry",
    "data_product_sector": "Technology",
    "data_domain": "Sentences, one record for each person.",
    "unprotected_quantities": "- n = 60000\n- The list of words",
    "privacy_unit": "one person",
    "records_per_unit": 1,
    "model_name": "Central",
    "model_name_details": "The company holds the data.",
    "actors": "The company is trusted.",
    "release_type": "One release",
    "release_type_details": "No other is planned.",
    "data_source_type": "Static",
    "data_source_type_details": "Collected in May.",
    "access_type": "Non-interactive",
    "access_type_details": "The weights are public.",
    "post_processing": "Rounded to eight bits.",
    "preprocessing_and_hyperparameter_tuning": "On public text.",
    "tuning_accounted": False,
    "library": "Opacus 1.5",
    "floating_point": "None.",
    "timing": "Not interactive.",
    "platform": "One machine.",
    "security": "Encrypted.",
    "code": "v1.0",
    "justification": "Chosen by a board.",
    "sources": "- Paper: https://example.org",
}


def violations(value: Any, schema: dict[str, Any] | None = None, where: str = "") -> list[str]:
    """What of a record a JSON schema refuses, as far as the registry's uses its words."""
    schema = SCHEMA if schema is None else schema
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}
    if not isinstance(value, kinds[schema["type"]]) or isinstance(value, bool):
        return [f"{where} is no {schema['type']}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where} is {value!r}"]
    if "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        return [f"{where} is {value!r}"]
    if isinstance(value, list):
        few = [f"{where} is too short"] if len(value) < schema.get("minItems", 0) else []
        return few + [found for item in value for found in violations(item, schema["items"], f"{where}[]")]
    if not isinstance(value, dict):
        return []
    known = schema["properties"]
    found = [f"{where} lacks {key}" for key in schema.get("required", ()) if key not in value]
    found += [
        f"{where} has {key}" for key in value if key not in known and not schema.get("additionalProperties", True)
    ]
    return found + [
        v for key, item in value.items() if key in known for v in violations(item, known[key], f"{where}/{key}")
    ]
