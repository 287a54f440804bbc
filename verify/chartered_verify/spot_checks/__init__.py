"""The last test of every verdict: spot checks of the stated domain."""
