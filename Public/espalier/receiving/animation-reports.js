// Tells the server when the animations that run now have ended.

import { randomID } from '../page/random-id.js';
import { reporter } from '../sending/post-reports.js';
import { attribute, effect } from '../page/wire-names.js';

/** A view transition takes its pictures before its animations begin. Milliseconds. */
const start = 100;

/**
 * @param {string} name the name that the server has given to the report
 * @param {PluginNeeds} needs
 */
export async function report(name, needs) {
  const page = needs.address.read(attribute.patches);
  await new Promise((go) => setTimeout(go, start));
  // The animations of its pictures may begin later than the others.
  for (let looks = 0; looks < 2; looks++) await Promise.allSettled(running().map(({ finished }) => finished));
  // Meanwhile somebody has gone to another page of the site.
  if (needs.address.read(attribute.patches) !== page) return;
  const post = reporter(needs, new AbortController().signal);
  await post('', `~${effect.report}`, { id: randomID(), body: new URLSearchParams({ data: name }) });
}

// Some animations have no end, such as those that show that something waits, and some follow the scroll position.
const running = () =>
  document.getAnimations().filter(
    ({ playState, timeline, effect: frames }) =>
      playState === 'running' &&
      timeline === document.timeline &&
      !document.hidden &&
      frames?.getComputedTiming().endTime !== Infinity,
  );
