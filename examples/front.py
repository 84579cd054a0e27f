"""A saved game as a plot of the front, later turns darker: python examples/front.py [FILE.meuse] [FILE.svg]"""

import sys

import meuse
from meuse import drawing, history

game = meuse.load(sys.argv[1] if sys.argv[1:] else "tests/replay/skirmish.meuse")
board, dots = game.state.map, []
for number, turn in enumerate(turns := history.history(game, None).turns, start=1):
    held = {board.hex(label) for label in turn.ground["german"]}
    for h in (h for h in held if any(n not in held for n in board.adjacent[h])):
        x, y = drawing.geometry(board).centres[board.label(h)]
        dots.append(f'<circle cx="{x}" cy="{y}" r="{6 + number}" fill="#c22" opacity="{number / len(turns):.2f}"/>')
with open(sys.argv[2] if sys.argv[2:] else "front.svg", "w", encoding="utf-8") as file:
    file.write(drawing.page(board).replace("</svg>", "".join(dots) + "</svg>"))
