"""Floor 3: theorems. One file, one plugin, an entry point each; plugins never import each other."""
