/** A text, or a number. A number is matched as a whole, so that its digits are not taken for another one. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const LONG_INTEGER = /^-?\d{16,}$/

/**
 * Parses JSON without losing digits: an integer of more than 15 digits becomes a text.
 *
 * JSON.parse rounds such integers, and only newer versions of Node can hand out their source.
 */
export function parseExactJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return JSON.parse(text.replace(TOKEN, token => (LONG_INTEGER.test(token) ? `"${token}"` : token)))
}
