"""Accounts, where a club asks for them: links by mail, and what no passkey opens. Browsers make passkeys elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from kits.post import PostOffice, text_of
from kits.visitors import Visitor
from meuse.server.app import build
from meuse.server.club.mail import Allowance, Mailer
from meuse.server.club.signing import LINKS_TO_ONE, SignInTerms
from meuse.server.limits import Limits
from meuse.server.storage import Storage

ADDRESS = "http://localhost:8700"


@pytest.fixture
def post() -> Iterator[PostOffice]:
    office = PostOffice()
    yield office
    office.close()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite3")


@pytest.fixture
def club(database: str, post: PostOffice) -> Iterator[TestClient[Any]]:
    with TestClient(signed_in(database, post)) as client:
        yield client


def signed_in(database: str, post: PostOffice, invitation: str = "") -> Any:
    terms = SignInTerms(ADDRESS, post.url, "club@games.example")
    return build(database, Limits(rate=0), (), invitation, sign_in=terms)


def ask_for_link(client: TestClient[Any], post: PostOffice, mail: str = "anna@home.example") -> str:
    """The token in the link that is sent."""
    answer = client.post("/api/club/sign-in/mail", json={"mail": mail})
    assert answer.status_code == 200, answer.text
    return post.next_link()


def follow(client: TestClient[Any], token: str, **facts: str) -> Any:
    return client.post("/api/club/sign-in/link", json={"token": token, **facts})


def new_player(client: TestClient[Any], post: PostOffice, name: str, mail: str) -> dict[str, str]:
    """Somebody new, with what shows his key."""
    key = follow(client, ask_for_link(client, post, mail), name=name).json()["key"]["key"]
    return {"authorization": f"Bearer {key}"}


# -- names


def test_a_club_with_accounts_says_so_and_gives_nobody_a_name_without_one(club: TestClient[Any]) -> None:
    refused = club.post("/api/club/players", json={"name": "Anna"})

    assert club.get("/api/club").json()["sign_in"] == {"mail": True}
    assert (refused.status_code, refused.json()["error"]) == (403, "sign_in")


def test_without_accounts_there_is_nothing_to_sign_in_to(service: Visitor) -> None:
    answer = service.client.post("/api/club/sign-in/mail", json={"mail": "anna@home.example"})

    assert service.client.get("/api/club").json()["sign_in"] is None
    assert (answer.status_code, answer.json()["error"]) == (404, "no_accounts")


# -- links by mail


def test_whoever_is_new_says_a_name_and_has_the_same_key_on_every_device(
    club: TestClient[Any], post: PostOffice
) -> None:
    token = ask_for_link(club, post)
    unknown = follow(club, token).json()
    first = follow(club, token, name="Anna").json()["key"]
    second = follow(club, ask_for_link(club, post, "Anna@HOME.example")).json()["key"]
    me = club.get("/api/club/me", headers={"authorization": f"Bearer {second['key']}"}).json()

    assert unknown == {"key": None}
    assert first == second
    assert me["name"] == "Anna"


def test_a_link_is_good_for_one_time(club: TestClient[Any], post: PostOffice) -> None:
    token = ask_for_link(club, post)
    follow(club, token, name="Anna")
    again = follow(club, token)

    assert (again.status_code, again.json()["error"]) == (401, "old_link")


def test_an_old_link_opens_nothing(club: TestClient[Any], post: PostOffice, database: str) -> None:
    token = ask_for_link(club, post)
    storage = Storage(database)
    with storage.engine.begin() as db:
        db.execute(sa.text("UPDATE sign_in_links SET until = '2020-01-01T00:00:00.000+00:00'"))
    storage.close()

    assert follow(club, token, name="Anna").json()["error"] == "old_link"


def test_a_name_that_is_taken_does_not_use_the_link_up(club: TestClient[Any], post: PostOffice) -> None:
    new_player(club, post, "Anna", "anna@home.example")
    token = ask_for_link(club, post, "other@home.example")
    refused = follow(club, token, name="anna")
    taken = follow(club, token, name="Bert")

    assert (refused.status_code, refused.json()["error"]) == (409, "taken")
    assert taken.json()["key"]["name"] == "Bert"


def test_a_mail_leads_to_the_address_of_the_server_whatever_the_request_says(
    club: TestClient[Any], post: PostOffice
) -> None:
    club.post("/api/club/sign-in/mail", json={"mail": "anna@home.example"}, headers={"host": "evil.example"})
    mail = post.mails.get(timeout=120)

    assert f"{ADDRESS}/name#link=" in text_of(mail)
    assert mail["To"] == "anna@home.example"
    assert mail["From"] == "club@games.example"


@pytest.mark.parametrize("mail", ["anna", "anna@", "a@b\nBcc: c@d", "a b@c", "a@b,c@d", f"{'a' * 250}@b.example"])
def test_what_is_not_an_address_is_refused(club: TestClient[Any], mail: str) -> None:
    assert club.post("/api/club/sign-in/mail", json={"mail": mail}).status_code == 400


def test_nobody_is_sent_more_than_a_few_links(club: TestClient[Any], post: PostOffice) -> None:
    for _ in range(LINKS_TO_ONE):
        ask_for_link(club, post)
    refused = club.post("/api/club/sign-in/mail", json={"mail": "anna@home.example"})

    assert (refused.status_code, refused.json()["error"]) == (429, "too_many")


def test_one_visitor_cannot_have_everybody_sent_links() -> None:
    allowance = Allowance(2, 3600.0)

    assert [allowance.take(who) for who in ("a", "a", "a", "b")] == [True, True, False, True]


def test_a_private_club_asks_whoever_is_new_for_its_phrase_too(database: str, post: PostOffice) -> None:
    with TestClient(signed_in(database, post, "three rivers")) as client:
        token = ask_for_link(client, post)
        refused = follow(client, token, name="Anna")
        invited = follow(client, token, name="Anna", invitation="Three Rivers")
        again = follow(client, ask_for_link(client, post))

    assert (refused.status_code, refused.json()["error"]) == (403, "not_invited")
    assert invited.json() == again.json()


def test_whoever_is_blocked_cannot_sign_in(club: TestClient[Any], post: PostOffice, database: str) -> None:
    new_player(club, post, "Anna", "anna@home.example")
    storage = Storage(database)
    with storage.engine.begin() as db:
        db.execute(sa.text("UPDATE players SET blocked = true"))
    storage.close()

    assert follow(club, ask_for_link(club, post)).json()["error"] == "blocked"


def test_tokens_and_keys_are_not_stored_in_plain_words(club: TestClient[Any], post: PostOffice, database: str) -> None:
    token = ask_for_link(club, post)
    key = follow(club, ask_for_link(club, post), name="Anna").json()["key"]["key"]
    stored = Path(database).read_bytes() + Path(f"{database}-wal").read_bytes()

    assert b"anna@home.example" in stored
    assert token.encode() not in stored
    assert key.encode() not in stored


# -- the account of a name that was there before


def test_a_name_from_before_gets_an_account_by_an_address(database: str, post: PostOffice) -> None:
    with TestClient(build(database, Limits(rate=0))) as client:
        key = client.post("/api/club/players", json={"name": "Anna"}).json()["key"]
    shown = {"authorization": f"Bearer {key}"}
    with TestClient(signed_in(database, post)) as client:
        before = client.get("/api/club/me/account", headers=shown).json()
        client.post("/api/club/me/mail", json={"mail": "anna@home.example"}, headers=shown)
        follow(client, post.next_link())
        after = client.get("/api/club/me/account", headers=shown).json()
        elsewhere = follow(client, ask_for_link(client, post)).json()["key"]["key"]

    assert before == {"passkeys": 0, "mail": "", "notices": False}
    assert after == {"passkeys": 0, "mail": "anna@home.example", "notices": False}
    assert elsewhere == key


def test_an_address_belongs_to_one_account(club: TestClient[Any], post: PostOffice) -> None:
    new_player(club, post, "Anna", "anna@home.example")
    bert = new_player(club, post, "Bert", "bert@home.example")
    club.post("/api/club/me/mail", json={"mail": "anna@home.example"}, headers=bert)
    refused = follow(club, post.next_link())

    assert (refused.status_code, refused.json()["error"]) == (409, "taken")


def test_a_new_key_is_given_to_whoever_signs_in_next(club: TestClient[Any], post: PostOffice) -> None:
    anna = new_player(club, post, "Anna", "anna@home.example")
    new = club.post("/api/club/me/key", headers=anna).json()["key"]
    found = follow(club, ask_for_link(club, post)).json()["key"]["key"]

    assert found == new
    assert club.get("/api/club/me", headers=anna).status_code == 401


# -- passkeys


def test_a_passkey_that_nobody_made_here_opens_nothing(club: TestClient[Any]) -> None:
    begun = club.post("/api/club/sign-in/passkey/begin").json()
    credential = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}
    answer = club.post("/api/club/sign-in/passkey", json={"ticket": begun["ticket"], "credential": credential})

    assert begun["options"]["rpId"] == "localhost"
    assert begun["options"]["userVerification"] == "required"
    assert (answer.status_code, answer.json()["error"]) == (401, "bad_passkey")


@pytest.mark.parametrize("credential", [{}, {"id": "AAAA"}, {"id": 7, "response": []}, {"id": "\0", "response": None}])
def test_nonsense_makes_no_passkey(club: TestClient[Any], credential: dict[str, Any]) -> None:
    begun = club.post("/api/club/sign-up/begin", json={"name": "Anna"}).json()
    answer = club.post("/api/club/sign-up", json={"ticket": begun["ticket"], "credential": credential})
    again = club.post("/api/club/sign-up", json={"ticket": begun["ticket"], "credential": credential})

    assert (answer.status_code, answer.json()["error"]) == (401, "bad_passkey")
    assert again.json()["error"] == "too_late"


# -- letters


def test_a_letter_says_whose_turn_it_is_where_there_are_days_for_a_move(
    club: TestClient[Any], post: PostOffice
) -> None:
    anna = new_player(club, post, "Anna", "anna@home.example")
    bert = new_player(club, post, "Bert", "bert@home.example")
    without = club.post("/api/club/me/notices", json={"notices": True}, headers=bert).json()
    secrets = {pace: begin(club, anna, bert, {"kind": pace}) for pace in ("leisure", "days")}
    for secret in secrets.values():
        answer = club.post(f"/api/seats/{secret}/orders", json={"number": 0, "order": ["bid", "0"]})
        assert answer.status_code == 200, answer.text
    letter = post.mails.get(timeout=120)

    assert without["notices"] is True
    assert letter["To"] == "bert@home.example"
    assert letter["Subject"].startswith("Your turn: ")
    assert post.mails.empty()
    assert not any(secret in text_of(letter) for secret in secrets.values())


def test_whoever_has_no_address_cannot_be_written_to(database: str, post: PostOffice) -> None:
    with TestClient(build(database, Limits(rate=0))) as client:
        key = client.post("/api/club/players", json={"name": "Anna"}).json()["key"]
    with TestClient(signed_in(database, post)) as client:
        shown = {"authorization": f"Bearer {key}"}
        answer = client.post("/api/club/me/notices", json={"notices": True}, headers=shown)

    assert (answer.status_code, answer.json()["error"]) == (409, "no_mail")


def begin(club: TestClient[Any], host: dict[str, str], guest: dict[str, str], pace: dict[str, str]) -> str:
    """A game between two; the secret of the host's seat, on the German side."""
    wanted = {"game": "skirmish", "sides": "german", "pace": pace}
    invitation = club.post("/api/club/invitations", json=wanted, headers=host).json()["id"]
    match = club.post(f"/api/club/invitations/{invitation}/join", headers=guest).json()["match_id"]
    games = club.get("/api/club/games", headers=host).json()
    secret: str = next(game["secret"] for game in games if game["match"]["id"] == match)
    return secret


# -- settings


@pytest.mark.parametrize(
    ("server", "sender"),
    [("mail.example", "a@b"), ("http://mail.example", "a@b"), ("smtp://", "a@b"), ("smtp://mail.example", "nobody")],
)
def test_a_mail_server_is_written_as_it_must_be(server: str, sender: str) -> None:
    with pytest.raises(ValueError, match=r"--smtp|--mail-from"):
        Mailer(server, sender)


def test_a_mail_server_that_is_not_there_keeps_nobody_waiting() -> None:
    mailer = Mailer("smtp+plain://127.0.0.1:1", "club@games.example")

    assert mailer.send("anna@home.example", "Hello", "there")
    mailer._thread.shutdown()
    assert mailer._waiting == 0


@pytest.mark.parametrize("address", ["games.example", "ftp://games.example", "https://"])
def test_the_address_of_a_server_begins_with_https(tmp_path: Path, address: str) -> None:
    with pytest.raises(ValueError, match="--address"):
        build(str(tmp_path / "games.sqlite3"), sign_in=SignInTerms(address))
