"""The description of the site at /openapi.json: it is valid, it names every page, and the server does what it says."""

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from harness import ALL, IS_LONG, JSON, cells
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

TOOLS = Path(sys.executable).parent
# The pages with parameters, and one URL of each.
PLACES = [*ALL, "/seeds/1", "/seeds?kind=herb"]
# What an answer must not be: an error of the server, or anything that the description does not have.
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "unsupported_method", "allow_header_conformance",
]


@pytest.fixture(scope="module")
def document(demos):
    client = demos.client()
    reply = client.get("/openapi.json")
    client.close()
    assert (reply.status, reply.type) == (200, JSON)
    return reply.json


def test_the_document_is_valid(document):
    validate(document)
    assert document["openapi"].startswith("3.1.")


def test_it_has_three_paths_for_each_page(document):
    pages = {path for path in document["paths"] if f"{path.rstrip('/')}/events" in document["paths"]}
    assert pages == {*ALL, "/seeds/{id}", "/people/{id}", "/database/{table}"}
    assert all(f"{page.rstrip('/')}/patches" in document["paths"] for page in pages)
    (kind, *_) = document["paths"]["/seeds"]["get"]["parameters"]
    assert kind["schema"] == {"type": "string", "enum": ["flower", "herb", "vegetable"]}
    (number, *_) = document["paths"]["/seeds/{id}"]["get"]["parameters"]
    assert (number["in"], number["required"], number["schema"]) == ("path", True, {"type": "integer"})


def test_the_document_is_sent_once_and_compressed(client):
    first = client.get("/openapi.json")
    again = client.get("/openapi.json", If_None_Match=first.headers["ETag"])
    assert (again.status, again.body) == (304, b"")
    head = client.ask("HEAD", "/openapi.json")
    assert (head.status, head.body, head.headers["ETag"]) == (200, b"", first.headers["ETag"])
    small = client.get("/openapi.json", Accept_Encoding="gzip")
    assert small.headers["Content-Encoding"] == "gzip" and len(small.body) < len(first.body) / 10


@pytest.mark.parametrize("path", PLACES)
def test_the_server_accepts_the_example_of_each_event(demos, document, path):
    nodes = Draft202012Validator({"$ref": "#/components/schemas/Node", "components": document["components"]})
    receipts = Draft202012Validator({"$ref": "#/components/schemas/Receipt", "components": document["components"]})
    first = demos.client()
    reply = first.get(path, JSON)
    nodes.validate(reply.json)
    events = [(cell["id"], event) for cell in cells(reply.json) for event in cell["events"]]
    first.close()
    for _, event in events:
        Draft202012Validator.check_schema(event["schema"])
        Draft202012Validator(event["schema"]).validate(event["example"])
    client, done = demos.client(), set()
    for node, event in events:
        # A list may have thousands of equal controls. One of each shape is enough.
        kind = (node.split("/")[0], event["name"], str(event["schema"]), str(event["example"])[:40])
        if kind in done or len(done) > 40:
            continue
        done.add(kind)
        # An earlier event may have removed the cell. A new client has its own page, unless all share it.
        now = {(cell["id"], other["name"]): other for cell in cells(client.get(path, JSON).json) for other in cell["events"]}
        if (node, event["name"]) not in now:
            client.close()
            client = demos.client()
            now = {(cell["id"], other["name"]): other for cell in cells(client.get(path, JSON).json) for other in cell["events"]}
        if other := now.get((node, event["name"])):
            receipt = client.send(path, node, other["name"], other["example"])
            assert receipt.status == 200, (node, other, receipt)
            receipts.validate(receipt.json)
    client.close()


def test_a_generated_client_reads_a_page_and_sends_an_event(demos, document, tmp_path, monkeypatch):
    source = tmp_path / "openapi.json"
    source.write_text(json.dumps(document))
    run([TOOLS / "openapi-python-client", "generate", "--path", source, "--meta", "none", "--output-path", tmp_path / "generated_api"])
    monkeypatch.syspath_prepend(tmp_path)
    api = importlib.import_module("generated_api")
    models = importlib.import_module("generated_api.models")
    page, lunch = (importlib.import_module(f"generated_api.api.lunch.{name}") for name in ("get_lunch", "send_lunch_event"))
    client = api.Client(base_url=demos.address, headers={"Accept": JSON})
    tree = page.sync(client=client)
    dish = next(child for child in tree.children if child.events)
    vote = dish.events[0]
    assert (tree.id, vote.name, vote.type_, vote.schema.to_dict()) == ("", "vote", "string", {"type": "string"})
    receipt = lunch.sync(client=client, body=models.EventToSend(node=dish.id, event=vote.name, data=vote.example))
    assert receipt.event == "vote" and receipt.route[0].handled
    votes = {child.id: child.model["votes"] for child in page.sync(client=client).children if child.events}
    assert votes[dish.id] == dish.model["votes"] + 1
    refusal = lunch.sync(client=client, body=models.EventToSend(node=dish.id, event="vote", data=7))
    assert isinstance(refusal, models.Problem) and (refusal.status, refusal.field) == (400, "data")


# The random requests are for the events of each page, and for the pages with parameters of their own: without ESPALIER_LONG=1, what all pages
# and their patches have in common is asked of those. The others try each limit of each field and each method; a few paths have all kinds of fields.
RANDOM = "/events$|^/(seeds|people|database|category|chat|live-table|scopes|healthz|openapi)"
RUNS = {
    "random": (["--phases", "examples,fuzzing", "--max-examples", "65"], 10_000) if IS_LONG else (
        ["--phases", "examples,fuzzing", "--max-examples", "4", "--include-path-regex", RANDOM], 500),
    "systematic": (["--phases", "coverage"], 5_000) if IS_LONG else (
        ["--phases", "coverage", "--include-path-regex", "^/(seeds|cart|scopes/tab|healthz|openapi)"], 500),
}  # fmt: skip


@pytest.mark.parametrize("run_of", RUNS)
def test_no_answer_is_outside_the_description(demos, tmp_path, run_of):
    """More than 1,000 requests, and 15,000 with ESPALIER_LONG=1."""
    options, fewest = RUNS[run_of]
    command = [TOOLS / "schemathesis", "run", f"{demos.address}/openapi.json", *options, "--seed", "1", "--request-timeout", "20",
               "--warnings", "off", "--checks", ",".join(CHECKS)]  # fmt: skip
    hooks = Path(__file__).with_name("api_hooks.py")
    said = run(command, cwd=tmp_path, env=os.environ | {"SCHEMATHESIS_HOOKS": str(hooks), "NO_COLOR": "1"})
    generated, passed = map(int, re.search(r"(\d+) generated, (\d+) passed", said).groups())
    assert generated == passed >= fewest, said


def run(command, **others):
    """Runs a program, and returns what it printed. Fails with that if the program fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=560, check=False, **others)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout
