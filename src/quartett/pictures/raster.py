"""A sheet as an array of colours, drawn by matplotlib (the extra `plots`)."""

from typing import Any

try:
    import matplotlib.backends.backend_agg as agg
    import numpy as np
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch
    from numpy.typing import NDArray
except ImportError as error:
    raise type(error)(
        f"pictures as arrays need {error.name}: pip install 'quartett[plots]'", name=error.name
    ) from None

from quartett.core.forms import Json
from quartett.pictures.sheet import PAPER, Box, Sheet, Words

DPI = 72
"""So a point is a pixel."""

ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def rgb_of(sheet: Sheet) -> NDArray[np.uint8]:
    """Rows, columns, and red, green and blue from 0 to 255."""
    height = round(sheet.height)
    figure = Figure((sheet.width / DPI, height / DPI), DPI, facecolor=PAPER)
    canvas: Any = agg.FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, sheet.width), ylim=(height, 0))
    axes.axis("off")
    for shape in sheet.shapes:
        if isinstance(shape, Box):
            axes.add_patch(_patch(shape))
        else:
            axes.text(shape.x, shape.y, shape.text, **_look(shape))
    canvas.draw()
    return np.array(canvas.buffer_rgba())[:, :, :3]


def _patch(box: Box) -> FancyBboxPatch:
    return FancyBboxPatch(
        (box.x, box.y),
        box.width,
        box.height,
        f"round,pad=0,rounding_size={box.radius}",
        facecolor=box.fill or "none",
        edgecolor=box.line or "none",
    )


def _look(words: Words) -> Json:
    return {
        "fontsize": words.size,
        "fontfamily": "DejaVu Sans",
        "fontweight": "bold" if words.bold else "normal",
        "color": words.fill,
        "ha": ANCHORS[words.anchor],
        "va": "baseline",
        "parse_math": False,
    }
