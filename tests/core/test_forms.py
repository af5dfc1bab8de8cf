"""What is not JSON is refused with what is wrong about it."""

import pytest

from quartett.core.errors import FormatError
from quartett.core.forms import parse_json


@pytest.mark.parametrize(
    "text",
    [
        '{"card": "\\ud83d"}',
        '{"card": "\\ud83d is far from the end"}',
        '["\\ud83d\\u0041"]',
        '{"\\ud83d": 1}',
        '["\ud83d"]',
        b'["\xed\xa0\xbd"]',
    ],
)
def test_a_surrogate_without_its_other_half_is_called_that(text: bytes | str) -> None:
    with pytest.raises(FormatError, match=r"not JSON: \\ud83d is one half of a surrogate pair"):
        parse_json(text)


@pytest.mark.parametrize("text", ['{"card": "red', '["\\\\ud83d', '["\\ud83d'])
def test_a_document_that_ends_too_early_is_called_that(text: str) -> None:
    with pytest.raises(FormatError, match="not JSON: Input data was truncated"):
        parse_json(text)
