import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { type Choices, endpointOf, type PageParameter } from '../state/choices.ts'
import { compareTexts } from '../texts/compare.ts'
import { texts } from '../texts/en.ts'
import { capitalize, inSentence } from '../texts/format.ts'
import { asOfText } from './as-of-text.ts'
import { calendarOf } from './calendar-of.ts'
import { comparisonIn, whyNotCompared } from './compared-window.ts'
import { groupingName, readGroupings } from './group-by.ts'
import { hasEffect, isAllHours } from './has-effect.ts'
import { knownColumns } from './known-columns.ts'
import { rangeTexts } from './range-texts.ts'
import { equalsIgnoringCase, reportTypeOf, splitList } from './report-type.ts'
import { readFilters } from './row-filters.ts'
import { sectionSummary } from './section-summary.ts'
import { parametersIn, sections } from './sections.ts'
import type { SettingError } from './setting-errors.ts'
import { membersOf, readColumns } from './status-columns.ts'

/** The parts of a question, in the order of the bar. */
export const partNames = [
  ...(['measure', 'issues', 'rows', 'columns', 'hours', 'dates'] as const),
  ...(['order', 'conditions', 'list', 'asOf', 'format'] as const),
] as const

/** A part of a question. */
export type PartName = (typeof partNames)[number]

/** A part of a question, as the bar shows it. */
export interface QuestionPart {
  readonly name: PartName
  /** What is chosen, in a few words. */
  readonly text: string
  /** The parameters of the part that have a control now. */
  readonly parameters: readonly PageParameter[]
  /** Whether the part has a place of its own; others are under "More". */
  readonly isShown: boolean
  /** What is missing or wrong in it. */
  readonly problems: readonly SettingError[]
}

/** The parts that are shown only when something is chosen in them. */
const RARE: readonly PartName[] = ['order', 'conditions', 'list', 'asOf', 'format']

/** The parameters that are not in the part of their section. */
const PARTS: Readonly<Partial<Record<PageParameter, PartName>>> = {
  sortBy: 'order',
  sortDir: 'order',
  filters: 'conditions',
  fields: 'list',
  pageSize: 'list',
  calendar: 'hours',
  dayLength: 'hours',
  asOf: 'asOf',
  timeZone: 'asOf',
}

const SECTIONS = {
  issues: 'issues',
  what: 'measure',
  rows: 'rows',
  columns: 'columns',
  time: 'dates',
  format: 'format',
} as const

const { question: text } = texts.builder

/** Returns the parts of a question that have a control now. */
export function questionParts(
  choices: Choices,
  catalogue: PageCatalogue,
  errors: readonly SettingError[],
): readonly QuestionPart[] {
  const partOfStatuses = limitsStatuses(choices, catalogue) ? 'measure' : 'columns'
  const parameters = sections.flatMap(section =>
    parametersIn(section, choices, catalogue).map(parameter => ({
      parameter,
      part: parameter === 'statuses' ? partOfStatuses : (PARTS[parameter] ?? SECTIONS[section]),
    })),
  )
  return partNames.flatMap(name => {
    const own = parameters.filter(({ part }) => part === name).map(({ parameter }) => parameter)
    if (own.length === 0) return []
    const problems = errors.filter(({ parameter }) => own.some(one => one === parameter))
    const isShown = !RARE.includes(name) || problems.length > 0 || isChosen(own, choices)
    return [{ name, text: partTexts[name](choices, catalogue), parameters: own, isShown, problems }]
  })
}

/** Returns the part with a parameter; `undefined` if it has no control now. */
export function partOf(parameter: string, parts: readonly QuestionPart[]): PartName | undefined {
  return parts.find(({ parameters }) => parameters.some(one => one === parameter))?.name
}

/** Returns whether statuses limit what is measured, rather than being the columns. */
export function limitsStatuses(choices: Choices, catalogue: PageCatalogue): boolean {
  const outer = reportTypeOf(choices, catalogue)?.outer
  return (outer === 'user' || outer === 'group') && hasEffect('statuses', choices, catalogue)
}

