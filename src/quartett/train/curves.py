"""The curves of a training, by matplotlib (the extra `plots`)."""

from pathlib import Path

from quartett.core.errors import QuartettError
from quartett.train.folder import read_log

PANELS = {
    "loss": ("loss", "value_loss"),
    "entropy": ("entropy",),
    "share of the wins": ("random", "frozen", "medium", "hard"),
}


def check_curves() -> None:
    """QuartettError unless curves can be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise QuartettError("curves need matplotlib: pip install 'quartett[plots]'") from None


def draw(folder: Path, path: Path) -> None:
    """Loss, entropy and win shares over the decisions learned from."""
    check_curves()
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    looks = read_log(folder)
    figure, panels = pyplot.subplots(len(PANELS), figsize=(7, 8), sharex=True, layout="constrained")
    for panel, (title, names) in zip(panels, PANELS.items(), strict=True):
        for name in names:
            points = [(each.decisions, getattr(each, name)) for each in looks]
            known = [(at, number) for at, number in points if number is not None]
            if known:
                panel.plot([at for at, _ in known], [number for _, number in known], label=name)
        panel.set_ylabel(title)
        panel.legend()
    panels[-1].set_xlabel("decisions")
    panels[-1].set_ylim(0, 1)
    figure.savefig(path)
    pyplot.close(figure)
