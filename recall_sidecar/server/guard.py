"""Who may come in through a port that any program, and any web page in a browser, can reach.

A page can make the browser call 127.0.0.1, and can point its own name there. What it cannot do is leave out `Origin`
or set `Host`, and it does not know a token. Our own page is a page too: it comes with our own origin and a key of its own,
which opens what the page shows and nothing else. These are pure predicates over what a request carries, so that every
rule is a row of a table and needs no socket.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from recall_sidecar.errors import RequestRefused
from recall_sidecar.tokens import Scope, Tokens, scope_of

__all__ = [
    "HOOKS",
    "OPEN",
    "PAGE",
    "PAGE_FILES",
    "SIGN_IN",
    "Knock",
    "is_open",
    "no_page",
    "presented",
    "refusal",
]

# Where the page brings the code that it was opened with.
SIGN_IN = "/v1/sign-in/key"
# Needed before a client holds or may send a token; none tells anything about memory.
OPEN = frozenset({"/healthz", "/v1/proof", SIGN_IN})
# The page and its files are the same for everybody: what they show is asked for with a key.
PAGE = "/"
PAGE_FILES = "/page/"
HOOKS = "/v1/hooks/"
# What the hook token opens: a turn, and the reply of the host's model that the turn asked for.
_FOR_HOOKS = (HOOKS, "/v1/model-replies/")
# What a page's key opens: what the page shows, and the switches on it.
_FOR_PAGE = ("/v1/page/", "/v1/traces/")
_OF_PAGE = frozenset({"/v1/traces", "/v1/status", "/v1/memory/search", "/v1/memory/get"})


@dataclass(frozen=True, slots=True)
class Knock:
    """What a request shows of itself. `port` is ours on TCP, None on the Unix socket, whose folder is the guard."""

    method: str
    path: str
    port: int | None
    host: str
    origin: str | None = None
    fetch_site: str | None = None
    fetch_mode: str | None = None
    fetch_dest: str | None = None
    authorization: str = ""
    content_type: str = ""
    content_encoding: str = ""


def no_page(_presented: str) -> bool:
    """Say of every key that it is none."""
    return False


def is_open(path: str) -> bool:
    """Return whether anybody may ask for `path`, a web page apart."""
    return path in OPEN or path == PAGE or path.startswith(PAGE_FILES)


def presented(authorization: str) -> str:
    """Return the token that a request shows, empty when it shows none."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def refusal(
    knock: Knock, tokens: Tokens, is_page_key: Callable[[str], bool] = no_page
) -> RequestRefused | None:
    """Return why this request is turned away, None when it may come in; the first rule that refuses wins."""
    if knock.port is not None and not _is_our_host(knock.host, knock.port):
        return RequestRefused(
            "the Host header does not name this daemon",
            field="Host",
            remedy=f"Call http://127.0.0.1:{knock.port} by that name.",
            status=421,
        )
    scope = _scope(knock, tokens, is_page_key)
    if not (_is_no_page(knock) or _is_our_page(knock, scope) or _is_visit(knock)):
        return RequestRefused(
            "requests made by web pages are refused",
            field="Origin",
            remedy="Call from a program; send neither Origin nor Sec-Fetch-Site.",
            status=403,
        )
    return _token_refusal(knock, scope) or _body_refusal(knock)


def _is_our_host(host: str, port: int) -> bool:
    return host.lower() in {f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"}


def _scope(
    knock: Knock, tokens: Tokens, is_page_key: Callable[[str], bool]
) -> Scope | Literal["page"] | None:
    token = presented(knock.authorization)
    if not token:
        return None
    return scope_of(token, tokens) or ("page" if is_page_key(token) else None)


def _is_no_page(knock: Knock) -> bool:
    return knock.origin is None and knock.fetch_site in {None, "none", "same-origin"}


def _is_our_page(knock: Knock, scope: str | None) -> bool:
    """Whether our own page asks for its files, for its key or with it; no other token is taken from a page, not even from ours."""
    if knock.port is None or knock.origin != f"http://{knock.host.lower()}":
        return False
    needs_no_key = knock.path == SIGN_IN or knock.path.startswith(PAGE_FILES)
    return knock.fetch_site in {None, "same-origin"} and (scope == "page" or needs_no_key)


def _is_visit(knock: Knock) -> bool:
    """Whether somebody opens our page in a window of its own, from wherever; it holds nothing until it is signed in."""
    is_window = knock.fetch_mode == "navigate" and knock.fetch_dest == "document"
    return knock.method == "GET" and knock.path == PAGE and knock.origin is None and is_window


def _token_refusal(knock: Knock, scope: str | None) -> RequestRefused | None:
    if knock.port is None or is_open(knock.path):
        return None
    if scope is None:
        return RequestRefused(
            "no valid token was sent",
            field="Authorization",
            remedy="Send 'Authorization: Bearer TOKEN' with the content of the token file in the state folder.",
            status=401,
        )
    if scope == "hooks" and not knock.path.startswith(_FOR_HOOKS):
        return RequestRefused(
            "the hook token opens turns and the replies they ask for, and nothing else",
            field="Authorization",
            remedy="Use the full token (file 'token' in the state folder) for this route.",
            status=403,
        )
    if scope == "page" and not (knock.path.startswith(_FOR_PAGE) or knock.path in _OF_PAGE):
        return RequestRefused(
            "the page's key opens what the page shows, and nothing else",
            field="Authorization",
            remedy="Use the full token (file 'token' in the state folder) for this route.",
            status=403,
        )
    return None


def _body_refusal(knock: Knock) -> RequestRefused | None:
    # A page can send any other content type without asking first.
    media_type = knock.content_type.partition(";")[0].strip().lower()
    if knock.method == "POST" and media_type != "application/json":
        return RequestRefused(
            "the body is not declared as JSON",
            field="Content-Type",
            remedy="Send 'Content-Type: application/json'.",
            status=415,
        )
    if knock.content_encoding.strip().lower() not in {"", "identity"}:
        return RequestRefused(
            "the body is packed",
            field="Content-Encoding",
            remedy="Send the body as it is, without Content-Encoding.",
            status=415,
        )
    return None
