// Adds the style sheet of arrangements if the page was loaded without one, and a patch has brought one.

import { addSheet } from '../page/style-sheet.js';

/** @returns {ClientPlugin} */
export const install = () => ({ uninstall: addSheet(new URL('arrangements.css', import.meta.url).href) });
