"""What a tour of a page does: it walks to every control by keyboard alone, and then works the page at random, gestures included."""

# The elements that people use. A file field and a link lead elsewhere, so a random tour leaves them alone.
CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary"
# After so many presses of Tab the walk ends, and says nothing about the controls behind.
MOST = 150

BEGIN = """(selector) => {
  const usable = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.disabled && !element.closest('[inert]');
  window.tour = { controls: [...document.querySelectorAll(selector)].filter(usable), usable, reached: new Set(), last: undefined };
  tour.note = ({ target }) => {
    // Behind the last control the walk begins again.
    tour.isWhole ||= target === tour.controls[0] && tour.reached.size > 1;
    tour.reached.add(target);
    if (!tour.last || tour.last.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) tour.last = target;
  };
  addEventListener('focusin', tour.note, true);
  // The walk begins here, wherever somebody has pressed something before.
  document.activeElement.blur();
  tour.controls[0].focus();
}"""

# The lists that are one stop: arrow keys lead through their rows.
LISTS = ".e-arrows > ul, .e-arrows > table > tbody, .e-tree > ul[role=tree]"

# Returns the names of the controls that nobody can reach.
END = """(lists) => {
  removeEventListener('focusin', tour.note, true);
  // Nobody goes on typing: a field with the focus keeps its text.
  document.activeElement.blur();
  const { reached, last, usable } = tour;
  const isBehind = (control) => !tour.isWhole && last && last.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING;
  // One radio button of a group is a stop. The keys of a row in a tree do what its button does. In a row with the focus, Tab
  // goes to the other controls.
  const isServed = (control) =>
    (control.type === 'radio' && [...reached].some(({ name }) => name === control.name)) ||
    control.matches('.e-tree .e-fold') ||
    (control.closest(lists) && [...reached].some((other) => other.closest?.('li, tr') === control.closest('li, tr')));
  return tour.controls
    .filter((control) => control.isConnected && usable(control) && !reached.has(control) && !isBehind(control) && !isServed(control))
    .map((control) => `${control.localName} ${control.closest('[id]')?.id} ${control.ariaLabel ?? control.textContent.trim()}`.slice(0, 120));
}"""


def unreached(page):
    """Walks the page by keyboard alone. Returns the controls that the walk could not reach."""
    page.evaluate(BEGIN, CONTROLS)
    for count in range(1, MOST + 1):
        page.keyboard.press("Tab")
        if count % 10 == 0 and page.evaluate("tour.isWhole"):
            break
    for index in range(min(page.locator(LISTS).count(), 4)):
        walk(page, page.locator(LISTS).nth(index))
    return page.evaluate(END, LISTS)


def walk(page, rows):
    """Goes through the first rows of a list that is one stop."""
    stop = rows.locator("css=:scope > * :is(a[href], button, input, select, textarea, summary):not([tabindex='-1']), :scope > [tabindex='0']").first
    if stop.count() == 0 or not stop.is_visible():
        return
    stop.focus()
    page.keyboard.press("Control+Home")
    columns = page.evaluate("getComputedStyle(document.activeElement.closest('ul, tbody')).gridTemplateColumns.split(' ').length")
    for _ in range(min(rows.locator("css=:scope > *").count(), 40)):
        page.keyboard.press("ArrowRight" if columns > 1 else "ArrowDown")


# One random use of the page, other than a gesture: a press of a control, or text in a field. Returns what it did.
USE = """([region, choice, text]) => {
  const box = document.querySelector('dialog[open]') ?? document;
  const all = box === document ? [...document.querySelectorAll(region)].flatMap((part) => [...part.querySelectorAll('*')]) : [...box.querySelectorAll('*')];
  const usable = all.filter((element) =>
    element.matches('button, summary, input:not([type=hidden], [type=file]), select, textarea') && element.checkVisibility() && !element.disabled);
  const control = usable[Math.floor(choice * usable.length)];
  if (!control) return 'nothing';
  const name = `${control.localName} ${control.closest('[id]')?.id} ${control.ariaLabel ?? control.textContent.trim().slice(0, 40)}`;
  if (control.matches('button, summary, [type=checkbox], [type=radio]')) control.click();
  else {
    if (control.localName === 'select') control.selectedIndex = Math.floor(choice * control.options.length);
    else if (control.matches('[type=number], [type=range]')) control.value = control.min || '1';
    else if (!control.matches('[type=date], [type=time], [type=color]')) control.value = text;
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
  return name;
}"""


def use(page, region, chance):
    """Uses the page once, at random. Returns what it did."""
    kind = chance.random()
    handles = page.locator(".list .e-handle:visible")
    if kind < 0.1:
        way = chance.choice([-600, 400, 900])
        page.mouse.move(200, 400)
        page.mouse.wheel(0, way)
        return f"wheel {way}"
    if kind < 0.2 and handles.count() > 1:
        start = handles.nth(chance.randrange(min(handles.count(), 8)))
        start.scroll_into_view_if_needed()
        box = start.bounding_box()
        if box:
            x, y, way = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, chance.choice([-90, 70, 160])
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x, y + way, steps=4)
            page.mouse.up()
            return f"drag by {way}"
    return page.evaluate(USE, [region, chance.random(), chance.choice(["a", "Fig 7", "<b>&amp;", ""])])
