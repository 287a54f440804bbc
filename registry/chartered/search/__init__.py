"""UNTRUSTED: searches in floats, which propose witnesses for `enclose` to evaluate."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "least_mu", "mu_with_failure", "propose_groups")
