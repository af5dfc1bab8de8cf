"""Speed & Flow looked back on."""

from quartett.review.flow.speed import review

__all__ = ["review"]
