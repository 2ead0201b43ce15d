// How often a person has edited each form, and how often when its fields last left.

import { attribute } from './wire.js';

/** @type {WeakMap<HTMLFormElement, number>} */
const edits = new WeakMap();
/** @type {WeakMap<HTMLFormElement, number>} */
const left = new WeakMap();

/** @param {HTMLFormElement} form */
export const editCount = (form) => edits.get(form) ?? 0;

/** @param {HTMLFormElement} form */
export const countEdit = (form) => edits.set(form, editCount(form) + 1);

/**
 * The fields as they were after so many edits have left.
 * @param {HTMLFormElement} form
 * @param {number} count
 */
export const fieldsLeft = (form, count) => left.set(form, count);

/**
 * Whether a form that sends itself has text that has not left yet: no echo may overwrite it.
 * @param {HTMLFormElement | null} form
 */
export const isAhead = (form) =>
  form !== null && form.hasAttribute(attribute.on) && editCount(form) > (left.get(form) ?? 0);
