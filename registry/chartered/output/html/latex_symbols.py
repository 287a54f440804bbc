"""The symbols of LaTeX commands that take no arguments."""
# ruff: noqa: RUF001  (signs that look like letters are what this file is about)

from __future__ import annotations


def _commands(text: str) -> dict[str, str]:
    """Command names with their symbols, from a text in which they alternate."""
    words = text.split()
    return {f"\\{name}": sign for name, sign in zip(words[::2], words[1::2], strict=True)}


def _named(text: str) -> frozenset[str]:
    return frozenset(f"\\{name}" for name in text.split())


LETTERS = _commands(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π "
    "rho ρ sigma σ tau τ "
    "phi ϕ varphi φ chi χ psi ψ omega ω "
    "Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω ell ℓ infty ∞ emptyset ∅"
)
FUNCTIONS = _named("log ln exp sin cos tan sinh cosh tanh coth arctan Pr")
LIMITS = _named("min max inf sup lim")
"""Operators whose range is written below them."""
LARGE = _commands("sum ∑ prod ∏ bigcup ⋃ int ∫")
OPERATORS = _commands(
    "le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ sim ∼ equiv ≡ ll ≪ gg ≫ in ∈ notin ∉ subset ⊂ cup ∪ cap ∩ setminus ∖ "
    "to → mapsto ↦ cdot ⋅ times × pm ± mp ∓ circ ∘ ast ∗ star ⋆ otimes ⊗ mid ∣ ldots … dots … cdots ⋯ forall ∀ "
    "exists ∃ iff ⇔ { { } } | ‖ preceq ⪯ succeq ⪰ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋"
)
SPACES = {
    r"\,": "0.17em",
    r"\:": "0.22em",
    r"\;": "0.28em",
    r"\ ": "0.3em",
    r"\quad": "1em",
    r"\qquad": "2em",
    r"\!": "0",
}
BLACKBOARD = {"E": "𝔼", "P": "ℙ", "R": "ℝ", "N": "ℕ", "Z": "ℤ", "1": "𝟙"}
