"""Claims about the utility theorems of the check-ins paper, 3.5 and 4.2: the form of the printed rates, and their
values at a given eps.

The rates themselves rest on results about stochastic gradient descent (for the last iterate Shamir and Zhang 2013),
which are not proved here; neither is the 2 in 1 - 2 e^(-np/m)."""

from chartered.proving import POSITIVE, Claimed, Nonnegative, Notation, Positive, Proofs, Same, Tends

from .checkins_numbers import BOOK as NUMBERS

NOTATION = Notation(
    # the last step of Theorem 3.5 and its rate: R = r times 1 - 2 e^(-np/m) = g, over the root of m and of s = d
    # sigma^2 + L^2
    "step(r, g, s, m) = r*g/sqrt(s*m)",
    "rate(r, g, s, m) = r*sqrt(s)/(g*sqrt(m))",
    # 1 - 2 e^(-np/m) at np/m = log(2 + v), and what 1 - e^(-np/m) is of it
    "printed(v) = 1 - 2/(2 + v)",
    "ratio(v) = (1 - 1/(2 + v))/printed(v)",
    # s at d sigma^2 = t L^2 p^2/m, p = m/n, and the rate there
    "noisy(lip, t, m, n) = t*lip^2*(m/n)^2/m + lip^2",
    "there(r, lip, t, m, n) = r*lip*sqrt(1/m + t/n^2)",
    # the steps of Theorem 4.2, v = L^2 + d sigma^2, and the convex rate
    "convex_step = r*sqrt(n)/sqrt((m*t + n*lip^2)*m)",
    "smooth_step = r*sqrt(n)/(b*r*sqrt(n) + m*sqrt(v))",
    "convex_rate = r*sqrt(m*t + n*lip^2)/sqrt(m*n)",
    # squares over R^2 at sigma = s L/(eps sqrt m), n = m + v
    "more = m + v",
    "noise = t*lip^2/m",
    "squares = lip^2/m + noise/more",
    ranges={"r g s m v lip t n b": POSITIVE},
)
BOOK = Proofs("balle2020checkins", "Balle et al. 2020 (random check-ins)", at="Theorem 3.5", notation=NOTATION)
BOOK.inequality(
    "T3.5.slots",
    "A slot has a client with probability 1 - (1 - p/m)^n >= 1 - e^(-np/m): the expected gradient is shrunk to no "
    "less than this share.",
    "all p/m = y/(1+y) in (0, 1), n >= 1",
    Claimed("log(1-x) <= -x", NUMBERS, "P34.at-most"),
    so="(1 - x)^n <= e^(-n x).",
)
BOOK.inequality(
    "T3.5.two",
    "1 - 2 e^(-np/m) is positive from np/m > log 2 on only, and is below 1 - e^(-np/m), the least share of slots "
    "with a client: the printed rate is larger than the one with that share, and follows from it.",
    "all np/m = log(2 + v) > log 2",
    Positive("positive", "printed(v)"),
    Same("0 at log 2", "printed(0)", "0"),
    Positive("the smaller one", "ratio(v) - 1"),
    Tends("their ratio tends to 1", "ratio(v)", "v", "inf", "1"),
    so="Where the 2 comes from is not derived.",
)
BOOK.identity(
    "T3.5.shape",
    "The printed rate is R^2/(m eta_m), what the distance leaves after m steps of the last size, and it is eta_m (d "
    "sigma^2 + L^2)/(1 - 2 e^(-np/m))^2, what the gradients add: the step balances both.",
    "all R, L, d sigma^2, m > 0, share of slots in (0, 1)",
    Same("the distance", "r^2/(m*step(r, g, s, m))", "rate(r, g, s, m)"),
    Same("the gradients", "step(r, g, s, m)*s/g^2", "rate(r, g, s, m)"),
    so="A step that is longer or shorter makes one of the two larger.",
)
BOOK.inequality(
    "T3.5.trade-off",
    "With sigma = s L p/(eps sqrt m), p = m/n, the rate is R L sqrt(1/m + d s^2/(eps^2 n^2)) over 1 - 2/e > 0: it "
    "falls as m rises, and at m = n it is R L sqrt(1/n + d s^2/(eps^2 n^2)).",
    "the comparison after Theorem 3.5",
    "all R, L, d s^2/eps^2 = t, n, m > 0",
    Same("the rate at this sigma", "rate(r, 1, noisy(lip, t, m, n), m)", "there(r, lip, t, m, n)"),
    Positive("it falls with m", "d/dm -there(r, lip, t, m, n)"),
    Same("at m = n", "rate(r, 1, noisy(lip, t, n, n), n)", "r*lip*sqrt(1/n + t/n^2)"),
    Positive("1 - 2/e > 0", "1 - 2*exp(-1)"),
    so="np/m is 1 at p = m/n.",
)
BOOK.identity(
    "T4.2.shape",
    "The printed convex rate R sqrt(m d sigma^2 + n L^2)/sqrt(mn) is R sqrt(L^2/m + d sigma^2/n) and R^2/(m eta_m); "
    "the printed smooth rate R sqrt((L^2 + d sigma^2)/n) + beta R^2/m is R^2/(m eta).",
    "Theorem 4.2",
    "all R, L, d sigma^2 = t, beta, m, n > 0",
    Same("the simple form", "convex_rate", "r*sqrt(lip^2/m + t/n)"),
    Same("the convex step", "r^2/(m*convex_step)", "convex_rate"),
    Same("the smooth step", "r^2/(m*smooth_step)", "r*sqrt(v/n) + b*r^2/m"),
    so="What is left of each print is the distance, as in T3.5.shape.",
)
BOOK.inequality(
    "T4.2.comparison",
    "At the same sigma the averaged rate is at most R sqrt((L^2 + d sigma^2)/m), that of one client per slot, for m "
    "<= n. With sigma = s L/(eps sqrt m) it is R L sqrt(1/m + d s^2/(eps^2 m n)), no less than the trade-off of "
    "Theorem 3.5; smooth it is R L sqrt(1/n + d s^2/(eps^2 m n)) + beta R^2/m.",
    "the comparison after Theorem 4.2",
    "all R, L, d sigma^2 and d s^2/eps^2 = t, n = m + v",
    Nonnegative("the same sigma", "(lip^2 + t)/m - (lip^2/m + t/(m + v))", zero="v"),
    Same("at eps", "squares", "lip^2*(1/m + t/(m*more))"),
    Nonnegative("beside Theorem 3.5", "squares - lip^2*(1/m + t/more^2)", zero="v"),
    Same("smooth", "(noise + lip^2)/more", "lip^2*(1/more + t/(m*more))"),
    so="The rates are the roots of the squares, times R.",
)
