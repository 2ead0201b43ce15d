"""The client names the page's instance in the URL of a stream only if the browser stores no cookies."""

import json

from mock import cell, until

REFUSED = (404, {"Content-Type": "application/problem+json"}, json.dumps({"status": 404}).encode())


def open_list(mock, page, cookies=True):
    mock.patches_url = "/list/patches?tab=7#i1"
    mock.rows = cell("a", "1")
    if not cookies:
        page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })")
    page.goto(mock.url + "/list")


def test_with_cookies_the_url_of_a_stream_names_no_instance(mock, page):
    open_list(mock, page)
    page.wait_for_selector("html[data-espalier=live]")
    mock.drop()
    until(lambda: len(mock.gets) > 1 and mock.streams)
    assert all(get["tab"] == "7" and "instance" not in get for get in mock.gets)


def test_without_cookies_the_url_of_a_stream_names_the_instance(mock, page):
    open_list(mock, page, cookies=False)
    page.wait_for_selector("html[data-espalier=live]")
    mock.drop()
    until(lambda: len(mock.gets) > 1 and mock.streams)
    assert all(get["instance"] == "i1" for get in mock.gets)
    mock.change(2)
    page.wait_for_selector("[id=a]:text-is('2')")


def test_after_a_refusal_the_url_names_the_instance_even_if_the_browser_claims_to_store_cookies(mock, page, complaints):
    mock.refusal = lambda query: None if query.get("instance") == "i1" else REFUSED
    open_list(mock, page)
    page.wait_for_selector("html[data-espalier=live]")
    assert mock.gets[-1]["instance"] == "i1" and "instance" not in mock.gets[0]
    complaints.clear()
