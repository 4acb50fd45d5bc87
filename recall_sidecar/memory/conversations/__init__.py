"""Turns that hosts hand over: what of them is kept, where, and for whom."""
