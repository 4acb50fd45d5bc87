"""Embedding models on other machines, as the memory asks for them; the memory itself knows no provider."""
