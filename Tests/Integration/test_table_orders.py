"""A table with plain HTTP: its tree, its order, and orders that it refuses."""

import pytest
from harness import HTML, JSON_PATCH, find


@pytest.mark.parametrize(("column", "reason"), [("weight", "is not a column"), ("sell", "is not sortable"), ("", "is not a column")])
def test_an_order_by_an_unknown_or_unsortable_column_is_refused_with_the_columns(client, column, reason):
    reply = client.send("/table", "bench/header", "sort", {"column": column})
    assert reply.status == 422 and reply.json["field"] == "data.column"
    assert f"data.column: {reason}; the sortable columns are name, price, sold, left." in reply.json["detail"]


@pytest.mark.parametrize("data", [{}, {"column": 1}, {"column": "left", "isDescending": "down"}, "left"])
def test_an_order_of_another_form_is_refused(client, data):
    reply = client.send("/table", "bench/header", "sort", data)
    assert reply.status == 400 and reply.json["field"].startswith("data")


def test_a_table_sorts_for_a_client_without_a_browser(client):
    head = find(client.get("/table", "application/json").json, "bench/header")
    assert [column["id"] for column in head["model"]["columns"]] == ["name", "price", "sold", "left", "sell"]
    assert [event["example"]["column"] for event in head["events"]] == ["name", "price", "sold", "left"]
    patch = client.send("/table", "bench/header", "sort", {"column": "left"}, JSON_PATCH).json
    assert {op["op"] for op in patch} == {"move", "replace"}
    html = client.get("/table?view=full", HTML).text
    assert html.index('id="bench/Mullein"') < html.index('id="bench/Basil"') and "<thead" in html and 'class="e-select"' not in html
