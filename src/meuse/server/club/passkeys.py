"""Passkeys, by the library `webauthn`: what browsers are asked, and whether their answers are true."""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from meuse.server import errors
from meuse.server.club.accounts import Passkey
from meuse.server.club.messages import Ceremony

MOST_OPEN = 5000
"""Questions to browsers that wait for an answer; the oldest are forgotten."""

NAME = "Meuse"


class Passkeys:
    """`address` is that of the server, as browsers know it: a passkey belongs to it and opens nothing elsewhere."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"--address {address}: an address begins with https:// and names the server")
        self._origin, self._host = f"{parts.scheme}://{parts.netloc}", parts.hostname
        self._open: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        """By ticket: what the passkey is to sign, and who it is for."""

    def to_make(self, name: str, known: Sequence[str] = ()) -> Ceremony:
        """Ask a browser for a new passkey."""
        options = generate_registration_options(
            rp_id=self._host,
            rp_name=NAME,
            user_name=name,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
        )
        return self._begun(options_to_json(options), options.challenge, name)

    def made(self, ticket: str, credential: dict[str, Any], player: str) -> Passkey:
        """The passkey that a browser has made; raises ServiceError."""
        challenge, _ = self._answered(ticket)
        try:
            found = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise _not_true() from error
        key = bytes_to_base64url(found.credential_public_key)
        return Passkey(bytes_to_base64url(found.credential_id), player, key, found.sign_count)

    def to_show(self) -> Ceremony:
        """Ask a browser for whichever passkey it has for this server."""
        options = generate_authentication_options(
            rp_id=self._host, user_verification=UserVerificationRequirement.REQUIRED
        )
        return self._begun(options_to_json(options), options.challenge, "")

    def shown(self, ticket: str, credential: dict[str, Any], known: Passkey) -> int:
        """How often the passkey says it has been used; raises ServiceError if it is not the one that is known."""
        challenge, _ = self._answered(ticket)
        try:
            found = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                credential_public_key=base64url_to_bytes(known.public_key),
                credential_current_sign_count=known.used,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise _not_true() from error
        return found.new_sign_count

    def name_for(self, ticket: str) -> str:
        """The name that a new passkey is made for."""
        return self._open[ticket][1] if ticket in self._open else ""

    def _begun(self, options: str, challenge: bytes, name: str) -> Ceremony:
        ticket = secrets.token_urlsafe(16)
        self._open[ticket] = challenge, name
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return Ceremony(ticket, json.loads(options))

    def _answered(self, ticket: str) -> tuple[bytes, str]:
        """Each question is answered once."""
        found = self._open.pop(ticket, None)
        if found is None:
            raise errors.ServiceError(401, "too_late", "That took too long. Try once more.")
        return found


def _not_true() -> errors.ServiceError:
    return errors.ServiceError(401, "bad_passkey", "This passkey does not belong to an account here.")
