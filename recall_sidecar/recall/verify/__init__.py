"""Say only what memory says: each clause of a summary must be supported by a passage that the sub-agent saw and named."""
