"""Random check-ins: Balle, Kairouz, McMahan, Thakkar and Thakurta 2020, and what is proved beyond the paper."""
