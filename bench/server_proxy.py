"""Puts a real nginx with `deploy/nginx.conf` before the service, and looks whether visitors are told apart.

PYTHONPATH=tests .venv/bin/python bench/server_proxy.py [NGINX]

NGINX is the program, if it is not on the path. All of it stays on this machine.
"""

from __future__ import annotations

import datetime
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect

from kits.visitors import Server, Visitor, free_port

DEPLOYED = Path(__file__).parents[1] / "deploy" / "nginx.conf"
BURST = 400
"""Requests that the service allows at once."""


def main(program: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(str(folder / "games.sqlite3"), folder / "server.log", "--proxy", "127.0.0.1", "--rate", "1")
        server.start()
        try:
            with nginx(program, folder, server.port) as port:
                checks = list(looked(port, server))
        finally:
            server.kill()
    for told, well in checks:
        print(f"{'well ' if well else 'WRONG'}  {told}")
    sys.exit(0 if all(well for _, well in checks) else 1)


def looked(port: int, server: Server) -> Iterator[tuple[str, bool]]:
    """What a proxy has to do, and whether it does."""
    anna, bert = visitor(port, "127.0.0.1"), visitor(port, "127.0.0.2")
    match = Visitor(anna).start("skirmish")
    with connect(
        f"wss://127.0.0.1:{port}/api/seats/{match.allied.secret}/updates", ssl=trusting(), open_timeout=60
    ) as page:
        match.german.order("bid", "2")
        yield "updates reach open pages", "changed" in "".join(page.recv(timeout=60) for _ in range(2))
    yield "links begin with https", "https://" in anna.get(match.allied.get("feed").json()["path"]).text
    yield "figures are for this machine only", anna.get("/metrics").status_code == 403
    yield "... which may read them", httpx.get(f"{server.address}/metrics", timeout=60).status_code == 200
    large = anna.post("/api/matches/upload", content=b"x" * 3_500_000, headers={"content-type": "application/json"})
    yield "larger bodies than 3 MB are refused", large.status_code == 413
    for _ in range(BURST + 50):
        last = anna.get("/api/push-key").status_code
    yield "a visitor who asks for too much is stopped", last == 429
    forged = {"x-forwarded-for": "192.0.2.1", "x-real-ip": "192.0.2.1", "forwarded": "for=192.0.2.1"}
    yield "... whatever address he claims to have", anna.get("/api/push-key", headers=forged).status_code == 429
    yield "... and nobody else is", bert.get("/api/push-key").status_code == 200


def visitor(port: int, address: str) -> httpx.Client:
    """Somebody who comes from an address of this machine."""
    transport = httpx.HTTPTransport(local_address=address, verify=trusting())
    return httpx.Client(base_url=f"https://127.0.0.1:{port}", transport=transport, timeout=60)


def trusting() -> ssl.SSLContext:
    """The certificate is made for this run."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@contextmanager
def nginx(program: str, folder: Path, behind: int) -> Iterator[int]:
    """The port on which it listens, for a service on the port behind it."""
    port, settings = free_port(), folder / "nginx.conf"
    certify(folder)
    settings.write_text(whole(folder, port, behind), encoding="utf-8")
    command = [program, "-p", str(folder), "-c", str(settings), "-g", "daemon off;"]
    subprocess.run([*command, "-t"], check=True)
    process = subprocess.Popen(command)
    try:
        while not answers(port):
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    try:
        return httpx.get(f"https://127.0.0.1:{port}/health", verify=trusting(), timeout=60).status_code == 200
    except httpx.TransportError:
        return False


def whole(folder: Path, port: int, behind: int) -> str:
    """Our part of the settings, with what a machine's own would have around it."""
    ours = DEPLOYED.read_text(encoding="utf-8").replace("127.0.0.1:8700", f"127.0.0.1:{behind}")
    ours = re.sub(r"listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;", ours)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in KINDS)
    certificate = f"ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;\n"
    return f"pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n{temporary}{certificate}{ours}}}\n"


KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def certify(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    valid = made.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
    (folder / "cert.pem").write_bytes(valid.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))


def found(arguments: list[str]) -> Any:
    program = arguments[0] if arguments else shutil.which("nginx")
    if program is None:
        sys.exit("nginx is not here: install it, or name the program")
    return program


if __name__ == "__main__":
    main(found(sys.argv[1:]))
