"""The list of English words is made of WordNet's files."""

from pathlib import Path

from benchmarks.judgement.wordnet import main

NOUNS = """\
  a licence
00000001 13 n 01 drink 0 000 | something to drink
00000002 13 n 02 tea 0 brew 0 001 @ 00000001 n 0000 | a drink
"""
QUALITIES = """\
00000003 00 a 01 hot 0 001 ! 00000004 a 0101 | warm
00000004 00 a 01 cold 0 001 ! 00000003 a 0101 | not warm
"""


def test_words_get_their_meanings_what_is_above_them_and_their_opposites(tmp_path: Path) -> None:
    empty = {
        "data.verb": "",
        "data.adv": "",
        "index.verb": "",
        "index.adv": "",
        "verb.exc": "",
        "adj.exc": "",
        "adv.exc": "",
    }
    files = {
        "data.noun": NOUNS,
        "index.noun": "tea n 1 1 @ 1 1 00000002\nbrew n 1 0 1 0 00000002\ndrink n 1 0 1 1 00000001\n",
        "noun.exc": "teae tea\n",
        "data.adj": QUALITIES,
        "index.adj": "hot a 1 1 ! 1 1 00000003\ncold a 1 1 ! 1 1 00000004\n",
        "cntlist.rev": "drink%1:13:00:: 1 2\n",
    }
    for name, text in {**empty, **files}.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
    words = tmp_path / "words"
    words.write_text("teas\nbrew\nhot\ncold\nteae\nhotter\nzyxwv\n", encoding="utf-8")
    out = tmp_path / "list"

    main([str(tmp_path), str(words), "--out", str(out)])

    rows = {
        line.split("\t")[0]: line.split("\t")[1:] for line in out.read_text(encoding="utf-8").splitlines()
    }
    assert rows["brew"][0] == "Nk"
    assert rows["brew"] == rows["tea"]
    assert rows["brew"][2] == rows["drink"][1]
    assert rows["hot"][3] == "cold"
    assert "zyxwv" not in rows
