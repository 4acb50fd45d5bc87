"""Measures of our own share, each beside something bare in the same run, because machines differ and are noisy."""
