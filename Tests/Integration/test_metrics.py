"""The numbers that /metrics shows."""

import json
import re
import time

import pytest
from harness import DOM_PATCH, HTML, JSON, JSON_PATCH, Stream, until

LIKE = {"node": "B/actions", "event": "like", "data": "Like"}
HELP = re.compile(r"# HELP ([a-z_:][a-z0-9_:]*) [^\n]+")
TYPE = re.compile(r"# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram)")
SAMPLE = re.compile(
    r'([a-z_:][a-z0-9_:]*)(?:\{([a-z_]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\[\\"n])*")*)\})? (-?[0-9.]+|\+Inf)')


def parse(text):
    """Parses the exposition into {name and labels: number}. Checks that each line has the format, is in its family and occurs once."""
    samples, kinds, family = {}, {}, None
    assert text.endswith("\n")
    for line in text[:-1].split("\n"):
        if match := HELP.fullmatch(line):
            family = match[1]
            assert family not in kinds
        elif match := TYPE.fullmatch(line):
            assert match[1] == family and family not in kinds
            kinds[family] = match[2]
        else:
            match = SAMPLE.fullmatch(line)
            assert match, line
            name = re.sub("_(bucket|sum|count)$", "", match[1]) if kinds[family] == "histogram" else match[1]
            assert name == family
            assert (kinds[family] == "counter") == name.endswith("_total")
            key = match[1] + (f"{{{match[2]}}}" if match[2] else "")
            assert key not in samples
            samples[key] = float(match[3])
    return samples, kinds


def scrape(client):
    reply = client.get("/metrics")
    assert reply.status == 200, reply
    assert reply.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert reply.headers["Cache-Control"] == "no-store"
    return parse(reply.text)[0]


def changed(before, after):
    """The numbers that changed, and by how much; without times, sizes, and connections of earlier tests, which close at any time."""
    volatile = re.compile(r"process_|.*_seconds_(sum|bucket)|espalier_(response_body|patch)_bytes|espalier_connections$")
    return {
        key: after[key] - before.get(key, 0)
        for key in after if after[key] != before.get(key, 0) and not volatile.match(key)}


def opened(server, count, path="/posts/patches"):
    streams = [Stream(server.port, path) for _ in range(count)]
    for stream in streams:
        assert stream.next()[1] == "snapshot"
    return streams


# The format


def test_every_line_has_the_format_and_histograms_add_up(client):
    client.post("/posts/events", LIKE)
    client.get("/nothing?\"\\\n".replace("\n", "%0A"), JSON)
    samples, kinds = parse(client.get("/metrics").text)
    assert [name for name, kind in kinds.items() if kind == "histogram"] == ["espalier_event_seconds", "espalier_flush_seconds"]
    for name in ("espalier_event_seconds", "espalier_flush_seconds"):
        buckets = [(key, number) for key, number in samples.items() if key.startswith(f"{name}_bucket")]
        assert [number for _, number in buckets] == sorted(number for _, number in buckets)
        bounds = [float(re.search('le="([^"]+)"', key)[1].replace("+Inf", "inf")) for key, _ in buckets]
        assert bounds == sorted(bounds) and bounds[0] == 0.00005 and bounds[-2:] == [5, float("inf")]
        assert buckets[-1][1] == samples[f"{name}_count"] > 0
        assert 0 < samples[f"{name}_sum"] < 60
    assert abs(samples["process_start_time_seconds"] - time.time()) < 600
    assert 1 << 20 < samples["process_resident_memory_bytes"] < 1 << 32


def test_head_is_answered_and_post_is_refused(client):
    assert client.ask("HEAD", "/metrics").status == 200
    for path in ("/metrics", "/readyz", "/healthz"):
        reply = client.ask("POST", path, "")
        assert reply.status == 405 and reply.headers["Allow"] == "GET, HEAD"


# The counts


def test_a_scrape_counts_itself_and_nothing_else(client):
    before = scrape(client)
    assert changed(before, scrape(client)) == {'espalier_requests_total{method="GET",status="200"}': 1}


def test_one_change_for_three_viewers_is_one_render_and_one_encoding(demos, client):
    client.post("/posts/events", LIKE | {"event": "comment", "data": "Comment"})
    streams = opened(demos, 3)
    before = scrape(client)
    assert before["espalier_streams"] == before['espalier_viewers{page="/posts"}'] == 3
    assert client.post("/posts/events", LIKE, DOM_PATCH).status == 200
    patches = [stream.next() for stream in streams]
    assert patches[0] == patches[1] == patches[2]
    after = scrape(client)
    assert changed(before, after) == {
        'espalier_requests_total{method="GET",status="200"}': 1,
        'espalier_requests_total{method="POST",status="200"}': 1,
        'espalier_events_total{outcome="handled"}': 1, "espalier_event_seconds_count": 1,
        "espalier_renders_total": 1, "espalier_flushes_total": 1, "espalier_flush_seconds_count": 1,
        "espalier_patches_total": 1, 'espalier_patch_encodings_total{dialect="dom"}': 1,
    }
    size = len(json.dumps(patches[0][2], separators=(",", ":"), ensure_ascii=False).encode())
    key = 'espalier_patch_bytes_total{dialect="dom"}'
    assert after[key] - before[key] == size
    assert after["espalier_response_body_bytes_total"] > before["espalier_response_body_bytes_total"] + 3 * size
    for stream in streams:
        stream.close()
    until(lambda: scrape(client)["espalier_streams"] == 0 == scrape(client)['espalier_viewers{page="/posts"}'])


