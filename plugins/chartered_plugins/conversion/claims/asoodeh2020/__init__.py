"""Asoodeh, Liao, Calmon, Kosut and Sankar 2020, in the order of the paper."""
