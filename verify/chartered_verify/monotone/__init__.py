"""Proofs by monotonicity: signs of derivatives, limits at the ends of a range, substitutions.

What each module rests on, for expressions that are real-analytic where their conditions hold (`tracing_arithmetic`):

- `orthant`: t -> (a + bt)/(1 + t), a + t and b - t map t > 0 onto the open range; the planes at which a range without
  ends is cut, and the ends that belong to it, are faces, proved by themselves (`inequality.faces`).
- `term_signs`: a polynomial of positive numbers has the sign that all its terms have; terms with even powers of
  numbers of unknown sign are not negative. Descartes: coefficients that change their sign once allow one positive root.
- `real_roots`: where a polynomial in x and in square roots is 0, its norm, the product of all conjugates, is 0; between
  isolated roots of the norm the sign is constant.
- `sign_codes.by_slope`: a function on (0, inf) is above its limit at the end from which it rises. One that rises, then
  falls, is above the lesser of both limits (Rolle). One whose slope is not negative is monotone, and an analytic one
  that is monotone and not constant is so strictly.
- `limits`: f = x^p log(1/x)^j e^E (c + o(1)), other symbols fixed, for parts of an expression: such terms are added
  where their orders are compared with certainty, multiplied, and divided by only where c is certainly not 0;
  log f = log c + log(1 + (f - c)/c), e^h - 1 ~ h and log(1 + h) ~ h for h -> 0; 0 < erfc(x) <= e^(-x^2) for x > 0.
- `derivative_signs`, differences: where f(x) - f(x + 1) >= 0 for all x, f(x) >= f(x + n), whose limit is that of f.
- `gamma_bounds`: what is affine in each of several numbers lies between its values at the vertices of their ranges.
- `log_form`: log is increasing, so log a - log b has the sign of a - b.
- `interior_zeros`: t = c (1 + z) and t = c/(1 + z), z > 0, are all t > 0 but c.
"""
