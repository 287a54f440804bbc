"""The conversion of a Renyi point that bounds both orders."""
