"""Laws for any list: the page equals what the server wrote, and a row that stays keeps its element."""

import pytest

LAW = """
async ({ seed, rounds, fallback }) => {
  if (fallback) delete Element.prototype.moveBefore;
  const [{ apply }, { serverDOM }] = await Promise.all(['apply-patch', 'server-dom'].map((name) => import(`/espalier/copy/${name}.js`)));
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const pick = (list) => list[random(list.length)];
  const inline = (depth) => {
    let html = '';
    for (let i = random(4); i > 0; i--) html += pick([
      () => pick(['one', 'two', 'three']),
      () => `<b${pick(['', ' class="x"', ' class="y" title="t"'])}>${pick(['a', 'b'])}</b>`,
      () => `<input name="${pick(['n', 'm'])}"${pick(['', ' value="v"', ' disabled=""'])}>`,
      () => `<details${pick(['', ' open=""'])}><summary>s</summary>${pick(['a', 'b'])}</details>`,
      () => `<textarea>${pick(['', 'a', 'b'])}</textarea>`,
      () => (depth ? `<div>${inline(depth - 1)}</div>` : ''),
    ])();
    return html.replace(/(one|two|three)+/g, '$1');
  };
  const list = (prefix, depth) => {
    const keys = [...'abcdef'].filter(() => random(2)).sort(() => random(3) - 1);
    return keys.map((key) => {
      const id = prefix + key;
      const isBox = depth && key < 'c';
      return `<li id="${id}">${isBox ? `<ul role="list">${list(`${id}/`, depth - 1)}</ul>` : inline(2)}</li>`;
    }).join('');
  };
  document.body.innerHTML = `<main><p>Not the list's.</p><div id="~root"><ul role="list">${list('', 2)}</ul></div></main>`;
  const root = document.querySelector('main ul');
  const tree = serverDOM();
  for (let round = 0; round < rounds; round++) {
    const fields = root.querySelectorAll('input:not([disabled]), textarea, summary');
    if (fields.length) pick(fields).focus();
    const before = new Map([...root.querySelectorAll('li')].map((row) => [row.id, row]));
    const cells = [...before.values()].filter((row) => !row.querySelector(':scope > ul'));
    const isWhole = !cells.length || random(2);
    const html = isWhole ? list('', 2) : inline(2);
    const place = isWhole ? root : pick(cells);
    const old = root.innerHTML;
    apply(tree, [isWhole ? ['!', `<ul role="list">${html}</ul>`] : ['<', place.id, html]]);
    if (place.innerHTML !== html) return { round, old, html, is: place.innerHTML };
    if (tree.body.innerHTML !== document.body.innerHTML) return { round, twin: tree.body.innerHTML };
    for (const row of root.querySelectorAll('li')) {
      if (before.has(row.id) && before.get(row.id) !== row) return { round, replaced: row.id };
    }
    for (const area of root.querySelectorAll('textarea')) {
      if (area.value !== area.textContent) return { round, area: area.value };
    }
  }
  return 'holds';
}
"""


@pytest.mark.parametrize("seed", [1, 20, 300])
@pytest.mark.parametrize("fallback", [False, True])
def test_any_list_becomes_any_other(mock, page, seed, fallback):
    page.goto(mock.url + "/elsewhere")
    assert page.evaluate(LAW, {"seed": seed, "rounds": 400, "fallback": fallback}) == "holds"
