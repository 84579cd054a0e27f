"""Notices that it is your turn."""

from __future__ import annotations

import base64
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.error import HTTPError

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from kits.visitors import Visitor
from meuse.counters import Side
from meuse.server import webpush
from meuse.server.errors import ServiceError
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.messages import NewMatch, SeatOrder, Seats
from meuse.server.migrate import migrate
from meuse.server.notices import Notices
from meuse.server.play import give_order
from meuse.server.storage import Storage
from meuse.server.webpush import Gone, Subscription

# The worked example of RFC 8291, section 5.
BROWSER = Subscription(
    "https://push.services.mozilla.com/x",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_messages_are_sealed_as_the_standard_shows() -> None:
    private = ec.derive_private_key(int.from_bytes(decoded(SENDER), "big"), ec.SECP256R1())
    sealed = webpush.encrypt(b"When I grow up, I want to be a watermelon", BROWSER, private, decoded(SALT))

    assert sealed == decoded(SEALED)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://localhost/x",
        "https://169.254.169.254/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://fcm.googleapis.com:8080/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:99999/x",
        "https://[::1%25x.fcm.googleapis.com]/x",
        "https://[::1/x",
        "nonsense",
    ],
)
def test_nothing_is_sent_to_other_addresses_than_push_services(endpoint: str) -> None:
    assert not webpush.allowed(endpoint)


def test_the_push_services_of_the_browsers_are_known() -> None:
    assert webpush.allowed("https://fcm.googleapis.com/fcm/send/x")
    assert webpush.allowed("https://updates.push.services.mozilla.com/wpush/v2/x")
    assert webpush.allowed("https://web.push.apple.com/x")


class Post:
    """A push service that keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []
        self.gone = False

    def send(self, to: Subscription, message: bytes, key: str, topic: str) -> None:
        if self.gone:
            raise Gone
        self.sent.append(msgspec.json.decode(message))


def test_who_is_away_is_told_when_it_is_his_turn(database: str) -> None:
    storage, post = Storage(database), Post()
    migrate(storage.engine)
    house = House(storage, Hub())
    notices = Notices(house, post.send)
    wanted = NewMatch("skirmish", Seats(SeatOrder("here"), SeatOrder("here")), seed=7)
    created = house.create(wanted)
    german, allied = created.seats["german"] or "", created.seats["allied"] or ""
    notices.subscribe(allied, BROWSER)
    give_order(house, german, 0, ("bid", "2"))
    notices._threads.shutdown()

    assert [(m["title"], m["match"], m["side"]) for m in post.sent] == [("Your turn", created.id, "allied")]
    assert allied not in str(post.sent)
    house.close()


def test_a_browser_that_is_gone_is_forgotten(database: str) -> None:
    storage, post = Storage(database), Post()
    post.gone = True
    migrate(storage.engine)
    house = House(storage, Hub())
    notices = Notices(house, post.send)
    created = house.create(NewMatch("skirmish", Seats(SeatOrder("here"), SeatOrder("link"))))
    notices.subscribe(created.seats["allied"] or "", BROWSER)
    notices.on_turn(house.open(created.id), Side.GERMAN)
    notices._threads.shutdown()
    house._thread.shutdown()

    assert storage.subscriptions(created.id, "allied") == []
    storage.close()


class Elsewhere(BaseHTTPRequestHandler):
    """A push service that sends everybody to another address."""

    def do_POST(self) -> None:
        self.send_response(302)
        self.send_header("location", "/elsewhere")
        self.end_headers()

    def do_GET(self) -> None:
        raise AssertionError("somebody went there")

    def log_message(self, *_: object) -> None:
        pass


def test_a_push_service_cannot_send_us_elsewhere() -> None:
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as service:
        Thread(target=service.serve_forever, daemon=True).start()
        here = msgspec.structs.replace(BROWSER, endpoint=f"http://127.0.0.1:{service.server_port}/x")
        with pytest.raises(HTTPError, match="302"):
            webpush.send(here, b"Your turn", webpush.new_key(), "turn")
        service.shutdown()


def test_a_subscription_with_useless_keys_is_refused(service: Visitor) -> None:
    german = service.start("skirmish").german
    keys = {"p256dh": "x", "auth": "y"}

    assert german.post("push", endpoint=BROWSER.endpoint, keys=keys).json()["error"] == "bad_request"
    assert german.post("push", endpoint="https://localhost/", keys=keys).json()["error"] == "bad_request"
    assert len(service.client.get("/api/push-key").json()["key"]) == 87


def test_a_subscription_is_made_and_ended(service: Visitor) -> None:
    german = service.start("skirmish").german
    keys = {"p256dh": BROWSER.p256dh, "auth": BROWSER.auth}

    assert german.post("push", endpoint=BROWSER.endpoint, keys=keys).json() == {"subscribed": True}
    assert german.post("push", endpoint=BROWSER.endpoint, keys=keys).json() == {"subscribed": True}
    assert german.post("push/stop", endpoint=BROWSER.endpoint).json() == {"subscribed": False}


def test_a_feed_has_an_entry_while_it_is_your_turn(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    path = match.german.get("feed").json()["path"]
    before = service.client.get(path)
    match.german.order("bid", "2")
    after = service.client.get(path)

    assert before.headers["content-type"].startswith("application/atom+xml")
    assert "Your turn: Skirmish at Sedan" in before.text
    assert "<entry>" not in after.text


def test_the_feed_of_an_unknown_seat_is_refused(database: str) -> None:
    storage = Storage(database)
    migrate(storage.engine)
    house = House(storage, Hub())

    with pytest.raises(ServiceError):
        Notices(house).feed("unknown", "http://localhost")
    with pytest.raises(ServiceError):
        Notices(house).feed_of("unknown")
    house.close()


def test_a_feed_gives_no_seat_away_and_ends_with_its_link(service: Visitor) -> None:
    match = service.start("skirmish")
    path = match.german.get("feed").json()["path"]
    text, forged = service.client.get(path).text, service.client.get(path.replace(".german.", ".allied."))
    secret = match.german.secret
    match.german.secret = match.german.post("replace").json()["secret"]

    assert "<entry>" in text
    assert secret not in path + text
    assert forged.status_code == service.client.get(path).status_code == 404
    assert service.client.get(f"/api/seats/{path.rsplit('/', 1)[1]}/state").status_code == 404
    assert service.client.get("/api/feeds/a.b.%C3%A9").status_code == 404


def test_who_had_the_old_link_is_told_of_no_more_turns(database: str) -> None:
    storage, post = Storage(database), Post()
    migrate(storage.engine)
    house = House(storage, Hub())
    notices = Notices(house, post.send)
    created = house.create(NewMatch("skirmish", Seats(SeatOrder("here"), SeatOrder("link"))))
    allied = created.seats["allied"] or ""
    notices.subscribe(allied, BROWSER)
    house.replace_secret(allied)
    notices.on_turn(house.open(created.id), Side.GERMAN)
    notices._threads.shutdown()

    assert post.sent == []
    house.close()
