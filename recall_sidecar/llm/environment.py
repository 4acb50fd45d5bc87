"""What the model worker is given of the daemon's environment: enough to find things and the network, no key."""

from collections.abc import Mapping
from pathlib import Path

import recall_sidecar

__all__ = ["worker_environment"]

_PASSED_ON = (
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy",
    "https_proxy", "all_proxy", "no_proxy",
)  # fmt: skip
# Read by litellm while it is imported: no price list from the network, no `.env` of any folder above us.
_LITELLM = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_MODE": "PRODUCTION",
    "LITELLM_TELEMETRY": "False",
}


def worker_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the worker's whole environment: where things are, how to reach the network, no key."""
    passed_on = {name: environment[name] for name in _PASSED_ON if name in environment}
    # The worker must run the code its parent runs, wherever that was imported from.
    package = str(Path(recall_sidecar.__file__).parents[1])
    return {**passed_on, **_LITELLM, "PYTHONPATH": package}
