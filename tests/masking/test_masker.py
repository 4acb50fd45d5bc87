"""Secrets are masked by kind, ordinary text is not touched."""

import random
import string

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.masking import SecretMasker, says_anything

MASKER = SecretMasker()
_RANDOM = random.Random(7)  # noqa: S311 -- samples, not secrets
LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def made(length: int, alphabet: str = LETTERS) -> str:
    """Return a made-up body that holds a digit; samples are put together here so that no scanner takes one for real."""
    return "".join(_RANDOM.choices(alphabet, k=length - 2)) + "a1"


KEYS = {
    "OpenAI": "sk-proj-" + made(120),
    "OpenAI, older": "sk-" + made(48),
    "Anthropic": "sk-ant-api03-" + made(95),
    "OpenRouter": "sk-or-v1-" + made(64, HEX),
    "Cerebras": "csk-" + made(48),
    "Groq": "gsk_" + made(52),
    "xAI": "xai-" + made(80),
    "Perplexity": "pplx-" + made(48),
    "Hugging Face": "hf_" + made(34),
    "Google": "AIza" + made(35),
    "Google client secret": "GOCSPX-" + made(28),
    "AWS": "AKIA" + "QWERTYUIOPASDF23",
    "GitHub": "ghp_" + made(36),
    "GitHub, fine-grained": "github_pat_" + made(82),
    "GitLab": "glpat-" + made(20),
    "npm": "npm_" + made(36),
    "PyPI": "pypi-" + made(80),
    "SendGrid": "SG." + made(22) + "." + made(43),
    "Slack": "xoxb-" + made(40),
    "Stripe": "sk_live_" + made(24),
    "Telegram bot": "1234567890:AA" + made(33),
    "Notion": "ntn_" + made(46),
    "Linear": "lin_api_" + made(40),
    "Tailscale": "tskey-auth-" + made(12) + "-" + made(32),
    "DigitalOcean": "dop_v1_" + made(62, HEX) + "00",
    "age": "AGE-SECRET-KEY-1" + made(58, string.ascii_uppercase).upper(),
}
PRIVATE_KEY = "-----BEGIN RSA PRIVATE KEY-----\n" + "\n".join(made(64) for _ in range(4))
SAMPLES = [
    *KEYS.values(),
    "password is hunter2xyz",
    "密码是hunter2xyz",
    "4111 1111 1111 1111",
    "https://bob:pw1@x.example/",
]


