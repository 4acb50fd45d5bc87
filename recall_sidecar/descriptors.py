"""How many files and connections this process may hold open at once."""

import contextlib
import resource

__all__ = ["ENOUGH", "raise_limit"]

# Services often start with 256 or 1024. Many more are never held here, and programs that walk the whole range slow down.
ENOUGH = 4096


def raise_limit(wanted: int = ENOUGH) -> int:
    """Let this process hold `wanted` descriptors, or as many as the system grants; return how many it may hold now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    granted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if granted > soft:
        # macOS names a hard limit above what it grants.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
    return min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], max(wanted, soft))
