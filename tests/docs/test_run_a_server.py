"""The page on running a server is followed as far as a machine without root and containers can."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from typer.main import get_command
from typer.testing import CliRunner

from kits.visitors import Server, Visitor
from meuse.cli import app
from meuse.server import connections, limits
from meuse.server.app import build

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "run-a-server.md").read_text(encoding="utf-8")
SERVE: Any = get_command(app).commands["serve"]  # type: ignore[attr-defined]
OPTIONS = {name: param for param in SERVE.params for name in param.opts}


@pytest.fixture
def unit() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / "meuse.service")
    return parser["Service"]


def commands(page: str, word: str) -> list[list[str]]:
    """The commands of a page that begin so."""
    return [shlex.split(line) for line in re.findall(rf"^    ({word} .*)$", page, re.MULTILINE)]


def test_the_unit_starts_the_service_with_options_that_it_has(unit: configparser.SectionProxy) -> None:
    _, command, *arguments = unit["ExecStart"].split()

    assert command == "serve"
    assert [word for word in arguments if word.startswith("--") and word not in OPTIONS] == []


def test_the_variables_of_the_page_are_those_of_the_options() -> None:
    known = {param.envvar for param in SERVE.params} | {"MEUSE_TABLES", "MEUSE_VARIANTS"}
    named = set(re.findall(r"MEUSE_[A-Z_]+", PAGE + (DEPLOY / "Containerfile").read_text() + unit_text()))

    assert named <= known


def unit_text() -> str:
    return (DEPLOY / "meuse.service").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_the_proxy_asks_where_the_unit_listens(name: str, unit: configparser.SectionProxy) -> None:
    words = unit["ExecStart"].split()
    address = f"127.0.0.1:{words[words.index('--port') + 1]}"

    assert address in (DEPLOY / name).read_text(encoding="utf-8")
    assert words[words.index("--proxy") + 1] == "127.0.0.1"


def test_the_limits_of_the_page_and_of_the_proxies_are_those_of_the_service() -> None:
    head, body = f"{connections.HEAD:.0f}", f"{connections.BODY:.0f}"
    most = f"{limits.MAX_UPLOAD // 1_000_000}"
    caddy, nginx = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("Caddyfile", "nginx.conf"))

    assert f"{connections.MOST_OF_ONE} connections of an address" in PAGE
    assert f"{head} seconds for the head of a\nrequest and {body} for its body" in PAGE
    assert f"bodies of {most} MB" in PAGE
    assert [
        line for line in (f"read_header {head}s", f"read_body {body}s", f"max_size {most}MB") if line not in caddy
    ] == []
    assert f"client_header_timeout {head}s" in nginx
    assert f"client_body_timeout {body}s" in nginx
    assert f"client_max_body_size {most}m" in nginx


@pytest.mark.parametrize("name", ["--proxy", "--rate", "--metrics-from", "--log"])
def test_the_options_of_the_page_are_those_of_the_command(name: str) -> None:
    assert name in OPTIONS
    assert name in PAGE


def test_the_server_says_of_itself_what_the_page_shows(tmp_path: Path) -> None:
    shown = [json.loads(line) for line in re.findall(r'^    (\{"ok".*)$', PAGE, re.MULTILINE)]
    with TestClient(build(str(tmp_path / "games.sqlite3"))) as client:
        found = client.get("/health").json()

    assert [one | {"release": ""} for one in shown] == [found | {"release": ""}]
    assert re.search(r'"logger":"meuse.requests","method":"POST","route":"/api/seats/\{secret\}/orders"', PAGE)


def test_the_container_runs_what_is_there() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    _, command, *arguments = [*json_after(lines, "ENTRYPOINT"), *json_after(lines, "CMD")]
    targets = {
        line.split(":")[0] for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if ":" in line
    }

    assert (command, [word for word in arguments if word.startswith("--") and word not in OPTIONS]) == ("serve", [])
    assert set(re.findall(r"make (\w+) ", "\n".join(lines))) <= set(targets)


def json_after(lines: list[str], word: str) -> list[str]:
    found: list[str] = json.loads(next(line for line in lines if line.startswith(word)).removeprefix(word))
    return found


def test_a_server_is_looked_after_backed_up_upgraded_and_restored(
    unit: configparser.SectionProxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of the page in their order, beside a server that is killed as by an upgrade."""
    monkeypatch.chdir(tmp_path)
    server = Server("games.sqlite3", tmp_path / "log")
    server.start()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        client.post("/api/club/players", json={"name": "Anna"})
        match = Visitor(client).start("skirmish")
        match.german.order("bid", "1")
        follow("admin list|admin players|admin block|admin unblock|admin export|admin backup", match.id)
    server.kill()
    server.start()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        assert client.get(f"/api/seats/{match.german.secret}/log").json()[0]["order"] == ["bid", "1"]
    server.kill()
    monkeypatch.setenv("MEUSE_DATABASE", "restored.sqlite3")
    follow("admin restore|admin delete|admin import", match.id, "restored.sqlite3")


def follow(what: str, match: str, database: str = "games.sqlite3") -> None:
    """The page's commands that begin so, with the match that there is; an import comes after its deletion."""
    wanted = [words for words in commands(PAGE, "meuse") if re.match(what, " ".join(words[1:]))]
    for words in sorted(wanted, key=lambda words: what.split("|").index(" ".join(words[1:3]))):
        arguments = [match if word == "MATCH" else word for word in words[1:]]
        result = CliRunner().invoke(app, arguments, env={"MEUSE_DATABASE": database})
        assert result.exit_code == 0, (arguments, result.output, result.exception)
