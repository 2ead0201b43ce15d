export const attribute = {
  patches: 'data-patches',
  version: 'data-version',
  on: 'data-on',
  status: 'data-espalier-status',
};

export const root = '~root';

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
  since: 'since',
  dialect: 'dialect',
  wait: 'wait',
};
