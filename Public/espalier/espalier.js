// The first module of a page: starts the client.

import { start } from './start-client.js';

export { start };
export const stop = start();
