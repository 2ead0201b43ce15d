"""Changes between any two lists. A row that stays keeps its element, its focus, its caret, its text and its video."""

import pytest

RANDOM = """
async ({ seed, rounds, sections }) => {
  const [{ apply }, { live, serverDOM }, { animatePatches }, { patchPresenters }, { find }, { of }, { keepFocus }] =
    await Promise.all(['copy/apply-patch', 'copy/server-dom', 'receiving/patch-animation', 'receiving/patch-presenters', 'copy/find-element',
      'page/own-properties', 'reading/keep-focus'].map((path) => import(`/espalier/${path}.js`)));
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/espalier/espalier.css' });
  await new Promise((resolve) => { sheet.onload = resolve; document.head.append(sheet); });
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const row = (id) => `<li id="${id}"><input name="q"><video muted=""></video>${id.split('/').pop()}</li>`;
  const ul = (rows) => `<ul role="list">${rows.join('')}</ul>`;
  const whole = (lists) => ul(Object.entries(lists).flatMap(([key, keys]) =>
    sections ? [`<li id="${key}">${ul(keys.map((inner) => row(`${key}/${inner}`)))}</li>`] : keys.map(row)));
  const address = (key, inner) => (sections ? `${key}/${inner}` : inner);

  // Puts some of the keys into the containers, in a random order; `v` is always present.
  function pick() {
    const lists = Object.fromEntries((sections ? ['one', 'two', 'three'] : ['']).map((key) => [key, []]));
    for (const key of [...'abcdefgh'].filter(() => random(3)).concat('v')) {
      const list = Object.values(lists)[random(Object.keys(lists).length)];
      list.splice(random(list.length + 1), 0, key);
    }
    return lists;
  }

  // The longest rising sequence: these rows need not move.
  function rising(places) {
    const best = [];
    places.forEach((place, index) => {
      const before = best.filter((other) => other.at(-1) < place);
      best[index] = [...(before.sort((a, b) => b.length - a.length)[0] ?? []), place];
    });
    return new Set(best.sort((a, b) => b.length - a.length)[0]);
  }

  function difference(before, after) {
    const home = new Map(Object.entries(before).flatMap(([key, keys]) => keys.map((inner) => [inner, key])));
    const wanted = new Set(Object.values(after).flat());
    const ops = [...home].filter(([inner]) => !wanted.has(inner)).map(([inner, key]) => ['-', address(key, inner)]);
    for (const [key, keys] of Object.entries(after)) {
      const stays = rising(keys.filter((inner) => home.get(inner) === key).map((inner) => before[key].indexOf(inner)));
      keys.forEach((_, index) => {
        const [inner, next] = [keys.at(-1 - index), keys[keys.length - index]];
        if (!home.has(inner)) ops.push(['+', key, row(address(key, inner)), next]);
        else if (home.get(inner) !== key) ops.push(['^', address(home.get(inner), inner), address(key, inner), next]);
        else if (!stays.has(before[key].indexOf(inner))) ops.push(['>', address(key, inner), next]);
      });
    }
    return ops;
  }

  let lists = pick();
  document.body.innerHTML = `<div id="~root">${whole(lists)}</div>`;
  const root = document.getElementById('~root');
  const tree = serverDOM();
  const presenting = patchPresenters();
  keepFocus({ of });
  animatePatches({ presenting, copy: { find: (address) => find(tree, address)?.[live] } });
  const rows = () => new Map([...root.querySelectorAll('li:has(> input)')].map((row) => [row.lastChild.data, row]));

  const canvas = document.createElement('canvas');
  const paint = canvas.getContext('2d');
  setInterval(() => paint.fillRect(random(99), 0, 9, 9), 20);
  const video = rows().get('v').querySelector('video');
  const heard = [];
  for (const type of ['pause', 'emptied', 'ended']) video.addEventListener(type, () => heard.push(type));
  video.muted = true;
  video.srcObject = canvas.captureStream();
  heard.length = 0;
  await video.play();

  for (let round = 0; round < rounds; round++) {
    const before = rows();
    const after = pick();
    const ops = difference(lists, after);
    const words = ['none', 'fade 40 linear', 'automatic 60', 'left ease-in'][random(6)];
    if (words) for (const op of ops) op[{ '-': 2, '>': 3, '+': 4, '^': 4 }[op[0]]] = words;
    const staying = Object.values(after).flat().filter((key) => before.has(key));
    const field = before.get(staying[random(staying.length)]).querySelector('input');
    field.value = `typed ${round}`;
    field.focus();
    field.setSelectionRange(2, 4);
    field.onblur = () => heard.push('blur');
    const time = video.currentTime;
    await new Promise((resolve) => presenting.present(ops, () => resolve(apply(tree, ops))));
    const now = rows();
    if (root.innerHTML.replace(/ (data-motion|style)="[^"]*"/g, '') !== whole(after)) return { round, ops, is: root.innerHTML };
    for (const key of staying) if (before.get(key) !== now.get(key)) return { round, ops, replaced: key };
    const is = [document.activeElement === field, field.value, field.selectionStart, field.selectionEnd, ...heard];
    if (is.join() !== `true,typed ${round},2,4`) return { round, ops, is };
    field.onblur = null;
    for (let wait = 0; video.currentTime === time && wait < 50; wait++) await new Promise((resolve) => setTimeout(resolve, 20));
    if (video.paused || video.currentTime === time) return { round, ops, paused: video.paused };
    lists = after;
  }
  return 'holds';
}
"""


@pytest.mark.parametrize("sections", [False, True], ids=["one list", "sections"])
@pytest.mark.parametrize(("motion", "seed"), [("reduce", 7), ("reduce", 70), ("no-preference", 700)])
def test_a_row_that_stays_keeps_its_element_and_its_video_keeps_playing(mock, open_page, sections, motion, seed):
    page = open_page(reduced_motion=motion)
    page.goto(mock.url + "/elsewhere")
    assert page.evaluate(RANDOM, {"seed": seed, "rounds": 25, "sections": sections}) == "holds"
