"""Measure judgement: whether memory is told when it helps, and only then."""
