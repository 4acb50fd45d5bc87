"""What says who and where somebody is; dates, amounts and versions stay."""

import time

import pytest

from recall_sidecar.masking import SecretMasker

# Put together here, so that no file names a place of one machine.
USERS = "/".join(("", "Users", ""))
STRICT = SecretMasker(is_strict=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("mail mara.k+tea@mail.example now", "mail [email removed] now", id="e-mail"),
        pytest.param("邮箱是mara@mail.example。", "邮箱是[email removed]。", id="e-mail within Chinese"),
        pytest.param("call +49 170 1234567 today", "call [phone number removed] today", id="international"),
        pytest.param("(415) 555-2671", "[phone number removed]", id="American"),
        pytest.param("Tel: 030/1234567", "Tel: [phone number removed]", id="German, told as one"),
        pytest.param("06 12 34 56 78", "[phone number removed]", id="French"),
        pytest.param("手机：13812345678", "手机：[phone number removed]", id="Chinese"),
        pytest.param("携帯は090-1234-5678", "携帯は[phone number removed]", id="Japanese"),
        pytest.param("She lives at 221B Baker Street, London", "She lives at [address removed], London", id="English street"),
        pytest.param("Wohnt in der Lindenstraße 12", "Wohnt in der [address removed]", id="German street"),
        pytest.param("12 rue de la Paix, Paris", "[address removed], Paris", id="French street"),
        pytest.param("Calle de Alcalá 45", "[address removed]", id="Spanish street"),
        pytest.param("Via Garibaldi, 12", "[address removed]", id="Italian street"),
        pytest.param("Rua Augusta, 1500", "[address removed]", id="Portuguese street"),
        pytest.param("ул. Ленина, д. 5", "[address removed]", id="Russian street"),
        pytest.param("北京市朝阳区建国路88号", "[address removed]", id="Chinese street"),
        pytest.param("東京都渋谷区神南1-19-11", "[address removed]", id="Japanese address"),
        pytest.param("강남구 테헤란로 152", "강남구 [address removed]", id="Korean street"),
        pytest.param("DE89 3704 0044 0532 0130 00", "[account removed]", id="IBAN"),
        pytest.param("078-05-1120", "[id number removed]", id="American social security number"),
        pytest.param("身份证11010519491231002X", "身份证[id number removed]", id="Chinese identity number"),
        pytest.param("/home/mara/notes.md", "~/notes.md", id="home folder"),
        pytest.param(r"C:\Users\Mara\notes.md", r"~\notes.md", id="home folder on Windows"),
        pytest.param(f"in {USERS}mara", "in ~", id="home folder on a Mac"),
    ],
)  # fmt: skip
def test_personal_matters_are_masked_when_privacy_is_strict(text: str, expected: str) -> None:
    assert STRICT.mask(text) == expected
    assert SecretMasker().mask(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "on 2026-11-30 at 10:30, again on 12/03/2024",
        "version 1.2.3.4 at 192.168.178.55",
        "it cost 1,250,000 dollars, 12.5 % of it",
        "between 2023 - 2024 we met 3 times",
        "a run of 5 km in 27:12",
        "isbn 978-3-16-148410-0",
        "DE12 is a road, GB99 ABCD 1234 5678 9012 34 no account",
        "place Vendôme is a square",
        f"{USERS}Shared/music",
        "the exponent is 1/(1+1234567)",
        "take the 3rd way around",
        "无地址的街道",
    ],
)
def test_ordinary_numbers_and_places_stay(text: str) -> None:
    assert STRICT.mask(text) == text


@pytest.mark.parametrize("piece", ["省市区區县縣", "一省", "一路", "都一", "가로 ", "1 Aa Bb ", "rue de "])
def test_a_hostile_address_costs_no_more_than_its_length(piece: str) -> None:
    started = time.process_time()

    SecretMasker(is_strict=True).mask((piece * 20_000)[:20_000])

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2
