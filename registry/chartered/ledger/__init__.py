"""What touched the data: steps as users write them, ledger entries, the parameter left open."""
