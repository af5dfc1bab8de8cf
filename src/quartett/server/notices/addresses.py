"""E-mail addresses, as far as mails are sent there."""

import re

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
"""An address as nearly everybody has one; quotes, comments and spaces are none."""


def is_address(text: str) -> bool:
    """Whether mail can be sent there."""
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None
