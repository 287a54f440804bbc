"""Who stated it: hook specifications, and the registry of installed plugins."""
