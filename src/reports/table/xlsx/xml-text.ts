/** The first line of every XML file. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The maximum length of a cell, in UTF-16 units. */
export const MAX_CELL_LENGTH = 32_767

const SPECIAL = /[&<>\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|_(?=x[0-9A-Fa-f]{4}_)/gu

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Parsers turn a plain CR LF into LF.
  '\r': '&#13;',
  // Spreadsheets read _x0041_ as A (ST_Xstring).
  _: '_x005F_',
}

/** Returns a text as XML content. Drops the characters that XML forbids, lone surrogates among them. */
export function xmlText(text: string): string {
  return text.replace(SPECIAL, character => REFERENCES[character] ?? '')
}

/** Returns a text as the value of an XML attribute in double quotes. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;')
}

/** Cuts a text at the maximum length of a cell, but not within a character. */
export function cutText(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text
  const isWithin = /[\ud800-\udbff]/.test(text[MAX_CELL_LENGTH - 1]!)
  return text.slice(0, isWithin ? MAX_CELL_LENGTH - 1 : MAX_CELL_LENGTH)
}
