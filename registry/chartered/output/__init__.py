"""Output for people: plots, HTML pages, sentences for a paper and registry entries."""
