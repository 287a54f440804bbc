"""The document of a certificate, read from a file of its own or from the page of a privacy statement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from chartered_verify.catching import ours

from ..errors import BadCertificate
from ..ledger.strict_json import Ambiguous, BeyondLimits, TooDeep, read_json
from .document_limits import MOST_BYTES, read_limited
from .in_page import certificate_in, is_page

_OWN = "name a certificate file as written with --certificate, or the page of a statement"


def read_document(path: Path) -> tuple[Any, bool]:
    """(the JSON value in a file, whether the file is a page). Raises BadCertificate if it cannot be read, Ambiguous if
    it can be read in two ways, and BeyondLimits if it is too large."""
    text = ""
    try:
        whole = read_limited(path)
        page = is_page(whole)
        text = certificate_in(whole) if page else whole
        if len(text) > MOST_BYTES:
            raise BeyondLimits(f"the certificate has more than {MOST_BYTES} characters")
        return read_json(text, exact_floats=True), page
    except ours(OSError) as error:
        raise BadCertificate(f"cannot read the certificate {path}: {error.strerror or error}", _OWN) from None
    except TooDeep as error:
        if text.lstrip().startswith("{"):
            raise
        raise BadCertificate(f"{path} is no JSON object, and {error}", _OWN) from None
    except (Ambiguous, BeyondLimits, BadCertificate):
        raise
    except ours(UnicodeDecodeError):
        raise BadCertificate(f"{path} is not text in UTF-8", _OWN) from None
    except ours(ValueError) as error:
        raise BadCertificate(f"{path} is not JSON: {error}", _OWN) from None
