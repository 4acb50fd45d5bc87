"""Who may come in, as a table."""

import pytest

from recall_sidecar.server.guard import SIGN_IN, Knock, refusal
from tests.server.fakes import TOKENS

PORT = 23517
BEARER = f"Bearer {TOKENS.full}"


def knock(**changes: object) -> Knock:
    fields: dict[str, object] = {
        "method": "GET",
        "path": "/v1/status",
        "port": PORT,
        "host": f"127.0.0.1:{PORT}",
        "authorization": BEARER,
    }
    return Knock(**(fields | changes))  # type: ignore[arg-type]


POST = {"method": "POST", "path": "/v1/hooks/agent_end", "content_type": "application/json"}
UNIX = {"port": None, "authorization": "", "host": "localhost"}


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(knock(), id="a program with the full token"),
        pytest.param(knock(host=f"localhost:{PORT}"), id="localhost by name"),
        pytest.param(knock(host=f"LOCALHOST:{PORT}"), id="localhost in capitals"),
        pytest.param(knock(host=f"[::1]:{PORT}"), id="the IPv6 loopback address"),
        pytest.param(knock(authorization=f"bearer  {TOKENS.full}"), id="the scheme in lower case"),
        pytest.param(knock(**POST), id="a JSON body"),
        pytest.param(
            knock(**POST | {"content_type": "application/json; charset=utf-8"}), id="a charset is no harm"
        ),
        pytest.param(knock(**POST, content_encoding="Identity"), id="a body as it is"),
        pytest.param(
            knock(**POST | {"authorization": f"Bearer {TOKENS.hooks}"}), id="the hook token posts a hook"
        ),
        pytest.param(knock(path="/healthz", authorization=""), id="health needs no token"),
        pytest.param(knock(path="/v1/proof", authorization=""), id="the proof needs no token"),
        pytest.param(knock(fetch_site="none"), id="a page the user opened himself"),
        pytest.param(knock(fetch_site="same-origin"), id="our own page"),
        pytest.param(knock(**UNIX), id="the Unix socket needs no token"),
        pytest.param(
            knock(**UNIX | {"host": "evil.example"}), id="the Unix socket does not care for the host's name"
        ),
    ],
)
def test_lets_in(given: Knock) -> None:
    assert refusal(given, TOKENS) is None


PAGE_KEY = "key-of-our-page"
OURS = {"origin": f"http://127.0.0.1:{PORT}", "fetch_site": "same-origin"}
BY_PAGE = {"authorization": f"Bearer {PAGE_KEY}"}
VISIT = {"path": "/", "authorization": "", "fetch_site": "cross-site", "fetch_mode": "navigate"}


def refusal_of(given: Knock) -> int | None:
    refused = refusal(given, TOKENS, lambda key: key == PAGE_KEY)
    return None if refused is None else refused.status


@pytest.mark.parametrize(
    ("given", "status"),
    [
        pytest.param(knock(**BY_PAGE | OURS), None, id="our page with its key"),
        pytest.param(knock(**BY_PAGE), None, id="our page's own GET, which names no origin"),
        pytest.param(knock(**OURS | {"host": f"LOCALHOST:{PORT}"} | BY_PAGE), 403, id="another name of ours"),
        pytest.param(knock(**BY_PAGE | OURS | {"origin": f"http://127.0.0.1:{PORT}/"}), 403, id="no origin"),
        pytest.param(knock(**BY_PAGE | OURS | {"fetch_site": "cross-site"}), 403, id="another site's claim"),
        pytest.param(knock(**BY_PAGE | {"origin": "null"}), 403, id="a page that hides its origin"),
        pytest.param(knock(**BY_PAGE | OURS | {"port": None}), 403, id="a page through the Unix socket"),
        pytest.param(knock(**BY_PAGE | {"path": "/v1/commands"}), 403, id="a command with the page's key"),
        pytest.param(
            knock(**BY_PAGE | {"path": "/v1/page"}), 403, id="a path that only begins like the page's"
        ),
        pytest.param(knock(**OURS | {"path": "/page/main.js", "authorization": ""}), None, id="a module"),
        pytest.param(
            knock(**OURS | {"path": SIGN_IN, "authorization": "", "method": "POST"}),
            415,
            id="a form's sign-in",
        ),
        pytest.param(knock(**VISIT | {"fetch_dest": "document"}), None, id="a visit from another page"),
        pytest.param(knock(**VISIT | {"fetch_dest": "iframe"}), 403, id="in a frame"),
        pytest.param(knock(**VISIT | {"fetch_dest": "document", "method": "POST"}), 403, id="a form's visit"),
        pytest.param(
            knock(**VISIT | {"fetch_dest": "document", "path": "/v1/traces"}),
            403,
            id="a visit to what is told",
        ),
        pytest.param(
            knock(**VISIT | {"fetch_dest": "script", "fetch_mode": "no-cors", "path": "/page/main.js"}),
            403,
            id="a script on another page",
        ),
    ],
)
def test_a_page_may(given: Knock, status: int | None) -> None:
    assert refusal_of(given) == status


