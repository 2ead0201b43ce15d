// Tells the server when the animations of the page have ended.

import { randomID } from '../page/random-id.js';
import { reporter } from './post-reports.js';
import { effect } from '../page/wire-names.js';

/**
 * @param {string} name the name that the server has given to the report
 * @param {PluginNeeds} needs
 */
export async function report(name, needs) {
  // A view transition takes its pictures first. A hidden window shows no frames, so nothing is animated there.
  for (let frames = 0; frames < 2 && !document.hidden; frames++) await new Promise(requestAnimationFrame);
  while (running().length) await Promise.allSettled(running().map(({ finished }) => finished));
  const body = new URLSearchParams({ data: name });
  const post = reporter(needs, new AbortController().signal);
  await post('', `~${effect.report}`, { id: randomID(), body }).catch(() => {});
}

// Some animations have no end, such as those that show that something waits.
const running = () =>
  document.hidden ? [] : document.getAnimations().filter(({ playState, effect: frames }) =>
    playState === 'running' && frames?.getComputedTiming().endTime !== Infinity);
