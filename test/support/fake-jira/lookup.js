// @ts-check

/** @import { Named } from './model.ts' */

/**
 * Returns a value that exists, or throws an error that names what does not.
 *
 * @template T
 * @param {T | undefined} value
 * @param {string} kind
 * @param {string | number} name
 * @returns {T}
 */
export function required(value, kind, name) {
  if (value === undefined) throw new RangeError(`the fake tracker has no ${kind} '${name}'`)
  return value
}

/**
 * Returns the element with an id or a name, or throws.
 *
 * @template {Named} T
 * @param {readonly T[]} list
 * @param {string | undefined} text
 * @param {string} kind
 * @returns {T}
 */
export function named(list, text = '', kind) {
  return required(list.find(({ id }) => id === text) ?? list.find(({ name }) => name === text), kind, text)
}
