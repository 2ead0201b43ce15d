// The names that the server and these modules share. They match `WireName.swift` and the classes in its markup.

export const attribute = {
  patches: 'data-patches',
  version: 'data-version',
  on: 'data-on',
  when: 'data-when',
  status: 'data-espalier-status',
  move: 'data-move',
  name: 'data-name',
  grow: 'data-grow',
  check: 'data-check',
  outline: 'data-outline',
  stale: 'data-stale',
  region: 'data-region',
  module: 'data-module',
  multipart: 'enctype',
  paste: 'data-paste',
  upload: 'data-upload',
  title: 'data-title',
  firstRow: 'data-first',
  rowCount: 'data-count',
  rowQuery: 'data-at',
};

// Attributes of a control: whether presses count once, what happens without a connection (`notLater`: the press is not
// sent later), and that its event is on its way. The header that tells the server that these modules send it.
export const press = {
  once: 'data-once',
  offline: 'data-offline',
  notLater: 'refused',
  waiting: 'data-waiting',
  header: 'Espalier-Press',
};

// The attribute of a modal dialog, and that of the control that Escape presses.
export const modal = 'data-modal';
export const cancel = 'data-cancel';

// The ids of the list of the page and of its form. No key can equal them.
export const root = '~root';
export const formID = '~form';

export const media = {
  patch: 'application/vnd.espalier.patch+json',
  json: 'application/json',
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
  age: 'age',
  instance: 'instance',
  tab: 'tab',
  since: 'since',
  dialect: 'dialect',
  wait: 'wait',
  repair: 'repair',
};

// The dialect of patches that these modules apply.
export const domDialect = 'dom';

// The words of an effect on an element.
export const effect = {
  scroll: 'scroll',
  focus: 'focus',
  title: 'title',
  language: 'language',
  notice: 'notice',
  navigate: 'navigate',
  dialog: 'dialog',
  dismiss: 'dismiss',
  report: 'report',
  message: 'message',
};

// The member of an entry of the browser's history that belongs to the client.
export const historyEntry = 'espalier';

// The cookie by which a tab finds its own tree again when it loads the page once more.
export const tabCookie = 'espalier-tab';

// The class of a notice that the server wrote into the page.
export const noticeClass = 'e-notice';

// In the URL of the page at any row, this stands for the text of the row. A row has its text in a class that begins so.
export const anyKey = '~';
export const urlKey = 'e-at-';

// The event that tells the page's root which rows are in view, and its fields.
export const visibilityEvent = {
  event: 'visibility',
  appeared: 'appeared',
  disappeared: 'disappeared',
  progressed: 'progressed',
  percent: 'percent',
  viewer: 'viewer',
};

// The event that tells a container how somebody scrolls its rows, and its field.
export const scrollEvent = {
  event: 'scrolled',
  moments: 'moments',
};

// A row that asks for visibility reports has a class that begins with `e-visibility`. The rest says which reports.
export const visibilityKind = {
  top: 'top',
  quarters: 'quarters',
};

export const className = {
  arrows: 'e-arrows',
  drop: 'e-drop',
  fades: 'e-fades',
  fold: 'e-fold',
  handle: 'e-handle',
  highlight: 'e-highlight',
  movable: 'e-movable',
  part: 'e-part',
  pinned: 'e-pinned',
  scrolls: 'e-scrolls',
  select: 'e-select',
  selected: 'e-selected',
  sticky: 'e-sticky',
  strip: 'e-strip',
  stays: 'e-stays',
  swipe: 'e-swipe',
  table: 'e-table',
  tools: 'e-tools',
  tree: 'e-tree',
  visibility: 'e-visibility',
  windows: 'e-rows',
};

// The `data-grow` of a growing list's button: when the client presses the button.
export const grow = {
  near: 'near',
  before: 'before',
  pull: 'pull',
};

// The `data-move` of a handle: how far a person may move its row.
export const allSections = 'sections';

// The layout numbers that are one class. The others are the sum of their classes.
export const singleNumbers = 'columns rule';
