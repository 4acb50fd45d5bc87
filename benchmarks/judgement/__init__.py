"""Measure what recall decides: whether memory helps, what may be said of it, and what is said twice."""
