"""Makes the requests of Schemathesis reach further: to nodes that exist, in every format, as browsers with and without a cookie."""

import copy
import random

import schemathesis

PAGE_TYPES = ["application/json", "text/html", "*/*"]
EVENT_TYPES = [
    "application/json", "text/html", "application/json-patch+json", "application/vnd.espalier.patch+json", "text/vnd.turbo-stream.html",
    "image/png",
]
RANDOM = random.Random(1)
BROWSERS = [f"espalier={number:032x}" for number in range(4)]


@schemathesis.hook
def before_call(context, case, kwargs):
    query = case.query if isinstance(case.query, dict) else {}
    # Generated instances do not exist.
    if RANDOM.random() < 0.9:
        query.pop("instance", None)
    if RANDOM.random() < 0.8:
        case.headers["Cookie"] = RANDOM.choice(BROWSERS)
        case.headers["Sec-Fetch-Site"] = "same-origin"
    if case.path.endswith("/patches"):
        # A stream never ends, and a document may wait for a minute.
        case.headers["Accept"] = "application/json"
        if str(query.get("wait", "")).isdigit():
            query["wait"] = 0
    elif case.path.endswith("/events"):
        case.headers["Accept"] = RANDOM.choice(EVENT_TYPES)
        aim(case)
    else:
        case.headers["Accept"] = RANDOM.choice(PAGE_TYPES)


def aim(case):
    """Replaces most senders by one that exists. The data stays, or is the example, or is the example with one field of the data."""
    content = case.operation.definition.raw["requestBody"]["content"]["application/json"]
    examples = [example["value"] for example in content.get("examples", {}).values()]
    if not examples or not isinstance(case.body, dict) or RANDOM.random() < 0.2:
        return
    aimed = copy.deepcopy(RANDOM.choice(examples))
    data, example = case.body.get("data"), aimed["data"]
    if RANDOM.random() < 0.5:
        aimed["data"] = data
    elif isinstance(example, dict) and example and RANDOM.random() < 0.5:
        aimed["data"][RANDOM.choice(list(example))] = data
    if case.media_type != "application/json":
        aimed = {name: str(value) for name, value in aimed.items()}
    case.body = aimed
