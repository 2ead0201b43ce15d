export const attribute = Object.freeze({
  patches: 'data-patches',
  version: 'data-version',
  on: 'data-on',
  status: 'data-espalier-status',
});

export const root = '~root';

export const header = Object.freeze({
  version: 'ETag',
});

export const media = Object.freeze({
  patch: 'application/vnd.espalier.patch+json',
  json: 'application/json',
});

export const operation = Object.freeze({
  set: '=',
  replace: '<',
  insert: '+',
  remove: '-',
  move: '>',
  relocate: '^',
  snapshot: '!',
  effect: '@',
});

export const event = Object.freeze({
  patch: 'patch',
  snapshot: 'snapshot',
  beat: 'beat',
  bye: 'bye',
});

export const query = Object.freeze({
  node: 'node',
  since: 'since',
  dialect: 'dialect',
  wait: 'wait',
});