@pytest.mark.parametrize(
    ("given", "status", "field"),
    [
        pytest.param(knock(host=f"evil.example:{PORT}"), 421, "Host", id="a name pointed at this machine"),
        pytest.param(knock(host="127.0.0.1:80"), 421, "Host", id="another port"),
        pytest.param(knock(host="127.0.0.1"), 421, "Host", id="no port"),
        pytest.param(knock(host=""), 421, "Host", id="no host"),
        pytest.param(
            knock(path="/healthz", host="evil.example"), 421, "Host", id="health under another name"
        ),
        pytest.param(knock(origin="https://evil.example"), 403, "Origin", id="a web page"),
        pytest.param(knock(origin="null"), 403, "Origin", id="a page that hides its origin"),
        pytest.param(
            knock(origin=f"http://127.0.0.1:{PORT}"), 403, "Origin", id="a page that claims to be ours"
        ),
        pytest.param(knock(fetch_site="cross-site"), 403, "Origin", id="another site's fetch"),
        pytest.param(knock(fetch_site="same-site"), 403, "Origin", id="another port's fetch"),
        pytest.param(knock(**UNIX | {"origin": "null"}), 403, "Origin", id="a page through a Unix socket"),
        pytest.param(knock(authorization=""), 401, "Authorization", id="no token"),
        pytest.param(knock(authorization="Bearer "), 401, "Authorization", id="an empty token"),
        pytest.param(knock(authorization=f"Basic {TOKENS.full}"), 401, "Authorization", id="another scheme"),
        pytest.param(knock(authorization=TOKENS.full), 401, "Authorization", id="no scheme"),
        pytest.param(knock(authorization=BEARER + "x"), 401, "Authorization", id="one character too many"),
        pytest.param(
            knock(authorization="Bearer \udcff\u00e9"), 401, "Authorization", id="bytes that are no text"
        ),
        pytest.param(
            knock(authorization=f"Bearer {TOKENS.hooks}"),
            403,
            "Authorization",
            id="the hook token reads status",
        ),
        pytest.param(
            knock(path="/v1/hooksmith", authorization=f"Bearer {TOKENS.hooks}"),
            403,
            "Authorization",
            id="a path that only begins like a hook",
        ),
        pytest.param(
            knock(path="/v1/model-replies", authorization=f"Bearer {TOKENS.hooks}"),
            403,
            "Authorization",
            id="a path that only begins like a ticket's",
        ),
        pytest.param(
            knock(**POST | {"content_type": "text/plain"}), 415, "Content-Type", id="what a form may send"
        ),
        pytest.param(knock(**POST, content_encoding="gzip"), 415, "Content-Encoding", id="a packed body"),
        pytest.param(knock(**POST | {"content_type": ""}), 415, "Content-Type", id="an undeclared body"),
        pytest.param(
            knock(**UNIX | {"method": "POST", "content_type": "text/plain"}),
            415,
            "Content-Type",
            id="an undeclared body through the Unix socket",
        ),
    ],
)
def test_turns_away(given: Knock, status: int, field: str) -> None:
    refused = refusal(given, TOKENS)

    assert refused is not None
    assert (refused.status, refused.field) == (status, field)
    assert refused.remedy


def test_a_refusal_never_repeats_a_token() -> None:
    presented = "secret-of-another-program"

    refused = refusal(knock(authorization=f"Bearer {presented}"), TOKENS)

    assert presented not in f"{refused} {refused.remedy if refused else ''}"
