"""A mail server in the test's own process: it takes every mail, and keeps it."""

from __future__ import annotations

import email
import queue
import re
import socketserver
import threading
from email.message import Message


class PostOffice:
    """Speaks as much SMTP as `smtplib` needs."""

    def __init__(self) -> None:
        self.mails: queue.Queue[Message] = queue.Queue()
        office = self

        class Counter(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                office.serve(self)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Counter)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"smtp+plain://127.0.0.1:{self._server.server_address[1]}"

    def next_link(self) -> str:
        """The token in the next mail that comes."""
        found = re.search(r"#link=(\S+)", text_of(self.mails.get(timeout=120)))
        assert found is not None
        return found[1]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def serve(self, line: socketserver.StreamRequestHandler) -> None:
        line.wfile.write(b"220 post\r\n")
        while said := line.rfile.readline().strip().upper():
            if said == b"DATA":
                line.wfile.write(b"354 go on\r\n")
                self.mails.put(email.message_from_bytes(_letter(line)))
            line.wfile.write(b"221 bye\r\n" if said == b"QUIT" else b"250 fine\r\n")


def text_of(mail: Message) -> str:
    """What a mail says."""
    payload = mail.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()


def _letter(line: socketserver.StreamRequestHandler) -> bytes:
    rows = []
    while (row := line.rfile.readline()) not in (b".\r\n", b""):
        rows.append(row)
    return b"".join(rows)
