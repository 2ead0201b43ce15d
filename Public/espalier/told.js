// What the server was told of the rows that ask for it, and what there is to tell.

import { inView, isSeen, share } from './view.js';
import { root } from './wire.js';

export const asking = '.e-sight';
export const sighting = {
  event: 'sight',
  appeared: 'appeared',
  disappeared: 'disappeared',
  progressed: 'progressed',
  percent: 'percent',
};
// With what is known of how much of them is in view.
const told = new Map();

export const forget = () => told.clear();

// What differs from what was told, with an id; undefined where nothing does.
export function compose(form, isAway) {
  const body = new URLSearchParams(new FormData(form));
  const { size } = body;
  for (const row of new Set([...told.keys(), ...inView])) {
    const [was, before, now] = [told.has(row), told.get(row), share.get(row)];
    const is = row.matches(asking) && !isAway && isSeen(row, was);
    const address = row.id === root ? '' : row.id;
    is ? told.set(row, now) : told.delete(row);
    if (!row.isConnected) inView.delete(row);
    if (!row.matches(asking)) continue;
    if (was !== is) body.append(is ? sighting.appeared : sighting.disappeared, address);
    if (!is || now === before) continue;
    body.append(sighting.progressed, address);
    body.append(sighting.percent, now);
  }
  return body.size > size ? { id: Math.random(), body } : undefined;
}
