"""One file for each package: how its public interface is asked. Runs in the child process only."""
