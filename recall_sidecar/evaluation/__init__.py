"""Measure the whole behaviour on cases of a user's own: what is asked, what memory ought to make of it, and how often it does."""
