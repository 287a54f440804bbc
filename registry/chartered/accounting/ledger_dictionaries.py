"""Ledgers of every kind as dictionaries and files: what of these each kind holds it says itself."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ..ledger import ledger_file
from ..model.neighbours import Neighbours

if TYPE_CHECKING:
    from pathlib import Path


class KeptInFile:
    """A ledger that a file keeps."""

    _parts: ClassVar[bool] = False
    """Whether steps may be on parts of the data."""

    @classmethod
    def read(
        cls, path: str | Path, neighbours: Neighbours | str | None = None, *, neighbors: Neighbours | str | None = None
    ) -> Self:
        """The ledger in a TOML or JSON file.

        Args:
            path: The file; JSON where its name ends in .json, else TOML.
            neighbours: A relation in place of the file's, unless a number in the file holds for that one alone.
            neighbors: The same argument in another spelling.

        Returns:
            The ledger, with the file's statement.

        Raises:
            BadLedger: The file cannot be read, or is no ledger of this kind.
            CharteredError: A step of it is invalid, as for `Ledger`.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20,times=1000").save("study.toml")
            >>> ch.Ledger.read("study.toml")
            Ledger(['gaussian:sigma=20,sensitivity=1,times=1000'], neighbours='add-or-remove')
        """
        document = ledger_file.read_ledger_file(path, parts=cls._parts)
        return cls.from_dict(document, neighbours, neighbors=neighbors, where=f"the ledger {path}")

    @classmethod
    def from_dict(
        cls,
        document: dict[str, Any],
        neighbours: Neighbours | str | None = None,
        *,
        neighbors: Neighbours | str | None = None,
        where: str = "the ledger",
    ) -> Self:
        """The ledger in a dictionary with the fields of a ledger file, such as `to_dict` gives.

        Args:
            document: The fields: `steps` (an `OpenLedger` may have none, of a `PartedLedger` some have a `part`) and,
                if wanted, `neighbours`, `statement` and, of a `PartedLedger`, `most`.
            neighbours: A relation in place of the document's, as for `read`.
            neighbors: The same argument in another spelling.
            where: What errors call the document.

        Returns:
            The ledger.

        Raises:
            BadLedger: The document is no ledger of this kind.
            CharteredError: A step of it is invalid, as for `Ledger`.

        Examples:
            >>> ch.Ledger.from_dict({"steps": [{"step": "gaussian:sigma=20", "times": 1000}]})
            Ledger(['gaussian:sigma=20,sensitivity=1,times=1000'], neighbours='add-or-remove')
            >>> found = ch.PartedLedger.from_dict({"steps": [{"step": "laplace:scale=2", "part": "north"}]})
            >>> found == ch.PartedLedger({"north": "laplace:scale=2"})
            True
        """
        document = ledger_file.checked_document(document, where, parts=cls._parts)
        return cls._of_document(document, Neighbours.chosen(neighbours, neighbors), where)

    @classmethod
    @abstractmethod
    def _of_document(cls, document: dict[str, Any], wanted: Neighbours | None, where: str) -> Self:
        """The ledger in a checked dictionary. Raises CharteredError."""

    def to_dict(self) -> dict[str, Any]:
        """The ledger as a dictionary, which `from_dict` reads; written as JSON it is a ledger file.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20,times=1000").to_dict()
            {'neighbours': 'add-or-remove', 'steps': [{'step': 'gaussian:sigma=20,sensitivity=1', 'times': 1000}]}
        """
        return self._as_document()

    @abstractmethod
    def _as_document(self) -> dict[str, Any]:
        """The fields of the ledger file."""

    def save(self, path: str | Path) -> None:
        """Writes the ledger, with its relation and statement, as a file that `read` reads.

        Args:
            path: The file: JSON where its name ends in .json, else TOML. It appears whole or not at all.

        Raises:
            BadLedger: The file cannot be written.
        """
        ledger_file.save_ledger_file(self.to_dict(), path)
