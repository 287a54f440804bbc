"""Random check-ins: Balle, Kairouz, McMahan, Thakkar and Thakurta 2020, and results beyond the paper."""
