"""Every exception this package raises, two levels deep and grouped by who can act.

```text
RecallSidecarError            never crosses HTTP as itself
├── SettingsError             the operator: every problem at once, each with its key and source
├── PromptStyleError          the operator: file, line, unknown or missing variable
├── CasesRefused              the operator: every problem of a folder of cases, each with file, line and remedy
├── MemoryStoreError          the operator: locked, newer schema, not a database
├── AlreadyRunning            the operator: pid and address of the other daemon
├── UnsafeFile                the operator: a token, folder or socket that others could read or replace
├── DaemonError               the operator: the daemon refused a call, went away, or is not the one it claims to be
├── RequestRefused            the caller: a field of the request and its remedy
└── ModelError                the provider; carries model and provider
    ├── ModelTimeout          also a TimeoutError
    ├── ModelRefused          key, quota, policy: trying again will not help
    ├── ModelUnreachable      also a ConnectionError
    └── ModelReplyInvalid     answered, but not in the agreed shape
```

A message says what happened, why it matters when that is not plain, and what to do. It never carries text of
a memory, a message or a prompt.
"""

from dataclasses import dataclass

__all__ = [
    "AlreadyRunning",
    "CasesRefused",
    "DaemonError",
    "MemoryStoreError",
    "ModelError",
    "ModelRefused",
    "ModelReplyInvalid",
    "ModelTimeout",
    "ModelUnreachable",
    "PromptStyleError",
    "RecallSidecarError",
    "RequestRefused",
    "SettingsError",
    "SettingsProblem",
    "UnsafeFile",
]


class RecallSidecarError(Exception):
    """Base of everything raised here on purpose."""


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """One thing wrong in the settings."""

    key: str
    source: str
    message: str

    def __str__(self) -> str:
        return f"{self.key} ({self.source}): {self.message}"


class SettingsError(RecallSidecarError):
    """The settings cannot be used; `problems` lists every reason at once."""

    def __init__(self, problems: tuple[SettingsProblem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class PromptStyleError(RecallSidecarError):
    """A prompt style file cannot be used; the message names file and field."""


class CasesRefused(RecallSidecarError):
    """Cases cannot be measured; `problems` lists every reason at once."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class MemoryStoreError(RecallSidecarError):
    """The memory index cannot be read or written."""


class AlreadyRunning(RecallSidecarError):
    """Another daemon owns the state folder or the port."""


class UnsafeFile(RecallSidecarError):
    """A token, folder or socket that others could read or replace; the message says how to mend it."""


class DaemonError(RecallSidecarError):
    """A call to the daemon that did not give an answer; the message is a sentence for people.

    `status` is the HTTP status of a call that was refused, 0 when there was none.
    """

    def __init__(self, message: str, *, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class RequestRefused(RecallSidecarError):
    """A request that cannot be served as it stands.

    `field` is the JSON path that is wrong (empty when it is the whole body) and `remedy` what to send instead.
    """

    def __init__(self, message: str, *, field: str = "", remedy: str = "", status: int = 400) -> None:
        super().__init__(message)
        self.field = field
        self.remedy = remedy
        self.status = status


class ModelError(RecallSidecarError):
    """A model call failed; `model` is the configured name, `provider` its provider.

    `status` is the HTTP status, 0 without one, and `retry_after_s` how long the provider wants to be left alone, 0 where it
    does not say.
    """

    def __init__(
        self,
        message: str,
        *,
        model: str = "",
        provider: str = "",
        status: int = 0,
        retry_after_s: float = 0.0,
    ) -> None:
        super().__init__(message)
        self.model = model
        self.provider = provider
        self.status = status
        self.retry_after_s = retry_after_s


class ModelTimeout(ModelError, TimeoutError):
    """The provider gave no answer in time."""


class ModelRefused(ModelError):
    """Key, quota or policy: the same call will fail again."""


class ModelUnreachable(ModelError, ConnectionError):
    """No connection, a broken stream, a provider fault, or a model worker that died."""


class ModelReplyInvalid(ModelError):
    """The model answered in a shape that cannot be used."""
