"""What the browser client costs: size, first paint, time until a unit can be ordered and the ground is there, frames.

Frames are counted while the map is panned and zoomed; `rest_worst_ms` is the longest one in the moment after.

    PYTHONPATH=tests .venv/bin/python bench/client.py [GAME]

It starts a service and a Chromium of its own. Without a graphics card the browser paints with the processor, so frames
a second are lower here than on a desk; the figures are for comparing one day with another.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from kits.visitors import HERE, Server, Visitor

FLAGS = ["--no-sandbox", "--disable-gpu"]
SIZE = {"width": 1440, "height": 900}

PAINT = (
    """() => Object.fromEntries(performance.getEntriesByType('paint').map((entry) => [entry.name, entry.startTime]))"""
)

FRAMES = """async (kind) => {
  const map = document.querySelector('#map');
  const box = map.getBoundingClientRect();
  const times = [];
  const at = (n) => [box.x + box.width / 2 + 150 * Math.sin(n / 9), box.y + box.height / 2 + 100 * Math.cos(n / 7)];
  const fire = (type, x, y, more) => map.dispatchEvent(new PointerEvent(type, {
    bubbles: true, clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, ...more }));
  if (kind === 'pan') fire('pointerdown', ...at(0), { buttons: 1 });
  for (let n = 0; n < 120; n++) {
    if (kind === 'pan') fire('pointermove', ...at(n), { buttons: 1 });
    else map.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: box.x + box.width / 2,
      clientY: box.y + box.height / 2, deltaY: n % 40 < 20 ? -40 : 40 }));
    times.push(await new Promise(requestAnimationFrame));
  }
  if (kind === 'pan') fire('pointerup', ...at(120), { buttons: 0 });
  const rest = [times.at(-1)];
  while (rest.at(-1) - rest[0] < 1500) rest.push(await new Promise(requestAnimationFrame));
  const between = (list) => list.slice(1).map((time, n) => time - list[n]).sort((a, b) => a - b);
  const gaps = between(times);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const worst = { worst_ms: gaps.at(-1), rest_worst_ms: between(rest).at(-1) };
  return { fps: 1000 / mean, p95_ms: gaps[Math.floor(gaps.length * 0.95)], ...worst };
}"""


def bundle() -> dict[str, float]:
    """Kilobytes of the built client, as they are and compressed."""
    assets = sorted(Path(str(files("meuse.server").joinpath("static", "assets"))).iterdir())
    packed = sum(len(gzip.compress(path.read_bytes(), 9)) for path in assets) / 1000
    whole = sum(path.stat().st_size for path in assets) / 1000
    return {"whole_kb": round(whole, 1), "compressed_kb": round(packed, 1)}


GROUND = "[...document.querySelectorAll('canvas.ground')].some((one) => one.width !== 300)"
"""Whether a picture of the map has come: until then a canvas has the size it is born with."""


def loading(browser: Browser, address: str, ready: str) -> dict[str, float]:
    """Milliseconds until something is painted, and until the page can be used."""
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(address)
    page.wait_for_selector(ready, state="attached")
    usable = page.evaluate("performance.now()")
    paint: dict[str, float] = page.evaluate(PAINT)
    page.context.close()
    return {"first_paint_ms": round(paint["first-contentful-paint"]), "usable_ms": round(usable)}


def frames(page: Page) -> dict[str, Any]:
    """Frames a second while the whole map with all counters is panned and zoomed."""
    page.keyboard.press("0")
    page.wait_for_timeout(1000)
    found = {kind: page.evaluate(FRAMES, kind) for kind in ("pan", "zoom")}
    return {kind: {name: round(value, 1) for name, value in figures.items()} for kind, figures in found.items()}


def main(game: str) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        server = Server(str(Path(folder) / "games.sqlite3"), Path(folder) / "server.log")
        server.start()
        with httpx.Client(base_url=server.address, timeout=600) as client:
            table = Visitor(client).start(game, HERE, HERE, seed="7")
            table.play(60)
            address = f"{server.address}/s/{table.german.secret}"
            browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            told: dict[str, Any] = {"game": game, "bundle": bundle()}
            told["front"] = loading(browser, server.address, "article a.btn")
            told["table"] = loading(browser, address, ".piece")
            page = browser.new_context(viewport=SIZE).new_page()
            page.goto(address)
            page.wait_for_selector(".piece", state="attached")
            while not page.evaluate(GROUND):
                page.wait_for_timeout(20)
            told["ground_ms"] = round(page.evaluate("performance.now()"))
            told["counters"] = page.locator(".piece").count()
            told["frames"] = frames(page)
            browser.close()
        server.kill()
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "france40")
