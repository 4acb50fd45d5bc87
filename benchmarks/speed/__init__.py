"""How fast search is, by the size of the memory."""
