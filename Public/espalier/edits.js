// Counts how often a person has edited each form, and how many of these edits the client has sent.

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
 * Records that the client sends the fields as they were after `count` edits.
 * @param {HTMLFormElement} form
 * @param {number} count
 */
export const fieldsLeft = (form, count) => left.set(form, count);

/**
 * Whether a form that submits itself has edits that the client has not sent yet. No patch may overwrite them.
 * @param {HTMLFormElement | null} form
 */
export const isAhead = (form) =>
  form !== null && form.hasAttribute(attribute.on) && editCount(form) > (left.get(form) ?? 0);
