"""A certificate: an answer as JSON data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from chartered.certificate.digest import sealed

from ..atomic_files import path_of, whole_file
from ..display import one_line
from ..errors import BadCertificate, CharteredError
from ..ledger.strict_json import BeyondLimits, write_json
from .document_limits import MOST_BYTES, limit_document

_SMALLER = "state the ledger with fewer entries, or with numbers of fewer digits"


class Certificate(Struct, frozen=True):
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
            BadCertificate: It cannot be written, or is larger than what a check reads.
        """
        text = self.text
        if len(text) > MOST_BYTES:
            raise BadCertificate(f"the certificate has {len(text)} bytes; at most {MOST_BYTES} are read", _SMALLER)
        with whole_file(path_of(path, "certificate", BadCertificate), "certificate", BadCertificate) as draft:
            draft.write_text(text, encoding="utf-8")


def certificate(content: Mapping[str, Any]) -> Certificate:
    """The certificate of some content, to which the digest is added. Raises CharteredError if it is larger than what a
    check reads."""
    try:
        limit_document(content)
    except BeyondLimits as error:
        raise CharteredError(f"no check would read this certificate: {error}", _SMALLER) from None
    return Certificate(sealed(content))
