/**
 * The codes of languages in number formats, in hexadecimal. A region has its own entry if its names differ.
 *
 * Excel also writes language tags there, but LibreOffice does not read them.
 *
 * Source: https://learn.microsoft.com/openspecs/windows_protocols/ms-lcid
 */
const CODES: Readonly<Record<string, string>> = {
  ar: '401',
  bg: '402',
  ca: '403',
  cs: '405',
  da: '406',
  de: '407',
  'de-at': 'C07',
  'de-ch': '807',
  el: '408',
  en: '409',
  'en-au': 'C09',
  'en-ca': '1009',
  'en-gb': '809',
  'en-ie': '1809',
  'en-in': '4009',
  'en-nz': '1409',
  es: 'C0A',
  'es-mx': '80A',
  et: '425',
  eu: '42D',
  fa: '429',
  fi: '40B',
  fr: '40C',
  'fr-ca': 'C0C',
  gl: '456',
  he: '40D',
  hi: '439',
  hr: '41A',
  hu: '40E',
  id: '421',
  is: '40F',
  it: '410',
  ja: '411',
  ko: '412',
  lt: '427',
  lv: '426',
  ms: '43E',
  nb: '414',
  nl: '413',
  no: '414',
  pl: '415',
  pt: '816',
  'pt-br': '416',
  ro: '418',
  ru: '419',
  sk: '41B',
  sl: '424',
  sv: '41D',
  th: '41E',
  tr: '41F',
  uk: '422',
  vi: '42A',
  zh: '804',
  'zh-hk': 'C04',
  'zh-tw': '404',
}

/** Returns the prefix of number formats with names of a locale, a BCP 47 tag; empty if its language has no code. */
export function localePrefix(locale: string): string {
  const tag = locale.toLowerCase()
  const code = CODES[tag] ?? CODES[tag.split('-')[0]!]
  return code === undefined ? '' : `[$-${code}]`
}
