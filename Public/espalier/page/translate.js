// The texts of the client are English. The script of another language, which comes before the client, translates them.

/** @type {(text: string) => string} */
export const translate = (text) => /** @type {any} */ (self).espalierSay?.(text) ?? text;
