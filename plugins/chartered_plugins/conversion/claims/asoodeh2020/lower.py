"""Claims about the closed lower bounds on gamma, T4, and their inverses, the closed forms of Lemma 1."""

from fractions import Fraction

from chartered.proving import Positive, Proofs, Same, Tends, Touches, lemma

from .. import scaled

SIZE = (Fraction(1, 20), 20)
ORDER = (Fraction(1, 10), 9)
SMALL = (Fraction(1, 99), Fraction(9, 10))
NOTATION = scaled.notation(
    "bernoulli_gap(x, b) = x^(1 + b)*rc.bregman(1 + b, log(x))",
    "between(b, l, d) = (1 + b)*d*(1 + l)^b + (1 - d)^(1 + b)",
    "of_p = g/(1 + g)",
    "of_q = r/(1 + r)",
    "scale = (1 + l)^b*d",
    "printed(b, l, delta) = (1 + l)^b*((1 + l - (1 + b)*delta)*((1 - delta)/(1 + l - delta))^(1 + b) + (1 + b)*delta)",
    "rest = 1 - d/(1 + l)",
    "small = d/(1 + l)",
    "share(x, b) = (1 - (1 + b)*x)/(1 - x)^(1 + b)",
    "log_share(n, b) = log(1 - (1 + b)/n) - (1 + b)*log(1 - 1/n)",
    "rise(n, b) = d/dn log_share(n, b)",
    "branch = 1 + (1 + b)*d*((1 + l)^b - 1)",
    "there(b, gamma, delta) = rc.closed_epsilon_g(1 + b, gamma, delta)",
    ranges={
        "t g r u k m": SIZE,
        "b": ORDER,
        "delta": SMALL,
        "a s": (Fraction(11, 10), 9),
        "eps": (0, 5),
        "x": (10, 50),
        "gamma": (Fraction(1, 10), 3),
    },
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", notation=NOTATION)

bernoulli_steps = lemma(NOTATION, Touches("bernoulli_gap(x, b)", "x", "1", {"x": SIZE}, label="Bernoulli's inequality"))

BOOK.inequality(
    "T4.bernoulli",
    "x^alpha >= 1 + alpha (x-1), and the shipped Bregman form 1 - alpha t^(alpha-1) + (alpha-1) t^alpha is "
    "nonnegative.",
    "Theorem 4, derivation",
    "all alpha > 1, x > 0, t > 0",
    Same("the form as printed", "rc.bregman(1 + b, -log(t))", "1 - (1 + b)*t^b + b*t^(1 + b)"),
    Same("t^alpha times the gap at 1/t", "rc.bregman(1 + b, -log(t))", "t^(1 + b)*bernoulli_gap(1/t, b)"),
    bernoulli_steps,
    so="The second form is t^alpha times the first at x = 1/t.",
)

BOOK.optimum(
    "T4.zero",
    "gamma(eps, 0) = 0: every Renyi divergence is nonnegative, and the objective at s = 2 tends to 0 with delta.",
    "Theorem 4",
    "all alpha > 1, eps >= 0, delta -> 0",
    Same(
        "E_Q[(P/Q)^alpha] - 1 is a mean of Bernoulli gaps",
        "exp(bernoulli.log_moment(1 + b, of_p, of_q)) - 1",
        "of_q*bernoulli_gap(of_p/of_q, b) + (1 - of_q)*bernoulli_gap((1 - of_p)/(1 - of_q), b)",
    ),
    Tends(
        "the limit at s = 2",
        "rc.objective(1 + b, e, delta, 2)",
        "delta",
        0,
        "0",
        {"l": SIZE, "delta": (Fraction(1, 1000000), Fraction(1, 3))},
    ),
    bernoulli_steps,
    so="0 <= gamma(eps, delta) <= objective at s = 2, which tends to 0.",
)

BOOK.soundness(
    "T4.g",
    "gamma(eps, delta) >= g = eps - log(zeta/delta)/(alpha-1): the first term of T3 alone, at its least value, p = "
    "alpha delta.",
    "Theorem 4, g",
    scaled.ALL,
    Same("slope of log(first)", "first_slope(a, eps, delta, s)", "(s - a)/(s*(s - 1))"),
    Same(
        "log(first)/(alpha-1) at s = alpha is g",
        "rc.objective_first(1 + b, eps, delta, 1 + b)/b",
        "rc.lower_gamma_g(1 + b, eps, delta)",
    ),
    Positive("the second term is a power of positive numbers, 1-p and 1-q", "(1 - p)*(1 - q)", zero="l"),
    so="The first term is least at s = alpha (its slope has the sign of s - alpha), and the second is positive.",
)

BOOK.soundness(
    "T4.between",
    "e^((alpha-1) gamma(eps, delta)) >= alpha delta e^((alpha-1) eps) + (1-delta)^alpha: both terms of T3 by "
    "Bernoulli's inequality.",
    "Theorem 4, derivation of f (our form, between f and T3)",
    scaled.ALL,
    Same(
        "first term minus its bound is a Bernoulli gap",
        "exp(first) - scale*(1 + x + b)",
        "scale*x*bernoulli_gap(1 + 1/x, b)",
        {"b": (Fraction(1, 100), 20)},
    ),
    Same(
        "slope of bound plus second term is a Bregman form",
        "second_slope(1 + b, e, d, 1 + x)*exp(second) + scale",
        "scale*rc.bregman(1 + b, -log((1 - p)/(1 + l - p + d)))",
        {"b": (Fraction(1, 100), 20)},
    ),
    Same(
        "the value at s = 1",
        "exp(rc.objective_second(1 + b, e, d, 1)) + scale*(1 + b)",
        "between(b, l, d)",
        {"b": (Fraction(1, 100), 20)},
    ),
    bernoulli_steps,
    so="first >= e^((alpha-1) eps) delta (s + alpha - 1); that plus the second term rises with s (its slope is a "
    "Bregman form, T4.bernoulli), so it is least at s = 1.",
)

BOOK.soundness(
    "T4.f",
    "gamma(eps, delta) >= f = eps + log((e^eps - alpha delta)((1-delta)/(e^eps-delta))^alpha + alpha delta)/(alpha-1).",
    "Theorem 4, f",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
    Same(
        "the form as printed",
        "exp(b*rc.lower_gamma_f(1 + b, e, delta))",
        "printed(b, l, delta)",
        {"delta": (Fraction(1, 99), Fraction(1, 11))},
    ),
    Same(
        "between - e^((alpha-1) f) is a Bernoulli gap",
        "between(b, l, d) - exp(b*rc.lower_gamma_f(1 + b, e, d))",
        "((1 - d)/rest)^(1 + b)*bernoulli_gap(rest, b)",
        {"x": (10, 50)},
    ),
    bernoulli_steps,
    so="So f is below T4.between, which is below T3's optimum.",
)

BOOK.inequality(
    "T4.f-above-L1",
    "f is at least the inverse of L1's second branch: (1-alpha x)/(1-x)^alpha falls for x in (0, 1/alpha), from x = "
    "delta/e^eps to x = delta.",
    "Theorem 4 and Lemma 1",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
    Same(
        "the difference",
        "exp(b*rc.lower_gamma_f(1 + b, e, d)) - branch",
        "(1 - d)^(1 + b)*(share(small, b) - share(d, b))",
    ),
    Positive("the ratio rises with n = 1/x > alpha", "rise(1 + b + u, b)"),
    so="e^((alpha-1) f) - (1 + alpha delta (e^((alpha-1) eps) - 1)) is (1-delta)^alpha times the fall of the ratio.",
)

BOOK.identity(
    "L1.first-branch",
    "L1's first branch is the inverse of T4's g: eps = gamma + (log zeta - log delta)/(alpha-1).",
    "Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same("g at that eps is gamma", "rc.lower_gamma_g(1 + b, there(b, gamma, delta), delta)", "gamma"),
    Same("solved for delta", "rc.closed_delta_g(1 + b, gamma, there(b, gamma, delta))", "delta"),
    so="By T4.g and T3.rises-with-eps it is an upper bound on eps.",
)

BOOK.soundness(
    "L1.second-branch",
    "eps <= log(1 + (e^((alpha-1) gamma) - 1)/(alpha delta))/(alpha-1): at that eps T4.between exceeds e^((alpha-1) "
    "gamma) by a Bernoulli gap at 1-delta.",
    "Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same("the branch solved", "exp(b*rc.closed_epsilon_f(1 + b, log1p((1 + b)*delta*k)/b, delta))", "1 + k"),
    Same("solved for delta", "rc.closed_delta_f(1 + b, log1p(m)/b, log1p(k)/b)", "m/((1 + b)*k)"),
    Same(
        "between - e^((alpha-1) gamma) is a Bernoulli gap",
        "between(b, l, d) - branch",
        "bernoulli_gap(1 - d, b)",
        {"b": (Fraction(1, 100), 20), "x": (Fraction(1, 50), 50)},
    ),
    bernoulli_steps,
    so="With k = e^((alpha-1) eps) - 1 the branch says gamma = log(1 + alpha delta k)/(alpha-1).",
)
