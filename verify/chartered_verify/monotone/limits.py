"""Limits as a variable tends to 0 from above: the leading term c x^p log(1/x)^j e^E of an expression, where E is 0 or
has no finite limit, from the leading terms of its parts; or only an upper bound on its order."""

from __future__ import annotations

from functools import reduce
from typing import Any

from msgspec import Struct, field

from ..large_packages import sympy
from .generators import Generators
from .term_signs import Signs

_ZERO, _ONE = sympy.Integer(0), sympy.Integer(1)


class Unknown(ArithmeticError):
    """Raised for a leading term that these rules do not find."""


class Leading(Struct, frozen=True):
    """coefficient x^power log(1/x)^logs e^exponent; if the coefficient is None, only an upper bound of this order is
    known."""

    coefficient: Any
    power: Any = _ZERO
    logs: int = 0
    exponent: Any = _ZERO

    def times(self, other: Leading) -> Leading:
        """The leading term of a product."""
        known = self.coefficient is not None and other.coefficient is not None
        return Leading(
            self.coefficient * other.coefficient if known else None,
            self.power + other.power,
            self.logs + other.logs,
            sympy.expand(self.exponent + other.exponent),
        )

    def to(self, n: Any) -> Leading:
        """The leading term of a power. Raises Unknown for a negative power if only the order is known."""
        if n < 0 and self.coefficient is None:
            raise Unknown("the order of what is divided by")
        found = None if self.coefficient is None else self.coefficient**n
        logs = self.logs * n
        if logs != int(logs):
            raise Unknown("a root of a logarithm")
        return Leading(found, self.power * n, int(logs), sympy.expand(self.exponent * n))


