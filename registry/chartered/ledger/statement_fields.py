"""The items that a privacy statement should contain besides the steps: each field with its key, its words, and who
requests it.

The keys are those of the OpenDP deployments registry, whose schema `output/deployments_registry.py` follows. Items that
only NIST SP 800-226 ("Guidelines for Evaluating Differential Privacy Guarantees", 2025) or section 5.3.3 of "How to
DP-fy ML" (Ponomareva et al. 2023) request have keys of our own."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Form(Enum):
    """The type of a field's value."""

    TEXT = "text"
    TEXTS = "a list of texts"
    DATE = "a date, YYYY-MM-DD"
    COUNT = "a whole number"
    FLAG = "true or false"


class Asker(Enum):
    """Who requests a field."""

    REGISTRY = "the deployments registry"
    NIST = "NIST SP 800-226"
    TRAINING = "the guides for training"


_R, _N, _T = Asker
_FROM_SCHEMA = (_R,)
_HAZARDS = (_R, _N)


class Field(Struct, frozen=True):
    """One item of a statement: its key in the `[statement]` table, its words on the page, who requests it, its group in
    an entry of the registry (empty: no key there), the tier of an entry that needs it, and its values if they are
    few."""

    key: str
    words: str
    askers: tuple[Asker, ...]
    group: str = ""
    tier: int = 3
    form: Form = Form.TEXT
    choices: tuple[str, ...] = ()


FIELDS = (
    Field("name", "Product", _FROM_SCHEMA, "basic", 1),
    Field("data_curator_name", "Published by", _FROM_SCHEMA, "basic", 1),
    Field("data_curator_type", "Kind of publisher", _FROM_SCHEMA, tier=1),
    Field("description", "Description", _FROM_SCHEMA, "basic", 1),
    Field("intended_use", "Intended use", _FROM_SCHEMA, "basic", 1),
    Field(
        "data_product_type",
        "Kind of product",
        _FROM_SCHEMA,
        "basic",
        1,
        choices=(
            "Summary statistics",
            "Machine learning model",
            "Dataset",
            "Synthetic data",
            "Interactive API",
            "SQL queries",
        ),
    ),
    Field("data_product_region", "Region", _FROM_SCHEMA, "basic", 1),
    Field(
        "data_product_sector",
        "Sector",
        _FROM_SCHEMA,
        "basic",
        1,
        choices=("Technology", "Healthcare", "Education", "Government", "Energy", "Finance"),
    ),
    Field("publication_date", "Published on", _FROM_SCHEMA, "basic", 1, Form.DATE),
    Field("data_domain", "Data that are eligible", (_R, _T), "dp_variant"),
    Field("unprotected_quantities", "Not protected: invariants and public sizes", (_R, _T), "dp_variant"),
    Field("privacy_unit", "Unit of privacy", (_R, _N, _T), "privacy_loss", 2),
    Field("records_per_unit", "Records that a unit may have", (_N, _T), form=Form.COUNT),
    Field(
        "model_name",
        "Deployment model",
        (_R, _N, _T),
        "deployment_model",
        2,
        choices=("Central", "Local", "Shuffle", "Federated"),
    ),
    Field("model_name_details", "More on the deployment model", (), "deployment_model"),
    Field("actors", "Actors, and how far each is trusted", (_R, _N, _T), "deployment_model"),
    Field("release_type", "Releases", _HAZARDS, "deployment_model", 2, choices=("One release", "Many releases")),
    Field("release_type_details", "More on the releases", (), "deployment_model"),
    Field("data_source_type", "Source of the data", _HAZARDS, "deployment_model", 2, choices=("Static", "Dynamic")),
    Field("data_source_type_details", "More on the source", (), "deployment_model"),
    Field("access_type", "Access", _HAZARDS, "deployment_model", 2, choices=("Interactive", "Non-interactive")),
    Field("access_type_details", "More on the access", (), "deployment_model"),
    Field("post_processing", "Post-processing", (_R, _T), "accounting"),
    Field("preprocessing_and_hyperparameter_tuning", "Preprocessing and tuning", (_R, _N, _T), "implementation"),
    Field("tuning_accounted", "Tuning is among the steps above", (_N, _T), form=Form.FLAG),
    Field("library", "Implemented with", _HAZARDS),
    Field("floating_point", "Against floating-point errors", _HAZARDS),
    Field("timing", "Against timing channels", _HAZARDS),
    Field("platform", "Against what the platform leaks", _HAZARDS),
    Field("security", "Security of the data themselves", _HAZARDS),
    Field("code", "Version of the code, and where it is", _HAZARDS),
    Field("justification", "How these choices were made", _FROM_SCHEMA, "implementation"),
    Field("sources", "Sources", _FROM_SCHEMA, "administrative", 1),
    Field("registry_authors", "Who wrote this", _FROM_SCHEMA, "administrative", 1, Form.TEXTS),
)
"""Every field, in the order of the page. A field without askers only continues the field before it."""

FROM_THE_LEDGER = (
    ("the variant of differential privacy and its parameters", (_R, _N, _T)),
    ("the neighbouring relation", (_R, _T)),
    ("the accounting and composition", (_R, _T)),
    ("the mechanisms and the sampling that they assume", (_R, _T)),
    ("a certificate by which the bound can be checked", (_T,)),
)
"""The items of the frameworks that every statement contains, because the ledger and its answer determine them."""
