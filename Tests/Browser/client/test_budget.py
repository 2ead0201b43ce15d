"""What the client may weigh."""

import gzip

from mock import PUBLIC

FILES = sorted((PUBLIC / "espalier").glob("*.js"))
MOTION = [file for file in FILES if file.stem in ("motion", "pace", "rows")]
SHARING = [file for file in FILES if file.stem in ("watch", "tabs")]
POLLING = [file for file in FILES if file.stem == "poll"]
LATER = [file for file in FILES if file.stem == "later"]
GROWTH = [file for file in FILES if file.stem == "grow"]
HOVERING = [file for file in FILES if file.stem == "hover"]
SEEING = [file for file in FILES if file.stem in ("sight", "told", "view")]
LEADING = [file for file in FILES if file.stem in ("effects", "focus")]
REORDERING = [file for file in FILES if file.stem in ("drag", "follow", "carry", "keys")]
# Starts the others, and says so where they do not arrive.
STARTER = [file for file in FILES if file.stem == "espalier"]
BARE = [file for file in FILES if file.stem == "bare"]
NOT_AT_ONCE = STARTER + BARE + MOTION + SHARING + POLLING + LATER + GROWTH + HOVERING + SEEING + LEADING + REORDERING


def weight(files):
    return len(gzip.compress(b"".join(file.read_bytes() for file in files), 9))


def test_what_every_page_needs_weighs_at_most_six_kilobytes():
    assert weight([file for file in FILES if file not in NOT_AT_ONCE]) <= 6 * 1024


def test_what_starts_the_client_weighs_next_to_nothing():
    assert weight(STARTER) <= 420


def test_what_shows_movement_weighs_little():
    assert weight(MOTION[:1]) <= 1600
    assert weight(MOTION) <= 4000


def test_what_shares_and_watches_the_stream_weighs_little():
    assert weight(SHARING) <= 1750


def test_polling_weighs_next_to_nothing():
    assert weight(POLLING) <= 420


def test_what_a_browser_without_cookies_needs_weighs_little():
    assert weight(BARE) <= 400


def test_what_lists_that_grow_need_weighs_little():
    assert weight(GROWTH) <= 1300


def test_what_loads_the_modules_that_a_page_needs_weighs_little():
    assert weight(LATER) <= 600


def test_what_lets_rows_push_each_other_weighs_little():
    assert weight(HOVERING) <= 1350


def test_what_moves_rows_weighs_little():
    assert weight(REORDERING) <= 4300


def test_what_rows_that_ask_for_their_sight_need_weighs_little():
    assert weight(SEEING) <= 2850


def test_what_leads_a_person_to_a_row_weighs_little():
    assert weight(LEADING) <= 2600


def test_modules_are_short_and_need_nothing():
    for file in FILES:
        lines = file.read_text().splitlines()
        assert len(lines) <= 100 and max(map(len, lines)) <= 120, file.name
        assert not any("eval(" in line or "from 'http" in line for line in lines)
