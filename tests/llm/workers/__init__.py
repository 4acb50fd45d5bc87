"""Stand-ins for the model worker that start at once: one that obeys, one that says nothing, one that cannot load."""
