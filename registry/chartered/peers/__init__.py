"""The answers of other packages for differential-privacy accounting to the same question. Each runs in its own process,
through its public interface only."""
