"""The ladder: retrieve, need, sub-agent, verify; each rung cheaper than the next."""
