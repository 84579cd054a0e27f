"""Pictures of positions: of problems, and of the examples beside rules. Drawn when first asked for, and kept.

They lie beside what is made ahead (`prepared`), named by a fingerprint of the position, so that an old one is never
shown.
"""

from __future__ import annotations

import hashlib
import os

import msgspec

from meuse.drawing import THEMES, Theme
from meuse.drawing.vignette import scene
from meuse.examples import examples_of, places, refused
from meuse.examples import scene as scene_of
from meuse.game import Game, Position
from meuse.hexmap import Hex
from meuse.problems import Problem, position
from meuse.problems_words import places_of
from meuse.server import errors
from meuse.server.prepared import SHEETS, drawn_by

SIZE = (520, 300)

FAR = 7
"""Counters farther than this from what it is about are left out of the picture."""


class Drawing(msgspec.Struct, frozen=True):
    """A picture to be drawn: the name of its file, the position, and the hexes that it is about."""

    name: str
    theme: str
    position: str
    at: tuple[str, ...]


def of_problem(problem: Problem, theme: str) -> Drawing:
    """The picture of a problem; raises ServiceError."""
    start = position(problem)
    return drawing(f"problem-{problem.game}-{problem.id}", theme, start, places_of(problem, start.play()))


def of_example(game: str, number: int, theme: str) -> Drawing:
    """The picture of an example; raises ServiceError."""
    known = examples_of(game)
    if not 0 <= number < len(known):
        raise errors.ServiceError(404, "unknown_example", "There is no example with this number.")
    start = scene_of(game, known[number])
    begun = start.play()
    refusal = refused(begun, known[number].order)
    at = places(begun, known[number].order, refusal) if refusal is not None else ()
    return drawing(f"example-{game}-{number}", theme, start, at)


def drawing(name: str, theme: str, start: Position, at: tuple[str, ...]) -> Drawing:
    """The picture of a position; raises ServiceError."""
    if theme not in THEMES:
        raise errors.bad_request(f"A picture is {' or '.join(THEMES)}.")
    found = hashlib.blake2b(f"{drawn_by()} {start.text} {at}".encode(), digest_size=6)
    return Drawing(f"{name}-{found.hexdigest()}.{theme}.png", theme, start.text, at)


def kept(wanted: Drawing) -> bytes | None:
    """What was drawn before, if it was."""
    path = SHEETS / wanted.name
    return path.read_bytes() if path.is_file() else None


def draw(wanted: Drawing) -> bytes:
    """Draw, and keep it if the program's folder can be written to."""
    game = Position(wanted.position).play()
    theme: Theme = "dark" if wanted.theme == "dark" else "light"
    made = scene(game, theme, SIZE, _shown(game, wanted.at))
    try:
        SHEETS.mkdir(exist_ok=True)
        draft = SHEETS / f"{wanted.name}.{os.getpid()}"
        draft.write_bytes(made)
        draft.replace(SHEETS / wanted.name)
    except OSError:
        pass  # installed for all by somebody else: it is drawn again after the next start
    return made


def _shown(game: Game, at: tuple[str, ...]) -> set[Hex]:
    """The hexes that it is about, and those with counters near them."""
    g = game.state
    about = {g.map.index[label] for label in at if label in g.map.index}
    manned = {h for h in g.hex_of if h >= 0}
    near = {h for h in manned if any(g.map.distance(h, to) <= FAR for to in about)} if about else manned
    return about | near
