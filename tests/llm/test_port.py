"""What the port's own values say; what a client does is held by the contract tests."""

from recall_sidecar.llm.port import ModelRef


def test_a_model_is_named_by_provider_and_model_wherever_it_was_chosen() -> None:
    assert str(ModelRef("openai", "gpt-5-mini", "fallback")) == "openai/gpt-5-mini"
