// Presses the buttons of lists that grow: behind the last row when it comes near the window, above the first when a
// finger pulls the page down.

const { documentElement: root } = document;
const near = '[data-grow=near]';
const above = '[data-grow=pull]';
const far = 50;
const pressed = new WeakMap();
let buttons;
let observer;

// Called again when a patch brings such a button, or says that one is to be pressed.
export function grow(page, { signal }) {
  if (signal.aborted) return;
  if (!observer) install(signal);
  buttons = document.querySelectorAll(near);
  observe();
  // The browser's own gesture would load the page again.
  root.style.overscrollBehaviorY = document.querySelector(above) ? 'contain' : '';
}

// To be observed anew is to be told anew where it is.
function observe() {
  for (const button of buttons) {
    if (isPressed(button)) continue;
    observer.unobserve(button);
    observer.observe(button);
  }
}

// Once for each value: that is the state it is in.
const isPressed = (button) => pressed.get(button) === button.value;

function come(entries) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !target.matches(near) || isPressed(target)) continue;
    pressed.set(target, target.value);
    target.click();
  }
}

function install(signal) {
  let first;
  let button;

  function begin({ touches, target }) {
    [first] = touches;
    const isPull = touches.length === 1 && isFree(target);
    button = isPull ? document.querySelector(`${above}:not([aria-disabled=true])`) : undefined;
  }

  function drag({ touches: [touch] }) {
    if (!button) return;
    const [x, y] = [touch.clientX - first.clientX, touch.clientY - first.clientY];
    if (root.scrollTop > 0 || Math.abs(x) > Math.max(10, y)) end({});
    else show(y);
  }

  function end({ type }) {
    if (type === 'touchend' && button?.hasAttribute('data-pulled')) button.click();
    show(0);
    button = undefined;
  }

  function show(distance) {
    if (!button) return;
    root.style.setProperty('--espalier-pull', `${Math.min(Math.max(distance, 0), 2 * far)}px`);
    button.toggleAttribute('data-pulled', distance > far);
  }

  const listeners = { touchstart: begin, touchmove: drag, touchend: end, touchcancel: end };
  for (const type in listeners) document.addEventListener(type, listeners[type], { signal, passive: true });
  document.addEventListener('espalier:applied', observe, { signal });
  observer = new IntersectionObserver(come, { rootMargin: '200px 0px' });
  signal.addEventListener('abort', () => (observer = observer.disconnect()));
}

// Whether nothing else is meant: no scrolling back to the top, no drag of its own.
function isFree(target) {
  for (let element = target; element; element = element.parentElement) {
    if (element.scrollTop > 0 || getComputedStyle(element).touchAction === 'none') return false;
  }
  return true;
}
