"""What a worker is given of the daemon's environment."""

from recall_sidecar.llm.environment import worker_environment


def test_the_workers_environment_holds_no_key_and_keeps_litellm_offline() -> None:
    given = {
        "PATH": "/bin",
        "https_proxy": "http://proxy",
        "OPENAI_API_KEY": "sk-1",
        "LITELLM_MODE": "DEV",
        "X": "1",
    }

    made = worker_environment(given)

    assert made.pop("PYTHONPATH")
    assert made == {
        "PATH": "/bin",
        "https_proxy": "http://proxy",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_OFFLINE_MODE": "true",
        "LITELLM_MODE": "PRODUCTION",
        "LITELLM_TELEMETRY": "False",
    }