@pytest.mark.parametrize("key", [pytest.param(key, id=name) for name, key in KEYS.items()])
def test_keys_of_providers_are_masked(key: str) -> None:
    assert MASKER.mask(f"use {key}, please") == "use [api key removed], please"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("the wifi password is hunter2xyz", "the wifi password is [password removed]", id="told in prose"),
        pytest.param("the password for the guest wifi is hunter2.", "the password for the guest wifi is [password removed].", id="with what it is for"),
        pytest.param("password: 'Tr0ub4dor&3'", "password: '[password removed]'", id="quoted after a colon"),
        pytest.param('passphrase: "correct horse battery staple"', 'passphrase: "[password removed]"', id="several words in quotes"),
        pytest.param('the password is “open sesame now”', 'the password is “[password removed]”', id="several words in curly quotes"),
        pytest.param("卡号4111111111111111有效", "卡号[card number removed]有效", id="a card number within Chinese"),
        pytest.param(f"机器人1234567890:AA{'x1' * 17}的", "机器人[api key removed]的", id="a bot token within Chinese"),
        pytest.param("DB_PASSWORD=swordfish", "DB_PASSWORD=[password removed]", id="any word after an equals sign"),
        pytest.param('{"password": "hunter2"}', '{"password": "[password removed]"}', id="in JSON"),
        pytest.param("password is 88442211", "password is [password removed]", id="a number"),
        pytest.param("Das WLAN-Passwort lautet Sommer24", "Das WLAN-Passwort lautet [password removed]", id="German"),
        pytest.param("le mot de passe est s0leil!", "le mot de passe est [password removed]!", id="French"),
        pytest.param("la contraseña es gato77", "la contraseña es [password removed]", id="Spanish"),
        pytest.param("пароль: кот2024", "пароль: [password removed]", id="Russian"),
        pytest.param("密码是hunter2xyz。", "密码是[password removed]。", id="Chinese"),
        pytest.param("WiFi密码：admin", "WiFi密码：[password removed]", id="Chinese, with a colon"),
        pytest.param("パスワードはabc12345です", "パスワードは[password removed]です", id="Japanese"),
        pytest.param("비밀번호는 abc12345", "비밀번호는 [password removed]", id="Korean"),
        pytest.param("pin code is 4821", "pin code is [pin removed]", id="a PIN"),
        pytest.param("postgres://app:s3cr3t@db.example:5432/x", "postgres://app:[password removed]@db.example:5432/x", id="connection string"),
        pytest.param("https://bob:p@ss@x.example/", "https://bob:[password removed]@x.example/", id="address with an at sign in the password"),
        pytest.param("redis://:pw1@cache", "redis://:[password removed]@cache", id="address without a user"),
        pytest.param(f"Authorization: Bearer {'a1' * 20}", "Authorization: Bearer [token removed]", id="bearer token"),
        pytest.param(f"MISTRAL_API_KEY={'a1' * 16}", "MISTRAL_API_KEY=[token removed]", id="a key without a known form, assigned"),
        pytest.param("my api key for the printer is abc123def456", "my api key for the printer is [token removed]", id="a key told in prose"),
        pytest.param(f"token => {'0a' * 20}", "token => [token removed]", id="a hash that is assigned"),
        pytest.param(f"AccountKey={'a1' * 43}==;", "AccountKey=[token removed];", id="a key in a connection string"),
        pytest.param(f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{'a1' * 20}", "[token removed]", id="JSON web token"),
        pytest.param("MTk4NjIyNDgzNDcxOTI1MjQ4." + "Cl2FMQ." + "a1" * 14, "[token removed]", id="Discord bot token"),
        pytest.param(f"{PRIVATE_KEY}\n-----END RSA PRIVATE KEY-----\nend", "[private key removed]" + "\n" * 6 + "end", id="private key"),
        pytest.param(PRIVATE_KEY, "[private key removed]" + "\n" * 4, id="private key whose end was cut off"),
        pytest.param("card 4111 1111 1111 1111, ok", "card [card number removed], ok", id="Visa"),
        pytest.param("5555-5555-5555-4444", "[card number removed]", id="Mastercard"),
        pytest.param("378282246310005", "[card number removed]", id="American Express"),
        pytest.param("password is hunter2\u0301 now", "password is [password removed] now", id="an accent goes with its letter"),
    ],
)  # fmt: skip
def test_secrets_are_masked(text: str, expected: str) -> None:
    assert MASKER.mask(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "my password manager is 1Password",
        "The password is stored in the vault.",
        "the password is 1Password's job",
        "password: ask Anna",
        "the password is 12-characters long",
        "the password is 2026-11-30",
        "PASSWORD=${DB_PASSWORD} TOKEN=<your-token>",
        "passwordless login is on",
        "Das Passwort ist im Tresor.",
        "Le mot de passe est dans le coffre",
        "密码是什么？我忘了",
        "今天和小李讨论了飞书插件的配置",
        "secret: nobody knows about the party",
        "token: 12 tokens left, token ring network",
        "The API key is in the drawer",
        "session key agent:main:telegram:direct:42",
        "the risk-assessment-of-something-2024 page and task-list-number-1-of-many",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b fixed it",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "report-5d41402abc4b2a76b9719d911017c592.pdf",
        "550e8400-e29b-41d4-a716-446655440000",
        "call +49 170 1234567 on 2026-11-30 at 10:30",
        "order 1234567890123456 and 4111 1111 1111 1112",
        "at 1764543600000 milliseconds",
        "https://example.com:8080/a@b?id=12345&page=2",
        "the pin is on the board, spin: 42",
        "mail bob@example.com",
        "the basic understanding-of-everything",
    ],
)
def test_ordinary_text_is_not_touched(text: str) -> None:
    assert MASKER.mask(text) == text


