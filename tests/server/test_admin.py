"""`meuse admin`: matches and players are listed, moved, deleted and blocked; backups are whole and go anywhere."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient
from typer.testing import CliRunner

from kits.members import Member
from kits.visitors import HostedMatch, Visitor
from meuse.cli import app
from meuse.server.app import build
from meuse.server.limits import Limits
from meuse.server.portable import BadFile, moment
from meuse.server.storage import Storage, records

counted = sa.select(sa.func.count()).select_from(records)


def admin(*arguments: Any) -> str:
    """What the command says; what it raises is raised."""
    result = CliRunner().invoke(app, ["admin", *map(str, arguments)], env={"COLUMNS": "200"})
    if result.exception is not None:
        raise result.exception
    return result.output


def serve(database: str) -> TestClient[Any]:
    return TestClient(build(database, Limits(rate=0)))


def played(client: Any) -> HostedMatch:
    """A match in which something has happened."""
    match = Visitor(client).start("skirmish")
    match.play(12)
    return match


def log(client: Any, match: HostedMatch) -> Any:
    return client.get(f"/api/seats/{match.german.secret}/log").json()


# -- backups


def test_a_backup_is_restored_into_either_kind_of_database(database: str, other_database: str, tmp_path: Path) -> None:
    with serve(database) as client:
        match, anna = played(client), Member(client, "Anna")
        anna.take(match.german)
        before = log(client, match)
        admin("backup", tmp_path / "all.gz", "--database", database)
    admin("restore", tmp_path / "all.gz", "--database", other_database)
    with serve(other_database) as client:
        assert log(client, match) == before
        anna.client = client
        assert anna.seat(match.id)["secret"] == match.german.secret


def test_a_backup_is_of_the_moment_at_which_it_was_begun(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with serve(database) as client:
        match = played(client)
        storage = Storage(database)
        with moment(storage.engine) as db:
            before = db.execute(counted).scalar_one()
            match.german.post("chat", text="on we go")
            assert db.execute(counted).scalar_one() == before
        with moment(storage.engine) as db:
            assert db.execute(counted).scalar_one() == before + 1
        storage.close()


def test_only_its_owner_reads_a_backup(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with serve(database) as client:
        played(client)
    admin("backup", tmp_path / "all.gz", "--database", database)

    assert (tmp_path / "all.gz").stat().st_mode & 0o077 == 0


def test_a_backup_is_not_restored_over_anything(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with serve(database) as client:
        played(client)
    admin("backup", tmp_path / "all.gz", "--database", database)

    with pytest.raises(BadFile, match="not empty"):
        admin("restore", tmp_path / "all.gz", "--database", database)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no gzip", "damaged"),
        (gzip.compress(b"no json\n"), "damaged"),
        (gzip.compress(b'{"meuse":"match","migration":"0001"}\n'), "holds a match"),
        (gzip.compress(b'{"meuse":"backup","migration":"0001"}\n'), "another release"),
    ],
    ids=["no gzip", "no lines", "a match", "another release"],
)
def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "all.gz").write_bytes(content)

    with pytest.raises(BadFile, match=reason):
        admin("restore", tmp_path / "all.gz", "--database", tmp_path / "new.sqlite3")


# -- matches


def test_a_match_moves_to_another_server_with_its_links(tmp_path: Path) -> None:
    here, there, file = str(tmp_path / "here.sqlite3"), str(tmp_path / "there.sqlite3"), tmp_path / "match.gz"
    with serve(here) as client:
        match = played(client)
        before = log(client, match)
    with serve(there):
        pass
    admin("export", match.id, file, "--database", here)
    admin("import", file, "--database", there)
    with serve(there) as client:
        assert log(client, match) == before

    with pytest.raises(BadFile, match="already"):
        admin("import", file, "--database", there)


def test_matches_are_listed_and_deleted(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with serve(database) as client:
        match = played(client)
        assert match.id in admin("list", "--database", database)
        admin("delete", match.id, "--database", database)
    assert match.id not in admin("list", "--database", database)

    with pytest.raises(ValueError, match="no match"):
        admin("delete", match.id, "--database", database)
    with pytest.raises(BadFile, match="no match"):
        admin("export", match.id, tmp_path / "match.gz", "--database", database)


# -- players


def test_a_name_is_blocked_at_once_and_let_in_again(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with serve(database) as client:
        anna = Member(client, "Anna")
        admin("block", "anna", "--database", database)
        assert anna.get("me").json()["error"] == "blocked"
        assert "blocked" in admin("players", "--database", database)
        admin("unblock", "Anna", "--database", database)
        assert anna.get("me").status_code == 200

    with pytest.raises(ValueError, match="no player called Bert"):
        admin("block", "Bert", "--database", database)


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no database"):
        admin("list", "--database", tmp_path / "none.sqlite3")
    assert not (tmp_path / "none.sqlite3").exists()
