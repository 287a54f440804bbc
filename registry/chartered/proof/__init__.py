"""Certificates as proofs for a checker that knows no privacy: expressions, conditions and an inequality, two for exact
answers."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "document", "export", "is_proof_of_certificate")
