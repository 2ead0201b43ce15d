// Adds the style sheet of highlighted rows if a patch has brought the first such row.

import { addSheet } from '../page/style-sheet.js';

/** @returns {ClientPlugin} */
export const install = () => ({ uninstall: addSheet(new URL('highlight.css', import.meta.url).href) });
