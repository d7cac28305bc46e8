import fc from 'fast-check'

// Generates unusual values for every parameter.

const MEGABYTE = 1_000_000

const STRINGS = [
  ...['', ' ', '\t', '\0', 'a\0b', '\u001b[31m', '\u007f', '\u0001', '\ud800', '\udfff\ud800', 'a\ud83d'],
  ...[
    '\u202eabc',
    '\u200f',
    '\u2028',
    '\ufeff',
    `a${'\u0301'.repeat(1000)}`,
    '👨‍👩‍👧',
    'é',
    'e\u0301',
    'İ',
    'ß',
    '１２',
  ],
  ...['a\r\nX-Evil: 1', '\n', '%0d%0aX-Evil:%201', '%', '%%', '%zz', '%c0%80', '+', '&', '=', '#', '?', ';', ',', ',,'],
  ...["'", '"', '`', '\\', '\'";--', "' OR 1=1--", '"); drop table issue; --', '$1', '?1', ':id', '{', '[', '(', ')'],
  ...[`\${7*7}`, '{{7*7}}', '<%= 7 %>', '#{7}', '%s%n', '=cmd|x', '@SUM(1)', '<img src=x onerror=alert(1)>', '*', '**'],
  ...['../../etc/hosts', '..%2f..%2fetc%2fhosts', '..\\..', '/', '//', '.', '..', 'C:\\', 'file:///', '~', 'CON'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'then'],
  ...['null', 'undefined', 'true', 'false', 'NaN', 'Infinity', '[object Object]', 'EMPTY', 'none', '-', 'void 0'],
] as const

const NUMBERS = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '+1',
    '1.5',
    '200.0',
    '00012',
    '0x10',
    '1_000',
    '1e3',
    '1e999',
    '-1e999',
    '1e-400',
    '.5',
    '5.',
  ],
  ...['9007199254740993', '2147483648', '-2147483649', '4294967296', '9223372036854775807', '9223372036854775808'],
  ...['99999999999999999999999999999999999999', '1'.repeat(400), '１２３', '٣', '1,000', '1 000', '½', '200', '201'],
] as const

const DATES = [
  ...['0000-00-00', '0000-01-01', '0001-01-01', '2024-02-30', '2026-02-29', '2024-02-29', '2024-13-01', '2024-00-10'],
  ...['2024-03-01 24:00', '2024-03-01 23:60', '2024-03-01 12:00 AM', '9999-12-31', '9999-12-31 23:59', '10000-01-01'],
  ...['+010000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z'],
  ...['2024-03-31 02:30', '2024-03-01T00:00:00Z', '2024-03-01T00:00:00+14:00', '2024-03-01T00:00:00-23:59'],
  ...['2024-03-01T00:00:00.123456789Z', '2024-03-01T00:00:60Z', '20240301', '2024-W10-1', '2024-061', '01/Mar/24'],
  ...['now()', '-1d', '1709251200000', '1970-01-01', '1582-10-10', '2024-3-1', '2024-03-01T', 'T00:00', '1 BC'],
] as const

const PATTERNS = [
  ...[
    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    "'",
    "''",
    "'a",
    'GGGG',
    'EEEEEE',
    'MMMMMM',
    'uuuu',
    'YYYY-ww',
    'kk KK aa',
    'ZZZZZ',
  ],
  ...['y'.repeat(300), 'S'.repeat(400), 'd'.repeat(40), 'QQQQQ', 'nnnn', '[[]]', '{0}', '#', "h 'o''clock' a, zzzz"],
] as const

const ZONES = [
  ...['Europe/Berlin', 'europe/berlin', 'UTC', 'GMT+1', '+05:30', '-23:59', '+24:00', '+18:00:01', 'Etc/GMT-14', 'Z'],
  ...['America/Argentina/ComodRivadavia', 'posixrules', '../zone', 'Asia/Kathmandu', 'Pacific/Apia', 'localtime'],
] as const

/** Characters of which a megabyte may be expensive: for parsers, patterns, messages. */
const huge = fc
  .constantFrom('x', 'é', '(', '[', '{"a":', '-', ',', 'a,', "'", '"', '\\', ' ', '\0', '%', '1', 'y', '*a', 'a OR ')
  .map(text => text.repeat(Math.floor(MEGABYTE / text.length)))

/** Long enough to be unusual, short enough for a URL. */
const long = fc
  .tuple(
    fc.constantFrom('x', '(', ',', 'a,', '\u202e', '"', '-1', 'y', '[', '*', ' '),
    fc.integer({ min: 200, max: 12_000 }),
  )
  .map(([text, times]) => text.repeat(times / 4))

/** Generates arbitrary text; once in a few hundred times it is a megabyte. */
export const wildText: fc.Arbitrary<string> = fc.oneof(
  { weight: 120, arbitrary: fc.constantFrom(...STRINGS) },
  { weight: 50, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 50, arbitrary: fc.constantFrom(...DATES) },
  { weight: 20, arbitrary: fc.constantFrom(...PATTERNS) },
  { weight: 20, arbitrary: fc.constantFrom(...ZONES) },
  { weight: 40, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 20, arbitrary: fc.string() },
  { weight: 20, arbitrary: fc.string({ unit: fc.nat(0xffff).map(code => String.fromCharCode(code)) }) },
  { weight: 6, arbitrary: long },
  { weight: 1, arbitrary: huge },
)

/** Generates the same, but short enough for a name or a header. */
export const shortWildText: fc.Arbitrary<string> = wildText.map(text => text.slice(0, 300))
