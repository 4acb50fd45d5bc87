"""The real model worker before a scripted provider, for tests that want litellm on the wire.

Starting it takes seconds, so a test module makes one pair in a module-scoped fixture and calls `fresh` before each
test.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.supervisor import Timing
from recall_sidecar.settings import ProviderSettings
from tests.provider import ScriptedProvider
from tests.waiting import until

__all__ = ["BASES", "Pair", "real_pair"]

# The path each provider's own base URL ends with, so that the stand-in is asked as the provider would be.
BASES = {
    "openai": "/v1", "anthropic": "", "google": "/v1beta", "cerebras": "/v1", "mistral": "/v1", "groq": "/openai/v1",
    "ollama": "", "plain": "/v1", "openrouter": "/api/v1", "deepseek": "/v1",
}  # fmt: skip
KEYS = {name: f"sk-{name}" for name in BASES if name not in {"ollama", "plain"}}


@dataclass
class Pair:
    """A client with its worker, and the provider every one of its calls reaches."""

    client: LiteLLMClient
    provider: ScriptedProvider

    def fresh(self) -> "Pair":
        """Forget what earlier tests scripted and saw."""
        self.provider.clear()
        return self


@asynccontextmanager
async def real_pair(timing: Timing | None = None) -> AsyncIterator[Pair]:
    """Start both, wait until the worker is ready, and end both."""
    async with ScriptedProvider() as provider:
        settings = {
            name: ProviderSettings(
                api_base=provider.url + path, api_key_env=f"{name.upper()}_KEY" if name in KEYS else ""
            )
            for name, path in BASES.items()
        }
        environment = {f"{name.upper()}_KEY": key for name, key in KEYS.items()}
        client = LiteLLMClient(settings, environment, timing=timing)
        await client.start()
        try:
            await until(lambda: client.state == "ready", within_s=90)
            yield Pair(client, provider)
        finally:
            await client.aclose()
