"""TRUSTED: the enclosure of an answer from a privacy profile, a question and a witness. Contains no search."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "proved_mu")
