// Adds the style sheet of tables if the page was loaded without a table, and a patch has brought one.

import { addSheet } from '../page/style-sheet.js';

/** @returns {ClientPlugin} */
export const install = () => ({ uninstall: addSheet(new URL('table.css', import.meta.url).href) });
