"""What a route is: how it is reached, who answers it, and what goes in and out."""

from dataclasses import dataclass
from typing import Literal

from aiohttp.typedefs import Handler
from pydantic import BaseModel

__all__ = ["Parameter", "Route"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value in the query string or in the path, with its JSON schema."""

    name: str
    place: Literal["query", "path"]
    schema: dict[str, object]
    description: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class Route:
    """One method at one path; `replies` maps each status it answers on a good day to the body's model.

    None in the place of a model is a stream of server-sent events, or a document of another standard.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Handler
    summary: str
    replies: dict[int, type[BaseModel] | None]
    body: type[BaseModel] | None = None
    parameters: tuple[Parameter, ...] = ()
    media_type: str = "application/json"
