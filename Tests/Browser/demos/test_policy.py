"""The pages' policy: nothing loads from elsewhere, and only Espalier's own script turns text into markup."""

import pytest
from harness import ALL
from live import cell

SINKS = {
    "innerHTML": "document.body.innerHTML = '<p>x'",
    "insertAdjacentHTML": "document.body.insertAdjacentHTML('beforeend', '<p>x')",
    "DOMParser": "new DOMParser().parseFromString('<p>x', 'text/html')",
    "script.src": "document.createElement('script').src = '/inspector.js'",
    "a policy of another name": "trustedTypes.createPolicy('other', {})",
    "a second policy of that name": "trustedTypes.createPolicy('espalier', {})",
}


@pytest.mark.parametrize("sink", SINKS)
def test_an_injected_script_cannot_create_markup(visit, complaints, sink):
    page = visit("/simple")
    refused = page.evaluate(f"() => {{ try {{ {SINKS[sink]}; return ''; }} catch (error) {{ return error.name; }} }}")
    assert refused == "TypeError"
    complaints.clear()


def test_patches_that_are_markup_are_applied_under_the_policy(visit, complaints):
    page = visit("/editing")
    cell(page, "apply").get_by_role("button").click()
    cell(page, "reset").wait_for()
    assert complaints == []


@pytest.mark.parametrize("path", ALL)
def test_every_page_has_the_policy(client, path):
    policy = client.get(path, "text/html").headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'self'", "require-trusted-types-for 'script'", "trusted-types espalier"} <= set(policy)
    assert not any("unsafe" in rule for rule in policy)
