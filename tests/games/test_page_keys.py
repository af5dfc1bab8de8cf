"""The page's texts are read together, so no two parts may give one key a meaning each."""

import json
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_key_of_the_page_belongs_to_one_part() -> None:
    files = [*ROOT.glob("web/src/**/messages/en.json"), *ROOT.glob("web/src/**/names/en.json")]
    keys = Counter(key for path in files for key in json.loads(path.read_text()))
    assert [key for key, count in keys.items() if count > 1] == []