function isChosen(parameters: readonly PageParameter[], choices: Choices): boolean {
  // Days are what the page chooses by itself.
  const isDefault = (parameter: PageParameter) =>
    parameter === 'viewFormat' && equalsIgnoringCase('days', choices[parameter])
  return parameters.some(parameter => choices[parameter] !== undefined && !isDefault(parameter))
}

const partTexts: Readonly<Record<PartName, (choices: Choices, catalogue: PageCatalogue) => string>> = {
  measure: (choices, catalogue) => {
    const report = reportTypeOf(choices, catalogue)?.page.name ?? texts.builder.unknown(choices.columnsBy ?? '')
    const isList = endpointOf(choices) === 'list'
    const measure = isList ? report : text.aggregate(aggregateName(choices, catalogue), inSentence(report))
    const statuses = limitsStatuses(choices, catalogue) ? chosenStatuses(choices, catalogue) : []
    return statuses.length > 0 ? text.inStatuses(measure, statuses.join(', ')) : measure
  },
  issues: (choices, catalogue) => {
    const { issues, missing } = texts.builder
    const summary = sectionSummary('issues', choices, catalogue)
    return summary === issues.none ? missing.issues : summary
  },
  rows: (choices, catalogue) => {
    const { rows } = texts.builder
    const names = readGroupings(choices.groupByFields).map(one => groupingName(one, catalogue))
    const alone = endpointOf(choices) === 'list' ? rows.each : rows.together
    return names.length > 0 ? rows.by(names.join(', ')) : alone
  },
  columns: (choices, catalogue) => {
    const { columns } = texts.builder
    if (!limitsStatuses(choices, catalogue)) return sectionSummary('columns', choices, catalogue)
    const [people, groups] = [splitList(choices.assignees).length, splitList(choices.groups).length]
    if (hasEffect('groups', choices, catalogue)) return columns.groupCount(groups)
    return people > 0 ? columns.people(people) : columns.allAssignees
  },
  hours: (choices, catalogue) => {
    if (isAllHours(choices.calendar)) return texts.builder.time.allHours
    return calendarOf(choices.calendar, catalogue)?.name ?? texts.builder.unknown(choices.calendar!)
  },
  dates: choices => {
    const dates = rangeTexts(choices)
    const comparison = whyNotCompared(choices) === null ? comparisonIn(choices) : null
    const against = comparison === null ? [] : [compareTexts.chip[comparison]]
    return capitalize(dates.length > 0 ? [...dates, ...against].join(' · ') : texts.builder.time.anyTime)
  },
  order: (choices, catalogue) => {
    const { sortBy = '' } = choices
    const column = knownColumns(choices, catalogue).find(({ id }) => equalsIgnoringCase(id, sortBy))
    return sortBy === '' ? text.parts.order : capitalize(texts.builder.rows.sortedBy(column?.name ?? sortBy))
  },
  conditions: choices => texts.builder.rows.conditions(readFilters(choices.filters).length),
  list: ({ fields, pageSize = '200' }) =>
    fields === undefined ? text.pageSize(pageSize) : text.fields(splitList(fields).length),
  asOf: (choices, catalogue) => {
    const { timeZone } = choices
    const time = asOfText(choices, catalogue)
    return [...(time === null ? [] : [text.asOf(time)]), ...(timeZone === undefined ? [] : [timeZone])].join(' · ')
  },
  format: (choices, catalogue) => sectionSummary('format', choices, catalogue),
}

function aggregateName({ aggregationType = 'average', percentile }: Choices, { aggregates }: PageCatalogue): string {
  if (equalsIgnoringCase('percentile', aggregationType) && /^\d+$/.test(percentile ?? '')) {
    return text.percentile(Number(percentile))
  }
  return aggregates.find(({ name }) => equalsIgnoringCase(name, aggregationType))?.heading ?? aggregationType
}

function chosenStatuses(choices: Choices, { statuses }: PageCatalogue): string[] {
  const nameOf = (id: string) => statuses.find(status => status.id === id)?.name ?? id
  return readColumns(choices.statuses).flatMap(membersOf).map(nameOf)
}
