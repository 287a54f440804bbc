"""Searches of loss_distribution: in floats, they propose witnesses; imported when a witness is asked for, never by a
check."""
