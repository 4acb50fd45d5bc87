"""Turns as spans, for those who keep traces in a system that speaks OpenTelemetry."""
