"""Stores of other programs, asked beside the folders: what they have in common."""
