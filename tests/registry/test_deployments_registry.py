"""An entry for the deployments registry: that it fits the schema, that YAML reads it back, and that its numbers are not
below the answer's."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.output.yaml_record import Number, yaml as written
from deployments import NEEDED, WHOLE, violations
from hypothesis import given, strategies as st

SGD = "dpsgd:n=600,batch=25,steps=9,noise=2"


def entry(stated: Any, steps: Any = SGD, **asked: Any) -> dict[str, Any]:
    """The entry as YAML reads it."""
    made = ch.report(steps, **(asked or {"delta": "1e-5"}), accountant="renyi", pictures=False, stated=stated)
    return read(written(made.registry_entry()))


def read(text: str) -> Any:
    """What YAML reads."""
    return pytest.importorskip("yaml").safe_load(text)


@pytest.mark.parametrize(
    "stated",
    [
        *(NEEDED, WHOLE, WHOLE | {"tuning_accounted": True, "records_per_unit": 9}),
        *(WHOLE | {"data_product_sector": sector} for sector in ("Energy", "Finance")),
        *(WHOLE | {"data_product_type": kind} for kind in ("Interactive API", "SQL queries")),
    ],
)
def test_an_entry_fits_the_schema(stated: dict[str, Any]) -> None:
    """With as little as every entry has, with all that can be stated, and with each choice, which stands there as it
    was stated."""
    found = entry(stated)
    assert violations(found) == []
    chosen = {key: stated[key] for key in ("data_product_sector", "data_product_type") if key in stated}
    assert found["deployment"]["basic"].items() >= chosen.items()


def test_who_publishes_is_a_list_of_texts() -> None:
    """As in the published schema; the kind of a publisher, for which it has no field, is in the statement alone."""
    told = entry(WHOLE)["deployment"]["basic"]
    assert told["data_curators"] == ["The Example Company"]
    assert "data_curator_type" not in told


def test_the_schema_refuses_what_is_wrong() -> None:
    """The check can fail: by each kind of rule."""
    good = entry(WHOLE)
    for path, value in {
        "tier": 4,
        "status": "Done",
        "url_slug": "A B",
        "more": 1,
        "deployment/basic/publication_date": "1 May",
        "deployment/basic/data_curators": [],
        "deployment/basic/data_product_sector": "Sports",
        "deployment/privacy_loss/privacy_parameters/epsilon": "1e-5",
        "deployment/administrative": {},
    }.items():
        *folders, last = path.split("/")
        place = bad = deepcopy(good)
        for name in folders:
            place = place[name]
        place[last] = value
        assert violations(bad), path


def test_an_entry_says_what_the_ledger_and_its_answer_say() -> None:
    """The relation, the steps, the sampling, the accountant with its theorems, and the certificate's digest."""
    made = ch.report(SGD, delta="1e-5", accountant="renyi", pictures=False, stated=WHOLE)
    found = read(written(made.registry_entry()))
    told = found["deployment"]
    assert (found["tier"], found["status"], found["url_slug"]) == (3, "Draft", "typing-model-the-example-company-2026")
    assert told["dp_variant"]["variant_name"] == "Approximate DP"
    assert told["privacy_loss"]["privacy_unit_details"].startswith("add-or-remove: two data sets are neighbours if")
    assert SGD in told["implementation"]["mechanisms"]
    assert "Sampling: Poisson" in told["implementation"]["mechanisms"]
    assert "Implemented with: Opacus 1.5" in told["implementation"]["mechanisms"]
    assert told["implementation"]["preprocessing_and_hyperparameter_tuning"].endswith(
        "not among what is accounted for."
    )
    assert all(name in told["accounting"]["composition"] for name in made.answer.path)
    assert made.digest in told["administrative"]["sources"]
    assert told["administrative"]["registry_authors"] == ["A. Author"]


@pytest.mark.parametrize("at", ["1e-5", "1/3", "1/7000000", "1e-30", "0.123456789012345"])
def test_parameters_are_not_below_the_answer(at: str) -> None:
    """As the decimals that are written, and rounded up where they have more digits."""
    made = ch.report("gaussian:sigma=3", delta=at, accountant="gdp", pictures=False, stated=NEEDED)
    numbers: Any = made.registry_entry()["deployment"]
    numbers = numbers["privacy_loss"]["privacy_parameters"]
    assert Fraction(numbers["epsilon"].text) >= Fraction(made.answer.upper_exact)
    assert Fraction(numbers["delta"].text) >= Fraction(at)
    assert Fraction(numbers["delta"].text) <= Fraction(at) * Fraction(1000001, 1000000)


