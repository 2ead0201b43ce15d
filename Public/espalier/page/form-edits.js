// Counts how often a person has edited each form, and how many of these edits the client has sent.

import { of } from './own-properties.js';
import { attribute } from './wire-names.js';

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
 * Whether a form has edits that the client has not sent yet.
 * @param {any} form a form, or nothing
 */
export const isEdited = (form) => editCount(form) > (left.get(form) ?? 0);

/**
 * Whether a form submits itself when it is edited.
 * @param {HTMLFormElement} form
 */
export const submitsItself = (form) => of(form).hasAttribute(attribute.on);

/**
 * Whether such a form has edits that were not sent. No patch may overwrite its edits.
 * @param {any} form a form, or nothing
 */
export const isAhead = (form) => isEdited(form) && submitsItself(form);
