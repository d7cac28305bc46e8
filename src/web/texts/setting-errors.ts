/** A kind of name: `a field`, `fields`. */
type Kind = readonly [one: string, several: string]

/** The texts about wrong settings, in English. */
export const errorTexts = {
  /** Settings without a control. An address can have them. */
  labels: {
    outputType: 'File format',
    csvSafe: 'CSV without formulas',
    csvBom: 'CSV for Excel',
    delimiter: 'Separator',
    decimal: 'Decimal sign',
    durations: 'Durations in CSV',
    columnNames: 'Column names in CSV',
    uniqueHeaders: 'Unique column names in CSV',
    engine: 'Database',
    percentiles: 'Additional percentiles',
    startIssueIndex: 'First issue of the page',
    orderBy: 'Order of the issues',
    orderDir: 'Direction of the order',
    issueKey: 'Issue',
    startDate: 'Issues from',
    endDate: 'Issues to',
    trimHistoryStartDate: 'Count time from',
    trimHistoryEndDate: 'Count time to',
  },
  short: (part: string) => `${part}: not possible`,
  labelled: (label: string, text: string) => `${label}: ${text}`,
  continued: (text: string) => `This ${text}`,
  details: 'Details',
  onOff: { true: 'on', false: 'off' },

  quoted: quote,
  notUsed: (label: string, reason = 'it has no effect on this report.') => `${quote(label)} is not used: ${reason}`,
  notPossible: 'This is not possible here.',
  twice: 'The address has this setting more than once.',
  unreadable: 'This part of the address cannot be read. Choose it again.',
  notOffered: (value: string, names: readonly string[]) => `${quote(value)} is not possible. ${choose(names)}`,
  choose,
  kinds: {
    project: ['a project that you have access to', 'projects that you have access to'],
    sprint: ['a sprint', 'sprints'],
    savedQuery: ['a saved query', 'saved queries'],
    calendar: ['a calendar', 'calendars'],
    group: ['a user group', 'user groups'],
    status: ['a status', 'statuses'],
    field: ['a field', 'fields'],
    column: ['a column of this report', 'columns of this report'],
  } as const satisfies Readonly<Record<string, Kind>>,
  unknown: (values: readonly string[], [one, several]: Kind) =>
    values.length === 1 ? `${quote(values[0]!)} is not ${one}.` : `${list(values.map(quote))} are not ${several}.`,
  ambiguous: (value: string, [, several]: Kind) => `There are several ${several} with the name ${quote(value)}.`,
  required: ([one]: Kind) => `Choose ${one}.`,
  choosePerson: 'Choose a person.',
  unknownUser: (value: string) => `${quote(value)} is not the login or the full name of one user.`,
  ambiguousUsers: 'A name in this list belongs to several people. Choose the person again.',
  sameName: (name: string) => `Two columns are named ${quote(name)}.`,
  emptyColumn: (name: string) => `The combined column ${quote(name)} has no status.`,

  otherSelector: (by: string) => `This does not apply, because the issues are selected by ${by}. Remove it.`,
  noEffect: (report: string) => `The report ${quote(report)} does not have this setting. Remove it.`,
  writeQuery: 'Write a query.',
  onlyInLists: (report: string, layout: string, list: string) =>
    `${quote(report)} reports dates, which cannot be summarized. Set ${layout} to ${quote(list)}.`,
  notByPeriod: (value: string, names: readonly string[]) =>
    `${quote(value)} is not possible if rows are grouped by the time worked. ${choose(names)}`,
  needsCalendar: (value: string, hours: string) =>
    `${quote(value)} needs a calendar. Choose one under ${hours}, or remove this.`,
  unequalDays: (names: readonly string[]) => `The working days of this calendar differ in length. ${choose(names)}`,
  percentile: 'Choose a whole number from 1 to 100.',
  notANumber: (value: string) => `${quote(value)} is not a number.`,
  notADate: (value: string) => `${quote(value)} is not a date. Choose a date.`,
  notAZone: (value: string) => `${quote(value)} is not a time zone. Choose one from the list, such as Europe/Berlin.`,
  afterEnd: (first: string, last: string) => `The first date, ${first}, is after the last one, ${last}.`,
  notADateField: (field: string) => `${quote(field)} is not a date. Group by it without a unit.`,
  noPeriodInList: 'This issue list cannot be grouped by the time worked. Choose a date, such as the month created.',
  severalPeriods: 'Rows can be grouped by only one unit of the time worked. Remove the others.',
  manyPeriods: 'There would be too many rows. Choose a longer unit, or count time from a later date.',
  otherGroup: 'This group does not match the groups of the rows. Show all groups.',
  groupsOfGroup: 'Choose the groups of the rows, or show the issues of all groups.',
}

/** The most characters of a value in a sentence. */
const MAX_VALUE = 60

/** The most names in a sentence. */
const MAX_NAMES = 10

function quote(value: string): string {
  return `“${value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)} …` : value}”`
}

function choose(names: readonly string[]): string {
  if (names.length === 0 || names.length > MAX_NAMES) return 'Choose one from the list.'
  return names.length === 1 ? `Choose ${names[0]}.` : `Choose one of: ${names.join(', ')}.`
}

function list(texts: readonly string[]): string {
  const shown = texts.length > MAX_NAMES ? [...texts.slice(0, MAX_NAMES), 'others'] : texts
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
