"""A disabled button looks different from an enabled one, and its text can be read: light, dark and in forced colours."""

import pytest
from harness import Trials

# An enabled button, then the same disabled in both ways. A button that waits has a spinner instead.
BUTTONS = """(classes) => {
  const make = (className, states) => Object.assign(document.createElement('button'), { className, type: 'button', textContent: 'Save' }, states);
  const rows = classes.map((name) => {
    const row = document.createElement('p');
    row.append(...[{}, { disabled: true }, { ariaDisabled: 'true' }].map((states) => make(name, states)));
    return row;
  });
  document.querySelector('main').replaceChildren(...rows);
}"""
LOOK = """() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  // The colour that is seen, over the colours behind it.
  const seen = (opacity, ...layers) => {
    context.clearRect(0, 0, 1, 1);
    for (const [index, layer] of layers.entries()) {
      context.globalAlpha = index < 2 ? 1 : opacity;
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (color) => color.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = (color) => light(color).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const contrast = (one, other) => {
    const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05);
  };
  const probe = document.createElement('i');
  document.body.append(probe);
  probe.style.color = 'Canvas';
  const canvas = getComputedStyle(probe).color;
  return [...document.querySelectorAll('main p')].map((row) => [...row.children].map((button) => {
    const style = getComputedStyle(button);
    const layers = [style.opacity, canvas, getComputedStyle(document.body).backgroundColor, style.backgroundColor];
    const [ground, text] = [seen(...layers), seen(...layers, style.color)];
    return { text: `${text}`, contrast: contrast(text, ground), line: style.borderTopStyle };
  }));
}"""
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}]


@pytest.fixture(scope="module")
def plain():
    """The address of a page without a template."""
    server = Trials()
    yield server.address + "/rows"
    server.stop()


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: next(iter(look.values())))
@pytest.mark.parametrize(("address", "classes"), [("demo", ["primary", "quiet", "round", "e-load"]), ("plain", [""])])
def test_a_disabled_button_is_dim_and_can_be_read(open_page, server, plain, look, address, classes):
    page = open_page()
    page.emulate_media(**look)
    page.goto(plain if address == "plain" else server + "/simple")
    page.evaluate(BUTTONS, classes)
    page.mouse.move(0, 0)
    for name, (enabled, *disabled) in zip(classes, page.evaluate(LOOK), strict=True):
        for button in disabled:
            assert button["text"] != enabled["text"], name
            assert address == "plain" or button["line"] == "dashed" != enabled["line"], name
            # In forced colours, the system chooses the colour of disabled text.
            assert button["contrast"] >= (4.5 if "color_scheme" in look else 3), (name, button)
