"""Other packages that account for differential privacy, asked the same question: each in a process of its own, by its
public interface alone."""
