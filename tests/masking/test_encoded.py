"""Secrets in another spelling."""

import base64
import time

import pytest

from recall_sidecar.masking import SecretMasker
from recall_sidecar.masking.encoded import without_encoded

KEY = "sk-proj-" + "Tq4Wm9Zr" * 6
AWS = "AKIA" + "Q3EXT7WZ5PLM4NRB"
mask = SecretMasker().mask


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param(b64(KEY), id="base64"),
        pytest.param(b64(KEY).rstrip("="), id="base64 without its end"),
        pytest.param(base64.urlsafe_b64encode(KEY.encode()).decode(), id="base64 for addresses"),
        pytest.param(b64(f'{{"key": "{KEY}"}}'), id="base64 of JSON"),
        pytest.param(b64(AWS), id="a short one"),
        pytest.param(
            b64("-----BEGIN PRIVATE KEY-----\nMIIEvg\n-----END PRIVATE KEY-----"), id="a private key"
        ),
        pytest.param(KEY.encode().hex(), id="hex"),
        pytest.param(KEY.encode().hex().upper(), id="hex in capitals"),
        pytest.param(KEY.encode().hex(" "), id="hex with spaces"),
        pytest.param(":".join(f"{byte:02x}" for byte in KEY.encode()), id="hex with colons"),
        pytest.param("".join(f"%{byte:02X}" for byte in KEY.encode()), id="percent signs"),
        pytest.param(KEY.replace("-", "%2D"), id="some percent signs"),
        pytest.param(f"https://tea.example/?key={KEY.replace('-', '%2d')}", id="in an address"),
        pytest.param("".join(f"&#{ord(each)};" for each in KEY), id="entities"),
        pytest.param("".join(f"\\u{ord(each):04x}" for each in KEY), id="escapes"),
        pytest.param(KEY.replace("-", "\\x2d"), id="some escapes"),
        pytest.param("".join(chr(ord(each) + 0xFEE0) for each in KEY), id="wide letters"),
        pytest.param("\u200b".join(KEY), id="something invisible between"),
    ],
)
def test_it_is_masked(secret: str) -> None:
    masked = mask(f"The key of Mara: {secret} since May")

    assert secret not in masked
    assert masked in (
        "The key of Mara: [secret removed] since May",
        "The key of Mara: [api key removed] since May",
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b64("Mara likes oolong tea in the morning."), id="base64 of words"),
        pytest.param("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", id="a picture"),
        pytest.param("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", id="a hash"),
        pytest.param("https://tea.example/caf%C3%A9?q=a%20b&amp;c=&#65;", id="an address"),
        pytest.param("A" * 25, id="no length of base64"),
        pytest.param("naïve/" * 6, id="a long word"),
        pytest.param("ＴＥＡ at four, é", id="wide words"),
        pytest.param("a\u200bb", id="something invisible"),
    ],
)  # fmt: skip
def test_other_text_stays(text: str) -> None:
    assert mask(text) == text


def test_what_holds_a_secret_says_somebody_else() -> None:
    assert (
        without_encoded(f"{b64('tea' * 10)} %41", lambda said: said == "A")
        == f"{b64('tea' * 10)} [secret removed]"
    )


@pytest.mark.parametrize(
    "piece", ["A", "Aa0+", "41 ", "41:", "%41", "&#65;", "\\u0041", "\\x", "Ａ", "=", "-_"]
)
def test_a_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    started = time.process_time()

    without_encoded((piece * 60_000)[:60_000], lambda _: False)

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2
