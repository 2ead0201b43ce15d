// The version that the page shows. It is an attribute of the page's form.

import { parse } from './patch-version.js';
import { attribute } from '../page/wire-names.js';

/** @param {Address} address */
export const shownBy = (address) => () => parse(address.read(attribute.version));

/**
 * @param {() => Version} shown
 * @returns {Reached}
 */
export const reachedBy = (shown) => (text) =>
  new Promise((resolve) => {
    const { epoch, number } = parse(text);
    const look = () => {
      if (shown().epoch === epoch && shown().number < number) return;
      document.removeEventListener('espalier:applied', look);
      resolve();
    };
    document.addEventListener('espalier:applied', look);
    look();
  });
