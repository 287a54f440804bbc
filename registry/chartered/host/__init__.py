"""Plugins: hook specifications, and the registry of what installed plugins register."""
