"""The `[model]` table: which fast model judges memory, how it is reached, and what it may cost."""

import re
from typing import Annotated, Literal

from pydantic import Field, JsonValue, field_validator

from recall_sidecar.settings.table import Table

__all__ = ["ModelSettings", "ProviderName", "ProviderSettings", "Thinking"]

Thinking = Literal["off", "minimal", "low", "medium", "high", "xhigh", "adaptive", "max"]

# As it stands before the slash of `provider/model`.
ProviderName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]


class ProviderSettings(Table):
    """How to reach one model provider. Keys are named here, never held."""

    kind: str = Field("", pattern=r"^[a-z0-9_]{0,40}$")
    """The provider's kind when its name is your own, for example `openai` for any OpenAI-compatible server."""
    api_base: str = ""
    """Base URL; the provider's own when empty. Plain http only for this machine, and no user, password or query in it."""
    api_key_env: str = Field("", pattern=r"^[A-Z_][A-Z0-9_]{0,127}$|^$")
    """Name of the environment variable that holds the key, in capitals; when empty the provider's usual one, for its own service."""
    api_key_file: str = ""
    """File that holds the key instead, absolute or below `~`; others must not be able to read it."""
    extra_body: dict[str, JsonValue] = Field(default_factory=dict)
    """Fields added to each request body, for example a thinking switch of your own server."""

    @field_validator("api_base")
    @classmethod
    def _https_unless_local(cls, value: str) -> str:
        # The value is not repeated: an address may carry a password.
        if re.match(r"[^/?#]*//[^/?#]*@", value) or "?" in value or "#" in value:
            message = "must not carry a user, a password or a query; name the key in api_key_env"
            raise ValueError(message)
        local = r"http://(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?(/.*)?"
        if value and not re.match(r"https://[^/\s]", value) and not re.fullmatch(local, value):
            message = "must begin with https:// (http:// only for this machine, for example http://127.0.0.1:8000/v1)"
            raise ValueError(message)
        return value

    @field_validator("api_key_file")
    @classmethod
    def _says_where(cls, value: str) -> str:
        if value and not value.startswith(("/", "~/")):
            message = "must be a path that begins with / or ~/"
            raise ValueError(message)
        return value


class ModelSettings(Table):
    """The fast model of the sub-agent. Order: name, the turn's own, primary, fallback, else extracts."""

    name: str = ""
    """Model as `provider/model`; empty takes the next in the order. `host`, or `host/provider/model`, has the turn's host run it."""
    use_turn_model: bool = True
    """Take the model that answers the turn, when its provider can be reached from here."""
    primary: str = ""
    """The agent's primary model, `provider/model`; set by `config import-openclaw`."""
    fallback: str = ""
    """Last of the order, `provider/model`. It is a choice made before the call, not a second try after a failure."""
    thinking: Thinking = "off"
    """How much the model may think before it answers; each step costs time. Levels that a model lacks are not sent."""
    fast_mode: bool = False
    """Ask for the provider's faster (and dearer) service tier where it has one."""
    max_output_tokens: int = Field(400, ge=32, le=4000)
    """Upper limit of one reply."""
    max_calls_per_hour: int = Field(600, ge=0, le=1_000_000)
    """Model calls in any hour; more is `unavailable (spend_limit)`. 0 sets no limit."""
    max_cost_per_day: float = Field(0.0, ge=0.0, le=1_000_000.0)
    """US dollars in any 24 hours, as far as prices are known; 0 sets no limit."""
    providers: dict[ProviderName, ProviderSettings] = Field(default_factory=dict)
    """Providers by name, each as a [model.providers.NAME] table."""

    @field_validator("name", "primary", "fallback")
    @classmethod
    def _provider_and_model(cls, value: str) -> str:
        if value not in {"", "host"} and not re.fullmatch(
            r"(?!host/)[A-Za-z0-9_.-]{1,64}/\S{1,200}", value.removeprefix("host/")
        ):
            message = (
                "must be provider/model, for example openai/gpt-5-mini, or host for the host's own model"
            )
            raise ValueError(message)
        return value

    @field_validator("providers")
    @classmethod
    def _leaves_the_host_its_name(
        cls, value: dict[ProviderName, ProviderSettings]
    ) -> dict[ProviderName, ProviderSettings]:
        if "host" in value:
            message = "must not define host, which stands for the model that a host lends; use another name"
            raise ValueError(message)
        return value
