// Translates the texts that the client shows. Before this module, the server writes the texts of a language:
// `self.espalierTexts = { 'Close': 'Schließen', … }`. English pages do not load it.

const scope = /** @type {any} */ (self);
/** @type {Record<string, string>} */
const texts = scope.espalierTexts;

// A text with values, such as `Not saved: {reason}.`, as a pattern. The longest comes first, because one text may begin
// like another.
const patterns = Object.keys(texts)
  .filter((english) => english.includes('{'))
  .sort((one, other) => other.length - one.length)
  .map((english) => {
    const literal = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return { pattern: new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`, 's'), own: texts[english] };
  });

/** @type {(text: string) => string} */
const say = (text) => {
  if (Object.hasOwn(texts, text)) return texts[text];
  for (const { pattern, own } of patterns) {
    const values = pattern.exec(text)?.groups;
    if (!values) continue;
    /** @type {(match: string, name: string) => string} */
    const value = (_, name) => (name === 'reason' ? say(values[name]) : values[name]);
    return own.replace(/\{(\w+)\}/g, value);
  }
  return text;
};

scope.espalierSay = say;
