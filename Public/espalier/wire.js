// Every word that the server and these modules must spell alike: `WireName.swift` and the classes of its markup.

export const attribute = {
  patches: 'data-patches',
  version: 'data-version',
  on: 'data-on',
  status: 'data-espalier-status',
  move: 'data-move',
  name: 'data-name',
  grow: 'data-grow',
};

export const root = '~root';

export const media = {
  patch: 'application/vnd.espalier.patch+json',
  json: 'application/json',
};

export const header = {
  press: 'Espalier-Press',
};

export const operation = {
  set: '=',
  replace: '<',
  insert: '+',
  remove: '-',
  move: '>',
  relocate: '^',
  snapshot: '!',
  effect: '@',
};

export const event = {
  patch: 'patch',
  snapshot: 'snapshot',
  beat: 'beat',
  bye: 'bye',
};

export const query = {
  node: 'node',
  event: 'event',
  id: 'id',
  instance: 'instance',
  since: 'since',
  dialect: 'dialect',
  wait: 'wait',
};

export const dialect = {
  dom: 'dom',
};

// The words of an effect, for the element that it is about.
export const effect = {
  scroll: 'scroll',
  smooth: 'smooth',
  focus: 'focus',
};

// The event by which the page's root hears which rows are in view, and its fields.
export const visibilityEvent = {
  event: 'visibility',
  appeared: 'appeared',
  disappeared: 'disappeared',
  progressed: 'progressed',
  percent: 'percent',
};

// The class of a row that asks for its visibility begins with `e-visibility`; what follows says how.
export const visibilityKind = {
  top: 'top',
  quarters: 'quarters',
};

export const className = {
  handle: 'e-handle',
  movable: 'e-movable',
  select: 'e-select',
  sticky: 'e-sticky',
  strip: 'e-strip',
  visibility: 'e-visibility',
};

// When a button of a list that grows is pressed: its `data-grow`.
export const grow = {
  near: 'near',
  pull: 'pull',
};

// How far a row may be moved: its handle's `data-move`.
export const reach = {
  sections: 'sections',
};

// The layout numbers that are sums of their classes, and those that are one class.
export const layoutNumber = {
  sum: 'h w top bottom left right across down offset stack below',
  single: 'columns rule',
};
