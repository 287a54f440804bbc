"""Signed entries of a book: a chain that is written anew is seen by whoever knows the writers' public keys."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("cryptography")

from altered_books import rewritten
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

STEP = "gaussian:sigma=2"
Keys = dict[str, Path]


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    """Files with the keys of Ada and Ben."""
    found: Keys = {}
    for name in ("ada", "ben"):
        key = Ed25519PrivateKey.generate()
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        found |= {name: tmp_path / f"{name}.pem", f"{name} public": tmp_path / f"{name}.public.pem"}
        found[name].write_bytes(private)
        found[f"{name} public"].write_bytes(public)
    return found


@pytest.fixture
def url(tmp_path: Path, keys: Keys) -> str:
    """A book that Ada made, and from which Ben spent."""
    found = str(tmp_path / "budget.db")
    with ch.Book.create(found, ch.Filter(gdp=1), key=keys["ada"]) as book:
        book.spend(STEP, label="ages")
    with ch.Book(found, key=keys["ben"]) as book:
        book.spend(STEP, label="incomes")
    return found


def test_each_entry_names_its_signer(url: str, keys: Keys) -> None:
    """A check takes files or hexadecimal, and all writers must be known."""
    both = [keys["ada public"], keys["ben public"]]
    with ch.Book(url) as book:
        ada, again, ben = (entry.signer for entry in book.log())
        assert ada == again != ben
        assert book.verify() == book.verify(signers=both) == book.verify(signers=[ada, ben]) == book.digest
        with pytest.raises(ch.BadLedger, match="entry 2 of the book: it is signed by none of the keys"):
            book.verify(signers=ada)
        book.spend(STEP)
        assert book.verify() == book.digest
        with pytest.raises(ch.BadLedger, match="entry 3 of the book: it is not signed"):
            book.verify(signers=both)
    assert {"signer", "signature"} <= set(next(iter(ch.Book(url).log())).to_json())


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"label": "nothing"}, "its signature is not that of its signer"),
        ({"signature": "00" * 64}, "its signature is not that of its signer"),
        ({"signer": "00" * 32}, "its signature is not that of its signer"),
        ({"signature": None}, "its signature cannot be read"),
        ({"signer": None}, "its signature cannot be read"),
        ({"signature": "no"}, "its signature cannot be read"),
    ],
)
def test_an_entry_that_is_written_anew_is_found(url: str, changed: dict[str, Any], why: str) -> None:
    """Also if all digests are right."""
    rewritten(url, **changed)
    with pytest.raises(ch.BadLedger, match=f"entry 2 of the book: {why}"):
        ch.Book(url).verify()


def test_a_signature_that_is_taken_away_is_missed(url: str, keys: Keys) -> None:
    """By those who name the signers."""
    rewritten(url, signer=None, signature=None)
    with ch.Book(url) as book:
        book.verify()
        with pytest.raises(ch.BadLedger, match="entry 2 of the book: it is not signed"):
            book.verify(signers=[keys["ada public"], keys["ben public"]])


def test_a_signature_holds_at_its_place_alone(url: str, tmp_path: Path, keys: Keys) -> None:
    """It covers the digest before the entry: copied into another book it is wrong."""
    other = str(tmp_path / "other.db")
    with ch.Book.create(other, ch.Filter(gdp=1), key=keys["ada"]) as book:
        book.spend(STEP, label="other")
        book.spend(STEP, label="incomes")
    *_, copied = ch.Book(url).log()
    rewritten(other, signer=copied.signer, signature=copied.signature)
    with pytest.raises(ch.BadLedger, match="entry 2 of the book: its signature is not that of its signer"):
        ch.Book(other).verify()


def test_other_keys_are_errors(tmp_path: Path, url: str, keys: Keys) -> None:
    """In one line, and without what the file has."""
    locked, other, large = (tmp_path / name for name in ("locked.pem", "other.pem", "large.pem"))
    key = Ed25519PrivateKey.generate()
    locked.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"word")))
    other.write_bytes(X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    large.write_bytes(keys["ada"].read_bytes() + b"\n" * 20_000)
    for file in (locked, other, large, keys["ada public"]):
        with pytest.raises(ch.BadValue, match="has no Ed25519 private key without a password"):
            ch.Book(url, key=file)
    for file in (keys["ada"], other):
        with pytest.raises(ch.BadValue, match="has no Ed25519 public key"):
            ch.Book(url).verify(signers=[file])
    with pytest.raises(ch.BadValue, match=r"cannot read the key .*none\.pem"):
        ch.Book(url, key=tmp_path / "none.pem")
    with pytest.raises(ch.BadValue, match="cannot read the key"):
        ch.Book.create(str(tmp_path / "n.db"), ch.Filter(gdp=1), key=tmp_path / "none.pem")
    assert not (tmp_path / "n.db").exists()


def test_without_the_package_nothing_is_said_to_be_right(url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signed book cannot be checked, and nothing be signed."""
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(ch.BadLedger, match=r"entry 0 of the book: signatures of a book need.*chartered\[signatures\]"):
        ch.Book(url).verify()
    with pytest.raises(ch.BadLedger, match="need the package cryptography"):
        ch.Book(url, key=keys["ada"])
