"""What the model worker is given of the daemon's environment: enough to find things and the network, no key."""

from collections.abc import Mapping

from recall_sidecar.children import environment_of

__all__ = ["worker_environment"]

# Read by litellm while it is imported: no price list from the network, no `.env` of any folder above us.
_LITELLM = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_MODE": "PRODUCTION",
    "LITELLM_TELEMETRY": "False",
}


def worker_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the worker's whole environment: where things are, how to reach the network, no key."""
    return {**environment_of(environment), **_LITELLM}