class Limits(Struct):
    """Leading terms as `variable` tends to 0 with all other symbols fixed."""

    signs: Signs
    variable: Any
    _known: dict[Any, Leading | None] = field(default_factory=dict)
    _remainders: dict[Any, Leading] = field(default_factory=dict)

    def sign(self, expr: Any) -> str:
        """The sign of the limit, which may be infinite; "0" if it is 0, "?" if it is not known."""
        try:
            found = self.leading(expr)
            tends = self._tends(found)
        except Unknown:
            return "?"
        if tends == "0":
            return "0"
        return "?" if found.coefficient is None else self.signs.sign(found.coefficient)

    def value(self, expr: Any) -> Any:
        """The limit, if it is finite, as an expression in the other symbols; otherwise, or if it is not known, None."""
        try:
            found = self.leading(expr)
        except Unknown:
            return None
        finite = found.power == 0 and found.logs == 0 and found.exponent == 0
        return found.coefficient if finite else None

    def leading(self, expr: Any) -> Leading:
        """The leading term. Raises Unknown."""
        if expr not in self._known:
            self._known[expr] = None  # marks it as being computed
            self._known[expr] = self._leading(expr)
        if (found := self._known[expr]) is None:
            raise Unknown("a leading term by itself")
        return found

    def _leading(self, expr: Any) -> Leading:
        if not expr.has(self.variable):
            return Leading(expr)
        generators = Generators(self.signs.symbols, self.signs.sign)
        found = sympy.together(self._from_one(generators.rational(self.signs.normal(expr)), generators))
        above, below = (self._of_polynomial(sympy.expand(part), generators) for part in sympy.fraction(found))
        if below.coefficient is None or self.signs.sign(below.coefficient) not in ("+", "-"):
            raise Unknown("what is divided by")
        return above.times(below.to(-1))

    def _from_one(self, rational: Any, generators: Generators) -> Any:
        """The same function, with log f written as log c + log(f/c) for f with limit c, so that the second logarithm
        tends to 0."""
        replaced = {}
        for name, meaning in list(generators.meaning.items()):
            sign = -1 if isinstance(-meaning, sympy.log) else 1
            if not isinstance(sign * meaning, sympy.log) or not meaning.has(self.variable):
                continue
            inside = generators.back((sign * meaning).args[0])
            limit = self.value(inside)
            if limit is None or limit.has(self.variable) or self.signs.sign(limit) != "+" or limit == 1:
                continue
            rest = sympy.Dummy("rest", real=True)
            self._remainders[rest] = self.leading(sympy.together((inside - limit) / limit))
            replaced[name] = sign * (generators.rational(self.signs.normal(sympy.log(limit))) + rest)
        return rational.xreplace(replaced)

    def _of_polynomial(self, poly: Any, generators: Generators) -> Leading:
        terms = [self._of_monomial(term, generators) for term in sympy.Add.make_args(poly)]
        return reduce(self._added, terms)

    def _of_monomial(self, term: Any, generators: Generators) -> Leading:
        found = Leading(_ONE)
        for base, n in term.as_powers_dict().items():
            found = found.times(self._of_generator(base, generators).to(n))
        return found

    def _of_generator(self, base: Any, generators: Generators) -> Leading:
        if base == self.variable:
            return Leading(_ONE, _ONE)
        if base in self._remainders:
            return self._remainders[base]
        meaning = generators.back(base)
        if not meaning.has(self.variable):
            return Leading(meaning)
        if isinstance(meaning + 1, sympy.exp):
            return self._exponential((meaning + 1).args[0], less_one=True)
        if isinstance(-meaning, sympy.log | sympy.polygamma):
            return self._of_function(-meaning).times(Leading(-_ONE))
        functions = sympy.exp | sympy.log | sympy.Pow | sympy.erfc | sympy.loggamma | sympy.polygamma
        return self._of_function(meaning) if isinstance(meaning, functions) else self.leading(meaning)

    def _of_function(self, f: Any) -> Leading:
        if isinstance(f, sympy.exp):
            return self._exponential(f.args[0], less_one=False)
        if isinstance(f, sympy.log):
            return self._logarithm(f.args[0])
        if isinstance(f, sympy.Pow):
            if not f.exp.is_Rational:
                raise Unknown("a power")
            return self._root(self.leading(f.base), f.exp)
        if isinstance(f, sympy.erfc):
            return self._erfc(f.args[0])
        inner = self.leading(f.args[-1])
        if self._tends(inner) != "finite" or self.signs.sign(inner.coefficient) != "+":
            raise Unknown(f"{f.func} at an end of its range")
        return Leading(f.func(*f.args[:-1], inner.coefficient))

    def _root(self, inner: Leading, n: Any) -> Leading:
        """The leading term of a fractional power, which follows from that of its base only if its coefficient is
        nowhere 0."""
        if inner.coefficient is not None and self.signs.sign(inner.coefficient) != "+":
            raise Unknown("a root of what may be of higher order")
        return inner.to(n)

    def _exponential(self, exponent: Any, less_one: bool) -> Leading:
        inner = self.leading(exponent)
        tends = self._tends(inner)
        if tends == "finite":
            value = sympy.exp(inner.coefficient)
            return Leading(value - 1 if less_one else value)
        if tends == "0":
            return inner if less_one else Leading(_ONE)
        if inner.coefficient is None:
            raise Unknown("an exponent without a known limit")
        if less_one and self.signs.sign(inner.coefficient) != "+":
            raise Unknown("an exponent without a known limit")
        return Leading(_ONE, exponent=sympy.expand(exponent))

    def _logarithm(self, x: Any) -> Leading:
        inner = self.leading(x)
        tends = self._tends(inner)
        known = inner.coefficient is not None and inner.exponent == 0 and not inner.logs
        if not known or self.signs.sign(inner.coefficient) != "+":
            raise Unknown("a logarithm of what is known by its order, or grows as an exponential")
        if tends != "finite":
            return Leading(-inner.power, logs=1)
        if self.signs.sign(inner.coefficient - 1) == "0":
            return self.leading(x - 1)
        return Leading(sympy.log(inner.coefficient))

    def _erfc(self, x: Any) -> Leading:
        inner = self.leading(x)
        tends = self._tends(inner)
        if tends == "finite":
            return Leading(sympy.erfc(inner.coefficient))
        if tends == "0":
            return Leading(_ONE)
        sign = "?" if inner.coefficient is None else self.signs.sign(inner.coefficient)
        if sign == "-":
            return Leading(sympy.Integer(2))
        if sign != "+":
            raise Unknown("erfc of what has no known limit")
        return Leading(None, exponent=sympy.expand(-(x**2)))  # erfc(x) <= e^(-x^2) for x > 0

    def _added(self, x: Leading, y: Leading) -> Leading:
        """The leading term of a sum: the larger of the two, or both."""
        order = self._compared(x, y)
        if order != 0:
            return x if order > 0 else y
        if x.coefficient is None or y.coefficient is None:
            return Leading(None, x.power, x.logs, x.exponent)
        total = x.coefficient + y.coefficient
        return Leading(total, x.power, x.logs, x.exponent)

    def _compared(self, x: Leading, y: Leading) -> int:
        """1 if y is of lower order than x, -1 if x is of lower order than y, 0 if both have the same order."""
        difference = sympy.expand(x.exponent - y.exponent)
        if difference != 0:
            return 1 if self._grows(difference) else -1
        mine, its = (-x.power, x.logs), (-y.power, y.logs)
        return 1 if mine > its else -1 if mine < its else 0

    def _tends(self, found: Leading) -> str:
        """The behaviour in the limit: "0", "finite" or "inf". Raises Unknown."""
        if found.exponent != 0:
            if not self._grows(found.exponent):
                return "0"
            if found.coefficient is None or self.signs.sign(found.coefficient) not in ("+", "-"):
                raise Unknown("a coefficient of unknown sign")
            return "inf"
        order = (-found.power, found.logs)
        if order < (0, 0):
            return "0"
        if found.coefficient is None or self.signs.sign(found.coefficient) not in ("+", "-"):
            if order == (0, 0) and found.coefficient is not None and self.signs.sign(found.coefficient) == "0":
                return "0"
            raise Unknown("a coefficient of unknown sign")
        return "finite" if order == (0, 0) else "inf"

    def _grows(self, exponent: Any) -> bool:
        """True if an exponent tends to infinity as a power of 1/x, False if to minus infinity. Raises Unknown
        otherwise."""
        found = self.leading(exponent)
        sign = "?" if found.coefficient is None or found.exponent != 0 else self.signs.sign(found.coefficient)
        if sign not in ("+", "-") or not found.power < 0:
            raise Unknown("an exponent that does not grow as a power")
        return sign == "+"
