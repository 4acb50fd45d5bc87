"""Ways in which a model cannot be asked, each before a provider that says so; rows of `tests/cli/faults.py`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.cli.set_ups import Fault, SetUp
from tests.provider import Reply, ScriptedProvider, says

__all__ = ["no_key", "wrong_key", "wrong_model_name"]

_ERROR = b'{"error": {"message": "no", "type": "invalid_request_error"}}'


def _model(provider: ScriptedProvider, model: str) -> dict[str, object]:
    reached = {"kind": "openai", "api_base": f"{provider.url}/v1", "api_key_env": "SCRIPTED_KEY"}
    return {"name": f"scripted/{model}", "providers": {"scripted": reached}}


@asynccontextmanager
async def wrong_key(set_up: SetUp) -> AsyncIterator[Fault]:
    async with ScriptedProvider() as provider:
        provider.enqueue(Reply(status=401, body=_ERROR), says("NONE"))
        set_up.configure({"model": _model(provider, "judge-1")})
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("SCRIPTED_KEY", "sk-old")
            yield Fault(
                "provider",
                "HTTP 401",
                "check SCRIPTED_KEY",
                lambda _: environment.setenv("SCRIPTED_KEY", "sk-new"),
            )
        assert provider.seen[-1].headers["Authorization"] == "Bearer sk-new"


@asynccontextmanager
async def no_key(set_up: SetUp) -> AsyncIterator[Fault]:
    async with ScriptedProvider() as provider:
        provider.enqueue(says("NONE"))
        set_up.configure({"model": _model(provider, "judge-1")})
        with pytest.MonkeyPatch.context() as environment:
            yield Fault(
                "model",
                "scripted/judge-1 cannot be reached",
                "SCRIPTED_KEY",
                lambda _: environment.setenv("SCRIPTED_KEY", "sk-new"),
            )


@asynccontextmanager
async def wrong_model_name(set_up: SetUp) -> AsyncIterator[Fault]:
    async with ScriptedProvider() as provider:
        provider.enqueue(
            Reply(status=404, body=_ERROR, when="judge-9", repeat=True),
            Reply(says("NONE").steps, when="judge-1", repeat=True),
        )
        set_up.configure({"model": _model(provider, "judge-9")})
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("SCRIPTED_KEY", "sk-new")
            yield Fault(
                "provider",
                "scripted/judge-9",
                "check model.name",
                lambda _: set_up.configure({"model": _model(provider, "judge-1")}),
            )
