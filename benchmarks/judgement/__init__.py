"""Measure what is decided about a turn: whether, what and whose words it is told."""