def test_each_dialect_is_encoded_once(demos, client):
    client.post("/posts/events", LIKE | {"event": "share", "data": "Share"})
    streams = opened(demos, 2) + opened(demos, 2, "/posts/patches?dialect=json-patch")
    before = scrape(client)
    client.post("/posts/events", LIKE, JSON_PATCH)
    for stream in streams:
        stream.next()
    difference = changed(before, scrape(client))
    for dialect in ("dom", "json-patch"):
        assert difference[f'espalier_patch_encodings_total{{dialect="{dialect}"}}'] == 1
    assert difference["espalier_renders_total"] == difference["espalier_patches_total"] == 1
    for stream in streams:
        stream.close()


def test_events_are_counted_by_outcome(client):
    before = scrape(client)
    twice = LIKE | {"id": "metrics-0123456789"}
    for body in (twice, twice, LIKE | {"node": "Z"}, LIKE | {"event": "hate"}, LIKE | {"data": 7}, LIKE | {"colour": 1}):
        client.post("/posts/events", body)
    client.post("/posts/events", "{")
    client.post("/posts/events", LIKE, Origin="http://evil.example")
    client.post("/posts/events", LIKE, "image/png")
    client.post("/posts/events", "x", Content_Type="text/plain")
    client.submit("/simple/events", node="", event="none")
    difference = changed(before, scrape(client))
    assert {key: number for key, number in difference.items() if "event" in key and "seconds" not in key} == {
        'espalier_events_total{outcome="handled"}': 1, 'espalier_events_total{outcome="repeated"}': 1,
        'espalier_events_total{outcome="refused"}': 9,
        **{f'espalier_event_refusals_total{{code="{code}"}}': count for code, count in {
            "unknown-node": 1, "unknown-event": 2, "bad-payload": 1, "unprocessable": 1, "bad-json": 1, "forbidden": 1,
            "not-acceptable": 1, "unsupported-media-type": 1}.items()}}


def test_unknown_methods_share_one_label(demos, client):
    before = scrape(client)
    for number in range(5):
        client.ask(f"BREW{number}", "/posts")
    after = scrape(client)
    assert changed(before, after)['espalier_requests_total{method="other",status="405"}'] == 5
    assert not [key for key in after if "BREW" in key]


def test_requests_over_a_limit_are_counted_by_the_name_of_the_limit(demos, client):
    before = scrape(client)
    client.post("/posts/events", b"x" * (1 << 21))
    client.connection.close()
    client.post("/posts/events", "[" * 100)
    for request in (
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 40_000 + b"\r\n\r\n",
    ):  # fmt: skip
        demos.raw(request)
    difference = changed(before, scrape(client))
    assert {key: number for key, number in difference.items() if "rejections" in key} == {
        'espalier_rejections_total{limit="body"}': 1, 'espalier_rejections_total{limit="jsonDepth"}': 1,
        'espalier_rejections_total{limit="headerMemory"}': 2}
    for status in (414, 431):
        assert difference[f'espalier_requests_total{{method="other",status="{status}"}}'] == 1
    assert difference['espalier_requests_total{method="POST",status="413"}'] == 1


def test_instances_are_counted_by_page_and_scope(demos):
    scraper = demos.client()
    before = scrape(scraper)
    for _ in range(3):
        visitor = demos.client()
        visitor.get("/cart", HTML)
        visitor.get("/cart", HTML)
        visitor.close()
    difference = changed(before, scrape(scraper))
    assert difference['espalier_page_instances{page="/cart",scope="browser"}'] == 3
    assert difference['espalier_page_instances_made_total{page="/cart",scope="browser"}'] == 3
    scraper.close()


def test_open_connections_and_all_connections_are_counted(demos, client):
    scrape(client)
    until(lambda: scrape(client)["espalier_connections"] == 1)
    before = scrape(client)
    others = [demos.client() for _ in range(4)]
    for other in others:
        other.get("/healthz")
    during = scrape(client)
    assert during["espalier_connections"] == 5
    assert during["espalier_connections_total"] == before["espalier_connections_total"] + 4
    for other in others:
        other.close()
    until(lambda: scrape(client)["espalier_connections"] == 1)


# Access


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_a_request_through_a_proxy_is_not_local(client, header):
    assert client.ask("GET", "/metrics", **{header: "for=192.0.2.7"}).status == 404


def test_metrics_can_be_off_or_for_everyone(start):
    off = start("--metrics", "off").client()
    assert off.get("/metrics").status == 404 and off.get("/readyz").status == 200
    everyone = start("--metrics=everyone").client()
    assert everyone.ask("GET", "/metrics", Via="1.1 proxy").status == 200
