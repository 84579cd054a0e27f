"""Web push: a short message to a browser that is closed, encrypted so that only it can read it (RFC 8291, RFC 8292)."""

from __future__ import annotations

import base64
import secrets
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""The push services of the browsers; the service sends nothing to any other address that a page may name."""
RECORD_SIZE = 4096
KEEP_FOR = 86_400
"""Seconds that a push service may keep a message for a browser that is off."""
CONTACT = "mailto:meuse@example.org"


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """An answer that sends us elsewhere is an error: elsewhere might be anywhere."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


OPENER = urllib.request.build_opener(NoRedirects)


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser can be reached, and the keys to write to it."""

    endpoint: str
    p256dh: str
    auth: str


class Gone(Exception):
    """The browser does not want messages any more."""


def new_key() -> str:
    """A key by which push services know this service."""
    return _private_text(ec.generate_private_key(ec.SECP256R1()))


def public_key(key: str) -> str:
    """What a page needs to subscribe."""
    return _b64(_point(_private(key).public_key()))


def allowed(endpoint: str) -> bool:
    """Whether an address belongs to a push service."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    named = host.isascii() and host.replace("-", "").replace(".", "").isalnum()
    known = any(host == name or host.endswith(f".{name}") for name in SERVICES)
    return parts.scheme == "https" and named and known and port in (None, 443) and parts.username is None


def usable(subscription: Subscription) -> bool:
    """Whether the keys of a subscription are keys at all."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(subscription.p256dh))
        return len(_bytes(subscription.auth)) == 16
    except ValueError:
        return False


def send(subscription: Subscription, message: bytes, key: str, topic: str) -> None:
    """Send a message; a later one on the same topic takes its place. Raises Gone, or OSError."""
    body = encrypt(message, subscription, ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16))
    headers = {
        "authorization": f"vapid t={_token(subscription.endpoint, key)}, k={public_key(key)}",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(KEEP_FOR),
        "topic": topic,
    }
    request = urllib.request.Request(subscription.endpoint, body, headers, method="POST")
    try:
        OPENER.open(request, timeout=15).close()
    except urllib.error.HTTPError as error:
        if error.code in (404, 410):
            raise Gone from error
        raise


def encrypt(message: bytes, to: Subscription, private: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """One record of the content encoding aes128gcm, for the browser's eyes only."""
    theirs, mine = _bytes(to.p256dh), _point(private.public_key())
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = _derive(shared, _bytes(to.auth), b"WebPush: info\0" + theirs + mine, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


# -- helpers


def _token(endpoint: str, key: str) -> str:
    """Says to a push service who writes."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + 43_200, "sub": CONTACT}
    head = f"{_b64(msgspec.json.encode({'typ': 'JWT', 'alg': 'ES256'}))}.{_b64(msgspec.json.encode(claims))}"
    r, s = utils.decode_dss_signature(_private(key).sign(head.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{head}.{_b64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_bytes(key), "big"), ec.SECP256R1())


def _private_text(key: ec.EllipticCurvePrivateKey) -> str:
    return _b64(key.private_numbers().private_value.to_bytes(32, "big"))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
