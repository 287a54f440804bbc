"""The docstring of every public name states what a user needs: arguments, result, errors, and an example that runs.

Public are the names of `chartered`, of `chartered.proving` and of `chartered.testing`, and the methods and properties
of their classes. Sections are Google's: Args, Attributes (of data that users receive, and of enumerations), Returns,
Raises, Examples, References. A method may name its arguments and errors in a sentence instead."""

from __future__ import annotations

import ast
import doctest
import enum
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import chartered as ch
import pytest
from chartered import proving, testing

HEADINGS = re.compile(r"^(Args|Attributes|Returns|Raises|Examples|References):$", re.MULTILINE)
ENTRY = re.compile(r"^ {4}(\w+): \S", re.MULTILINE)
SHOWN_ONCE = {"to_dict", "to_json", "to_pandas", "layout", "decided"}
"""Methods of many classes, which the examples of one class show, or the text of a value."""
DECLARED = {"decided": "chartered.proving.Part"}
"""Methods whose arguments are described where a protocol declares them."""
NOTHING = ("None", None)
"""The annotations of functions that return nothing."""
PLUMBING = {
    "chartered.Account": "no_answer",
    "chartered.Answer": "bracket_to_json",
    "chartered.Arithmetic": "number exp log expm1 log1p sqrt log_ndtr ndtri erfc gamma lgamma maximum minimum positive "
    "logaddexp log1p_sum_exp convolve hull within radius floor_range refined in_balls variant",
    "chartered.Check": "of_answer of_value",
    "chartered.Comparison": "heading notes as_plain_text",
    "chartered.DeltaAt": "read_held held_to_json",
    "chartered.MuWithin": "read_held",
    "chartered.Question": "read_held held_to_json",
    "chartered.Registry": "unknown offered_commands gather",
    "chartered.proving.Book": "identity optimum table erratum soundness",
    "chartered.proving.Identity": "statement",
    "chartered.proving.Inequality": "statement",
}
"""Methods for the house and for subclasses, of which no example is shown."""
SOURCED = (
    "Approximate GDP MomentGeneratingFunction OpenLedger.mu OpenLedger.tradeoff Profile Pure Renyi Responses Tail ZCDP "
    "dpsgd least_mu mixture naive refined"
)
"""Names that stand for a definition or a theorem of a paper; what several classes inherit is listed with the first."""
EXTRAS = {"to_pandas": "pandas", "ch.plot": "matplotlib"}
"""Words of examples that need a package of an extra."""


def house(value: Any) -> bool:
    """Whether the code is ours."""
    return str(getattr(value, "__module__", "")).partition(".")[0] in ("chartered", "chartered_verify")


@dataclass(frozen=True)
class Documented:
    """A class, a function, a method or a property, with its public name."""

    name: str
    value: Any

    @cached_property
    def sections(self) -> dict[str, str]:
        """The text of each section by its heading; that before the first heading under ""."""
        head, *parts = HEADINGS.split(inspect.cleandoc(self.value.__doc__ or ""))
        return {"": head.strip(), **dict(zip(parts[::2], parts[1::2], strict=True))}

    def entries(self, *headings: str) -> set[str]:
        """The names that these sections describe."""
        return {name for heading in headings for name in ENTRY.findall(self.sections.get(heading, ""))}

    @property
    def example(self) -> str:
        """The text of the examples; empty if nothing is run in it."""
        text = self.sections.get("Examples", "")
        return text if ">>> " in text else ""

    @property
    def words(self) -> set[str]:
        """Every word of the docstring."""
        return set(re.findall(r"\w+", self.value.__doc__ or ""))

    @property
    def parameters(self) -> list[str]:
        """The public parameters of a function, a method or a constructor; members for an enumeration."""
        if inspect.isclass(self.value) and issubclass(self.value, enum.Enum):
            return [member.name for member in self.value]
        if getattr(self.value, "_is_protocol", False):
            return []
        try:
            names = inspect.signature(self.value).parameters
        except ValueError:  # an exception with any arguments
            return []
        return [name for name in names if name not in ("self", "cls", "args", "kwargs") and not name.startswith("_")]


