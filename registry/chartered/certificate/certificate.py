"""A certificate: an answer as JSON data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..display import one_line
from ..errors import BadCertificate
from ..files import path_of, whole_file
from ..ledger.strict_json import write_json


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """A certificate: ledger, question, answer, derivation, witness, versions and digest as JSON data.

    Args:
        document: The JSON object.

    Examples:
        >>> certificate = ch.Ledger("gaussian:sigma=20").epsilon("1e-5").certificate()
        >>> certificate.to_dict()["quantity"], certificate.text[:1]
        ('epsilon', '{')
        >>> certificate.save("run.cert.json")
        >>> ch.check("run.cert.json").accepted
        True
    """

    document: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The JSON object."""
        return dict(self.document)

    def __repr__(self) -> str:
        told = self.document if isinstance(self.document, Mapping) else {}
        return one_line(f"<certificate of {told.get('quantity')!s}, digest {str(told.get('digest'))[:12]}>")

    @property
    def text(self) -> str:
        """The content of a certificate file."""
        return write_json(self.document, indent=2) + "\n"

    def save(self, path: str | Path) -> None:
        """Writes the certificate; the file appears complete or not at all.

        Args:
            path: The file.

        Raises:
            BadCertificate: It cannot be written.
        """
        with whole_file(path_of(path, "certificate", BadCertificate), "certificate", BadCertificate) as draft:
            draft.write_text(self.text, encoding="utf-8")