def test_own_patterns_are_masked_too() -> None:
    masker = SecretMasker((r"ACME-\d+", "x*"))

    assert masker.mask("badge ACME-4711, ax") == "badge [secret removed], a[secret removed]"


def test_own_patterns_may_begin_with_flags() -> None:
    assert SecretMasker(("(?i)acme-[0-9]+",)).mask("badge Acme-4711") == "badge [secret removed]"


def test_own_patterns_may_refer_to_their_own_groups() -> None:
    assert SecretMasker((r"(\d)\1\1",)).mask("123 and 777") == "123 and [secret removed]"


# Tries to read each letter by itself and as one of a pair, in every combination.
SLOW = r"(a|aa)+$"
HOSTILE = f"favourite tea {'a' * 60}!"


def test_a_text_that_an_own_pattern_is_not_through_in_time_is_masked_as_a_whole() -> None:
    masker = SecretMasker((SLOW, "tea"), within_s=0.01)

    assert masker.mask(HOSTILE) == "[secret removed]"
    assert masker.mask("tea for two") == "[secret removed] for two"


def test_a_slow_pattern_is_reported_once() -> None:
    slow: list[int] = []
    masker = SecretMasker(("tea", SLOW), on_slow=slow.append, within_s=0.01)

    masker.mask(HOSTILE)
    masker.mask(HOSTILE)

    assert slow == [2]


def test_a_slow_pattern_that_nobody_wants_to_hear_of_masks_all_the_same() -> None:
    assert SecretMasker((SLOW,)).mask(HOSTILE) == "[secret removed]"


def test_own_patterns_do_not_mask_a_marker_again() -> None:
    masker = SecretMasker(("secret", "removed", "password"))

    masked = masker.mask("secret password=hunter2")

    assert masker.mask(masked) == masked == "[secret removed] [secret removed]=[password removed]"


def test_secrets_written_without_a_space_between_them_are_all_masked() -> None:
    key = "sk-proj-ujOeHwdFcAefAZhnM6Jy8c1rihtYlKNxHddmQAtKCsXRpJG2Tr8hzUjEcPVJ2tRKJC06DPdRO9YrxPbCkhd"

    masked = MASKER.mask("密码是hunter2xyz" + "h68Dd5y4MZjWnz0ZlnyGxhpS3cIUcZhLIMsAKAa1" * 4 + key)

    assert key[-20:] not in masked
    assert masked == MASKER.mask(masked)


@given(
    st.lists(
        st.sampled_from(
            [*SAMPLES, " ", "\n", "password=", ":", "是", "token is ", "x", "[", "]", "://", "@", "-"]
        ),
        max_size=8,
    )
)
def test_masking_twice_is_masking_once(pieces: list[str]) -> None:
    masked = MASKER.mask("".join(pieces))

    assert MASKER.mask(masked) == masked


@given(st.sampled_from(SAMPLES), st.sampled_from(["\u0301", "\u200d", "\ufe0f", "👨‍👩‍👧", "e\u0301", "猫"]))
def test_no_part_of_a_character_is_left_behind(secret: str, after: str) -> None:
    masked = MASKER.mask(f"a {secret}{after} b")
    marker_end = masked.rfind("removed]") + len("removed]")

    assert not regex.match(r"[\p{M}\u200d]", masked[marker_end:])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[api key removed]", False),
        ("[api key removed], [pin removed].", False),
        ("key [api key removed]", True),
        ("", False),
    ],
)
def test_markers_alone_say_nothing(text: str, says: bool) -> None:
    assert says_anything(text) is says
