"""Where a turn lost a fact."""
