"""Mail, sent by whatever mail server the club has, in a thread of its own."""

from __future__ import annotations

import logging
import smtplib
import time
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from meuse.server.errors import where

log = logging.getLogger("meuse.server")

PATIENCE = 20.0
"""Seconds in which the mail server must answer."""

MOST_WAITING = 500
VISITORS = 10_000


class Mailer:
    """`server` is smtp://user:password@host:port, which turns to TLS, smtps:// for TLS from the start, or
    smtp+plain:// for a mail server on this machine; raises ValueError for anything else.
    """

    def __init__(self, server: str, sender: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("smtp", "smtps", "smtp+plain") or not parts.hostname:
            raise ValueError("--smtp: a mail server is written as smtp://user:password@host:587")
        if "@" not in sender:
            raise ValueError("--mail-from: the address from which the server sends its mail")
        self._kind, self._host = parts.scheme, parts.hostname
        self._port = parts.port or {"smtps": 465, "smtp": 587}.get(parts.scheme, 25)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender = sender
        self._thread = ThreadPoolExecutor(1, "mail")
        self._waiting = 0

    def send(self, to: str, subject: str, text: str) -> bool:
        """Send a mail, soon; False if too many wait already."""
        if self._waiting >= MOST_WAITING:
            log.error("a mail is not sent: %s wait already", self._waiting)
            return False
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._sender.partition("@")[2])
        message.set_content(text)
        self._waiting += 1
        self._thread.submit(self._sent, message)
        return True

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _sent(self, message: EmailMessage) -> None:
        try:
            kind = smtplib.SMTP_SSL if self._kind == "smtps" else smtplib.SMTP
            with kind(self._host, self._port, timeout=PATIENCE) as server:
                if self._kind == "smtp":
                    server.starttls()
                if self._user:
                    server.login(self._user, self._password)
                server.send_message(message)
        except (OSError, smtplib.SMTPException, UnicodeError) as error:
            log.error("a mail could not be sent: %s", where(error))
        finally:
            self._waiting -= 1


class Allowance:
    """So many times in so many seconds for each of those who ask."""

    def __init__(self, times: int, seconds: float) -> None:
        self._times, self._seconds = times, seconds
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether somebody may do it once more; then he has."""
        lately = self._asked.pop(who, deque())
        while lately and lately[0] < time.monotonic() - self._seconds:
            lately.popleft()
        allowed = len(lately) < self._times
        if allowed:
            lately.append(time.monotonic())
        self._asked[who] = lately
        while len(self._asked) > VISITORS:
            self._asked.popitem(last=False)
        return allowed
