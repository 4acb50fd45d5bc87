"""Who may come in through a port that any program, and any web page in a browser, can reach.

A page can make the browser call 127.0.0.1, and can point its own name there. What it cannot do is leave out `Origin`
or set `Host`, and it does not know a token. These are pure predicates over what a request carries, so that every
rule is a row of a table and needs no socket.
"""

from dataclasses import dataclass

from recall_sidecar.errors import RequestRefused
from recall_sidecar.tokens import Tokens, scope_of

__all__ = ["HOOKS", "OPEN", "Knock", "refusal"]

# Needed before a client holds or may send a token; both tell nothing about memory.
OPEN = frozenset({"/healthz", "/v1/proof"})
HOOKS = "/v1/hooks/"
# What the hook token opens: a turn, and the reply of the host's model that the turn asked for.
_FOR_HOOKS = (HOOKS, "/v1/model-replies/")


@dataclass(frozen=True, slots=True)
class Knock:
    """What a request shows of itself. `port` is ours on TCP, None on the Unix socket, whose folder is the guard."""

    method: str
    path: str
    port: int | None
    host: str
    origin: str | None = None
    fetch_site: str | None = None
    authorization: str = ""
    content_type: str = ""
    content_encoding: str = ""


def refusal(knock: Knock, tokens: Tokens) -> RequestRefused | None:
    """Return why this request is turned away, None when it may come in; the first rule that refuses wins."""
    if knock.port is not None and not _is_our_host(knock.host, knock.port):
        return RequestRefused(
            "the Host header does not name this daemon",
            field="Host",
            remedy=f"Call http://127.0.0.1:{knock.port} by that name.",
            status=421,
        )
    if knock.origin is not None or knock.fetch_site not in {None, "none", "same-origin"}:
        return RequestRefused(
            "requests made by web pages are refused",
            field="Origin",
            remedy="Call from a program; send neither Origin nor Sec-Fetch-Site.",
            status=403,
        )
    return _token_refusal(knock, tokens) or _body_refusal(knock)


def _is_our_host(host: str, port: int) -> bool:
    return host.lower() in {f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"}


def _token_refusal(knock: Knock, tokens: Tokens) -> RequestRefused | None:
    if knock.port is None or knock.path in OPEN:
        return None
    scheme, _, presented = knock.authorization.partition(" ")
    scope = scope_of(presented.strip(), tokens) if scheme.lower() == "bearer" else None
    if scope is None:
        return RequestRefused(
            "no valid token was sent",
            field="Authorization",
            remedy="Send 'Authorization: Bearer TOKEN' with the content of the token file in the state folder.",
            status=401,
        )
    if scope == "hooks" and not knock.path.startswith(_FOR_HOOKS):
        return RequestRefused(
            "the hook token opens hook routes only",
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
