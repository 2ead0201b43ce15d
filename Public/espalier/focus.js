// Who takes a row away by a control that stands in it goes on at the same control of the next row.

const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';

export function focus(page, life) {
  let held;

  function hold() {
    const { activeElement: control } = document;
    held = control && { control, places: places(control) };
  }

  function mend() {
    const { control, places } = held ?? {};
    if (!control || control.isConnected || document.activeElement !== document.body) return;
    const heir = places.find((place) => place.isConnected);
    const twin = heir && [...heir.querySelectorAll(control.localName)].find((other) => name(other) === name(control));
    if (heir) give(twin?.checkVisibility() ? twin : heir);
  }

  document.addEventListener('espalier:patch', hold, life);
  document.addEventListener('espalier:applied', mend, life);
}

// The element, else the first control in it that can be seen; what has none takes the focus for once.
export function give(element, options = { preventScroll: true }) {
  const all = [element, ...element.querySelectorAll(controls)];
  const control = all.find((each) => each.matches(controls) && !each.disabled && each.checkVisibility());
  if (!control) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  (control ?? element).focus(options);
}

// Where to go on from a control, the nearest first: the rows beside its own, then those beside the row around it.
function places(control) {
  const found = [];
  for (let row = control.closest('li[id]'); row; row = row.parentElement.closest('li[id]')) {
    found.push(row.nextElementSibling, row.previousElementSibling, row.parentElement.closest('[id]'));
  }
  return found.filter(Boolean);
}

// What a control is called: by its event, or as a field.
const name = (control) => /[?&]event=([^&]*)/.exec(control.getAttribute('formaction'))?.[1] ?? control.name;
