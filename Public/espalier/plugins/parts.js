// Adds the style sheet of ready-made contents if the page was loaded without them, and a patch has brought one.

import { addSheet } from '../page/style-sheet.js';

/** @returns {ClientPlugin} */
export const install = () => ({ uninstall: addSheet(new URL('parts.css', import.meta.url).href) });
