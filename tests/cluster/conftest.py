"""The browser's pages, for the tests in which somebody looks at them."""

from browser.conftest import pages

__all__ = ["pages"]