def constructors_of(kind: type) -> list[Callable[..., Any]]:
    """The constructors of a class, and what runs after one that is made by `dataclass`; none of a protocol."""
    if getattr(kind, "_is_protocol", False):
        return []
    bases = [base for base in kind.__mro__ if house(base)]
    return [vars(base)[name] for base in bases for name in ("__init__", "__post_init__") if name in vars(base)]


def public_names() -> dict[str, Any]:
    """Every public name with its value; names of the face stand there only."""
    modules = ((ch, ch.__all__), (proving, proving.__all__), (testing, ["conform"]))
    found: dict[str, Any] = {}
    for module, names in modules:
        for name in names:
            if not any(getattr(module, name) is value for value in found.values()):
                found[f"{module.__name__}.{name}"] = getattr(module, name)
    return found


def function_in(value: Any) -> Any:
    """The function behind a class method, a static method or a cache."""
    return getattr(value, "__wrapped__", value) if callable(value) else getattr(value, "__func__", value)


def members_of(kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class and of its bases in our code."""
    for base in kind.__mro__:
        for name, value in vars(base).items() if house(base) else ():
            found = function_in(value)
            if not name.startswith("_") and isinstance(found, FunctionType | property):
                yield name, found


@cache
def documented() -> dict[str, list[Documented]]:
    """Of every public function its docstring, and of every class its own and those of its members; what is inherited is
    listed once."""
    found: dict[str, list[Documented]] = {}
    seen = set[int]()
    for name, value in sorted(public_names().items(), key=lambda pair: len(getattr(pair[1], "__mro__", ()))):
        value = value if inspect.isclass(value) else function_in(value)
        if house(value) and (inspect.isclass(value) or isinstance(value, FunctionType)):
            own = [(name, value)] + (
                [(f"{name}.{n}", v) for n, v in members_of(value)] if inspect.isclass(value) else []
            )
            found[name] = [Documented(n, v) for n, v in own if not (id(v) in seen or seen.add(id(v)))]
    return found


def raised_by(function: Callable[..., Any]) -> set[str]:
    """The classes of errors that the code of a function raises itself."""
    try:
        tree = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function))))
    except OSError:  # made by `dataclass`
        return set()
    calls = [node.exc.func for node in tree if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
    return {call.id for call in calls if isinstance(call, ast.Name) and call.id[0].isupper()}


def missing_in_summary(one: Documented) -> Iterator[str]:
    """The summary is a sentence on one line."""
    first, *more = one.sections[""].splitlines() or [""]
    if not first.endswith((".", ".)")) or (more and more[0].strip()) or len(first.split()) < 3:
        yield f"its summary is no sentence on one line: {first!r}"


def missing_in_function(one: Documented) -> Iterator[str]:
    """Each argument, the result, what the code raises, and an example."""
    yield from (f"no Args: {name}" for name in one.parameters if name not in one.entries("Args"))
    if inspect.signature(one.value).return_annotation not in NOTHING and "Returns" not in one.sections:
        yield "no Returns"
    yield from (f"no Raises: {name}" for name in raised_by(one.value) - one.entries("Raises"))
    if not one.example:
        yield "no Examples"


def missing_in_class(one: Documented) -> Iterator[str]:
    """Each field, what the constructor raises, and an example."""
    bases = [Documented("", base) for base in one.value.__mro__ if house(base)]
    known = {name for base in bases for name in base.entries("Args", "Attributes")}
    yield from (f"no Args: {name}" for name in one.parameters if name not in known)
    words = {word for base in bases for word in base.words}
    yield from (f"no Raises: {name}" for function in constructors_of(one.value) for name in raised_by(function) - words)
    if not one.example:
        yield "no Examples"


def missing_in_method(one: Documented) -> Iterator[str]:
    """With Args what a function has; otherwise each argument and each error is named."""
    described = "Args" in one.sections
    known = one.entries("Args") if described else one.words
    yield from (f"no Args: {argument}" for argument in one.parameters if argument not in known)
    if described and inspect.signature(one.value).return_annotation not in NOTHING and "Returns" not in one.sections:
        yield "no Returns"
    yield from (f"no Raises: {error}" for error in raised_by(one.value) - one.words)


def examples_of(value: Any) -> str:
    """The text of the examples of a class, of its bases and of their members."""
    bases = [base for base in value.__mro__ if house(base)] if inspect.isclass(value) else [value]
    members = [member for _, member in members_of(value)] if inspect.isclass(value) else []
    return "".join(Documented("", one).example for one in (*bases, *members))


def missing(name: str) -> Iterator[str]:
    """What the docstrings of a public name lack, with the name of the member."""
    first, *members = documented()[name]
    unshown = {*SHOWN_ONCE, *PLUMBING.get(name, "").split()}
    shown = examples_of(first.value)
    for one in (first, *members):
        lacking = list(missing_in_summary(one))
        if "Args" in one.sections:
            lacking += [f"no parameter: {argument}" for argument in one.entries("Args") - set(one.parameters)]
        method = one.name.rpartition(".")[2]
        if one is first:
            lacking += (missing_in_class if inspect.isclass(one.value) else missing_in_function)(one)
        elif not isinstance(one.value, property):
            lacking += [] if method in DECLARED and name != DECLARED[method] else missing_in_method(one)
            lacking += [] if method in unshown or re.search(rf"\.{method}\b", shown) else ["no Examples"]
        yield from (f"{one.name}: {what}" for what in lacking)


def test_the_docstring_has_what_a_user_needs() -> None:
    """Of every public name, and of every public member of a class."""
    assert not [what for name in documented() for what in missing(name)]


@pytest.mark.parametrize("name", documented())
def test_the_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They print what they show, after `import chartered as ch` and `from chartered import proving, testing`."""
    monkeypatch.chdir(tmp_path)
    for one in documented()[name]:
        if any(word in one.example and find_spec(package) is None for word, package in EXTRAS.items()):
            continue
        names = {"ch": ch, "proving": proving, "testing": testing}
        test = doctest.DocTestParser().get_doctest(one.example, names, one.name, None, None)
        printed: list[str] = []
        failed = doctest.DocTestRunner(verbose=False).run(test, out=printed.append).failed
        assert not failed, "".join(printed)


def test_other_public_names_are_described() -> None:
    """Types, numbers and markers by the text below them, modules by their first line."""
    for name, value in public_names().items():
        if name not in documented():
            text = value.__doc__ if isinstance(value, ModuleType) else text_below(name.rpartition(".")[2])
            assert len((text or "").split()) > 3, f"{name} has no text below it"


def text_below(name: str) -> str | None:
    """The text below the assignment of a name in one of our modules."""
    for module in [
        module for key, module in sys.modules.items() if key.startswith("chartered") and name in vars(module)
    ]:
        body = ast.parse(inspect.getsource(module)).body
        for node, after in pairwise(body):
            target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
            if isinstance(target, ast.Name) and target.id == name and isinstance(after, ast.Expr):
                return str(getattr(after.value, "value", ""))
    return None


@pytest.mark.parametrize("name", SOURCED.split())
def test_what_a_paper_defines_names_the_paper(name: str) -> None:
    """Under References, with its year."""
    [one] = [one for each in documented().values() for one in each if one.name == f"chartered.{name}"]
    assert re.search(r"\d{4}", one.sections["References"])


def test_methods_without_an_example_exist() -> None:
    """No name is excused that is not there, or that an example shows."""
    for name, excused in PLUMBING.items():
        members = {one.name.rpartition(".")[2]: one for one in documented()[name]}
        assert set(excused.split()) <= set(members), name
        assert not any(members[method].example for method in excused.split()), name


def test_what_lacks_is_found() -> None:
    """An argument, the result, an error, an example, and a summary that is none."""

    def bare(delta: float, *, budget: float = 1) -> float:
        """None."""
        if delta > 1:
            raise ValueError("above 1")
        return delta * budget

    one = Documented("bare", bare)
    found = ["no Args: delta", "no Args: budget", "no Returns", "no Raises: ValueError", "no Examples"]
    assert list(missing_in_function(one)) == found
    assert list(missing_in_summary(one)) == ["its summary is no sentence on one line: 'None.'"]
    assert list(missing_in_method(one)) == [found[0], found[1], found[3]]
