"""What the client may weigh."""

import gzip

from mock import PUBLIC

FILES = sorted((PUBLIC / "espalier").glob("*.js"))


def test_all_modules_weigh_at_most_six_kilobytes():
    assert len(gzip.compress(b"".join(file.read_bytes() for file in FILES), 9)) <= 6000


def test_modules_are_short_and_need_nothing():
    for file in FILES:
        lines = file.read_text().splitlines()
        assert len(lines) <= 100 and max(map(len, lines)) <= 120, file.name
        assert not any("eval(" in line or "from 'http" in line for line in lines)
