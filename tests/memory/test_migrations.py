from contextlib import closing
from pathlib import Path

from recall_sidecar.memory import migrations, schema
from recall_sidecar.memory.counting import coded


def test_terms_that_were_stored_before_are_kept_as_numbers_too(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    before = schema.MIGRATIONS.index(migrations._m007_coded)
    with closing(schema.connect_writer(file)) as connection:
        connection.execute(
            "INSERT INTO passage(id, file_id, from_line, to_line, heading, text) VALUES (7, 3, 1, 1, '', 'tea')"
        )
        connection.execute("INSERT INTO words(rowid, terms) VALUES (7, 'green tea')")
        connection.execute("ALTER TABLE passage DROP COLUMN origin")
        connection.execute(f"PRAGMA user_version = {before}")

    with closing(schema.connect_writer(file)) as connection:
        stored = connection.execute("SELECT passage_id, file_id, importance, terms FROM coded").fetchall()
        assert stored == [(7, 3, None, coded(["green", "tea"]))]

        connection.execute("DELETE FROM passage")
        assert connection.execute("SELECT count(*) FROM coded").fetchone()[0] == 0


def test_terms_of_an_older_index_are_folded_where_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    with closing(schema.connect_writer(file)) as connection:
        connection.execute("INSERT INTO words(rowid, terms) VALUES (1, '繁 繁體 tea'), (2, 'oolong')")
        before = [each.__name__ for each in schema.MIGRATIONS].index("_m006_words_folded")
        connection.execute("ALTER TABLE passage DROP COLUMN origin")
        connection.execute(f"PRAGMA user_version = {before}")

    with closing(schema.connect_writer(file)) as connection:
        found = connection.execute("SELECT rowid, terms FROM words WHERE words MATCH '\"繁体\"'").fetchall()
        words = connection.execute("SELECT count(*) FROM vocabulary").fetchone()[0]

    assert found == [(1, "繁 繁体 tea")]
    assert words == 4


def test_terms_as_numbers_get_serials_that_are_never_used_twice(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    with closing(schema.connect_writer(file)) as connection:
        connection.execute("DROP TRIGGER passage_uncoded")
        connection.execute("DROP TABLE coded")
        for statement in migrations._CODED[2:]:
            connection.execute(statement)
        connection.executemany(
            "INSERT INTO passage(id, file_id, from_line, to_line, heading, text) VALUES (?, 3, 1, 1, '', 'tea')",
            [(7,), (9,)],
        )
        connection.executemany("INSERT INTO coded VALUES (?, 3, ?, x'')", [(9, None), (7, 8)])
        connection.execute(
            f"PRAGMA user_version = {schema.MIGRATIONS.index(migrations._m010_serials_of_coded)}"
        )

    with closing(schema.connect_writer(file)) as connection:
        stored = connection.execute("SELECT serial, passage_id, importance FROM coded ORDER BY serial")
        assert stored.fetchall() == [(1, 7, 8), (2, 9, None)]

        connection.execute("DELETE FROM passage WHERE id = 9")
        connection.execute("INSERT INTO coded(passage_id, file_id, terms) VALUES (9, 3, x'')")
        assert connection.execute("SELECT serial FROM coded").fetchall() == [(1,), (3,)]
