"""A file is there whole or not at all."""

from pathlib import Path

import pytest

from full_disk import no_file_larger_than
from quartett._system import at_home, write_whole
from quartett.core.errors import FormatError

FULL = Path("/dev/full")


def test_what_was_there_stays_where_the_new_does_not_fit(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"yesterday's")
    with no_file_larger_than(1000), pytest.raises(OSError, match=r"page\.html"):
        write_whole(page, b"x" * 5000)
    assert page.read_bytes() == b"yesterday's"
    assert list(tmp_path.iterdir()) == [page], "and nothing half-written lies about"


def test_a_replaced_file_keeps_its_place_and_its_mode(tmp_path: Path) -> None:
    page, link = tmp_path / "page.html", tmp_path / "link.html"
    page.write_bytes(b"old")
    page.chmod(0o600)
    link.symlink_to(page)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert page.read_bytes() == b"new"
    assert page.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_device_is_written_to_and_named_where_it_is_full() -> None:
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_whole(FULL, b"x")


def test_nobodys_home_is_named() -> None:
    with pytest.raises(FormatError, match="~nobody-we-know"):
        at_home(Path("~nobody-we-know/match.jsonl"))
