"""Signatures of entries, by Ed25519: whoever knows the public keys of the writers sees a chain that is written anew.

An entry that is signed states the public key of its writer, and a signature of the digest before it, its number and its
text without the signature. The package `cryptography` signs and verifies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartered_verify.catching import ours

from ..atomic_files import path_of
from ..errors import BadLedger, BadValue
from ..special_files import read_at_most
from . import hash_chain

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_CONTEXT = "chartered book entry"
_KEY, _SIGNATURE = 32, 64
_LARGEST = 10_000
"""The largest size of a file with a key, in bytes."""


class Signer:
    """Signs the entries of whoever holds a private key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key, self.public = key, key.public_key().public_bytes_raw().hex()

    @classmethod
    def read(cls, path: str | Path) -> Signer:
        """The signer with the key in a PEM file. Raises BadValue."""
        _need()
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        found = _loaded(path, lambda content: load_pem_private_key(content, None))
        if not isinstance(found, Ed25519PrivateKey):
            raise BadValue(
                f"{path_of(path, 'key')} has no Ed25519 private key without a password",
                "make one: openssl genpkey -algorithm ed25519 -out key.pem",
            )
        return cls(found)

    def signed(self, content: Mapping[str, Any], before: str, number: int) -> dict[str, Any]:
        """The content of an entry with its signature."""
        whole = {**content, "signer": self.public}
        return {**whole, "signature": self._key.sign(_message(whole, before, number)).hex()}


def public_key(source: str | Path) -> str:
    """A public key in hexadecimal: given so, or in a PEM file. Raises BadValue."""
    if isinstance(source, str) and _is_hex(source, _KEY):
        return source
    _need()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    found = _loaded(source, load_pem_public_key)
    if not isinstance(found, Ed25519PublicKey):
        raise BadValue(
            f"{path_of(source, 'key')} has no Ed25519 public key",
            "write one: openssl pkey -in key.pem -pubout -out public.pem",
        )
    return found.public_bytes_raw().hex()


def signer_of(content: Mapping[str, Any], before: str, number: int) -> str:
    """The public key of whoever signed an entry, or an empty text. Raises BadLedger if the signature is not its."""
    if "signer" not in content and "signature" not in content:
        return ""
    signer, signature = content.get("signer"), content.get("signature")
    if not _is_hex(signer, _KEY) or not _is_hex(signature, _SIGNATURE):
        raise BadLedger("its signature cannot be read")
    _need()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    signed = {name: value for name, value in content.items() if name != "signature"}
    wrong = BadLedger("its signature is not that of its signer")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(signer)))
        key.verify(bytes.fromhex(str(signature)), _message(signed, before, number))
    except InvalidSignature:
        raise wrong from None
    except ours(ValueError):
        raise wrong from None
    return str(signer)


def _message(content: Mapping[str, Any], before: str, number: int) -> bytes:
    return f"{_CONTEXT}\n{before}\n{number}\n{hash_chain.written(content)}".encode()


def _is_hex(text: object, size: int) -> bool:
    return isinstance(text, str) and len(text) == 2 * size and set(text) <= set("0123456789abcdef")


def _loaded(path: str | Path, load: Callable[[bytes], object]) -> object:
    """The key in a PEM file, as `load` gives it; None for what is none. Raises BadValue."""
    from cryptography.exceptions import UnsupportedAlgorithm

    found = path_of(path, "key")
    try:
        content = read_at_most(found, _LARGEST)
    except ours(OSError) as error:
        raise BadValue(f"cannot read the key {found}: {error.strerror or error}", "name a PEM file") from None
    try:
        return load(content if len(content) <= _LARGEST else b"")
    except UnsupportedAlgorithm:
        return None
    except ours(ValueError, TypeError):  # TypeError: it is encrypted
        return None


def _need() -> None:
    try:
        import cryptography  # noqa: F401
    except ours(ModuleNotFoundError):
        raise BadLedger(
            "signatures of a book need the package cryptography", "pip install 'chartered[signatures]'"
        ) from None