def test_a_pure_guarantee_has_no_delta() -> None:
    """And is called so."""
    made = ch.report("pure:epsilon=0.5", delta=0, pictures=False, stated=NEEDED)
    told = read(written(made.registry_entry()))["deployment"]
    assert told["dp_variant"]["variant_name"] == "Pure DP"
    assert told["privacy_loss"]["privacy_parameters"] == {"epsilon": 0.5}


SGD_OF_A_GROUP = "poisson:rate=0.01/gaussian:sigma=1,times=1000"


@pytest.mark.parametrize(
    ("steps", "records", "words"),
    [
        (SGD, 7, "a unit may have up to 7 records"),
        (
            SGD_OF_A_GROUP,
            4,
            "one record; a unit may have up to 4 records, of all of which epsilon is at most 8.899187871 at delta",
        ),
        (
            f"group:size=4/{SGD_OF_A_GROUP}",
            4,
            "The parameters are about a person with at most 4 records, all of which change",
        ),
    ],
)
def test_a_unit_of_many_records_is_told(steps: str, records: int, words: str) -> None:
    """The parameters are about one record; what is proved of the unit is told, too, as the eps of the group; and a
    ledger about persons says so."""
    made = ch.report(steps, delta="1e-5", pictures=False, stated=NEEDED | {"records_per_unit": records})
    assert words in read(written(made.registry_entry()))["deployment"]["privacy_loss"]["privacy_unit_details"]


def test_the_tier_follows_from_what_is_stated() -> None:
    """The third needs every field of the registry, the second those of its tier, the first those of every entry."""
    second = ("privacy_unit", "model_name", "release_type", "data_source_type", "access_type")
    assert entry(NEEDED)["tier"] == 1
    assert entry(NEEDED | {key: WHOLE[key] for key in second})["tier"] == 2
    assert entry(WHOLE)["tier"] == 3


@pytest.mark.parametrize(
    ("stated", "lacking"),
    [
        *(({k: NEEDED[k] for k in NEEDED if k != key}, key) for key in NEEDED),
        (NEEDED | {"actors": "x"}, "model_name"),  # a deployment model has a name
    ],
)
def test_what_every_entry_has_must_be_stated(stated: dict[str, Any], lacking: str) -> None:
    """Else there is no entry, and the error names what is lacking."""
    made = ch.report("pure:epsilon=1", delta=0, pictures=False, stated=stated)
    with pytest.raises(ch.BadValue, match=f"lacks {lacking}"):
        made.registry_entry()


def test_no_entry_is_made_of_no_answer() -> None:
    """A bound is finite."""
    made = ch.report("gaussian:sigma=1", delta=0, pictures=False, stated=NEEDED)
    assert made.paper is None
    with pytest.raises(ch.BadValue, match="no answer without a finite bound"):
        made.registry_entry()


def test_an_entry_is_saved_whole(tmp_path: Path) -> None:
    """As the YAML of what the call gives."""
    made = ch.report("pure:epsilon=1", delta=0, pictures=False, stated=WHOLE)
    made.save_registry_entry(tmp_path / "entry.yaml")
    assert (tmp_path / "entry.yaml").read_text(encoding="utf-8") == written(made.registry_entry())
    with pytest.raises(ch.BadValue, match="cannot write the entry for the registry"):
        made.save_registry_entry(tmp_path / "no" / "entry.yaml")


@given(
    st.text(max_size=60), st.lists(st.sampled_from(["- a", "# b", "", " c", "---", "d: e", "|", "'", '"']), max_size=5)
)
def test_yaml_reads_every_text_back(text: str, lines: list[str]) -> None:
    """Whatever is in it, on one line or on several, as what `visible` shows of it."""
    from chartered.escaping import visible

    texts = [visible(text, keep="\n"), "\n".join(lines), "\n".join(["x", *lines, "y"])]
    record: Any = {"a": texts[0], "b": {"c": texts[1], "d": texts}, "h": texts[2]}
    assert read(written(record)) == record


@pytest.mark.parametrize("text", ["0", "1", "2.5", "1e-5", "1.25e-300", "1e300", "0.00001", "1e+10"])
def test_yaml_reads_every_number_as_a_number(text: str) -> None:
    """Also those that YAML 1.1 would take for text."""
    found = read(written({"a": Number(text)}))["a"]
    assert isinstance(found, float)
    assert found == float(text)


@pytest.mark.parametrize("bad", [{"A b": "x"}, {"a": Number("inf")}, {"a": Number("1_0")}])
def test_yaml_is_not_written_of_anything_else(bad: Any) -> None:
    """A key that needs quotes, and what is no decimal."""
    with pytest.raises(ValueError, match="of a record"):
        written(bad)
