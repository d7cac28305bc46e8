import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { errorTexts } from '../texts/setting-errors.ts'
import { calendarOf } from './calendar-of.ts'
import { type FilterType, selectors } from './selectors.ts'
import { hasEqualDays } from './with-defaults.ts'

/** A value of a parameter, and its name on the page. */
export type OfferedChoice = readonly [value: string, name: string]

/** Returns the values that a control offers. */
type Offer = (choices: Choices, catalogue: PageCatalogue) => readonly OfferedChoice[]

const { issues, what, rows, time, format } = texts.builder

const directions: Offer = () => [
  ['desc', rows.directions.desc],
  ['asc', rows.directions.asc],
]

/** What the page offers, for each parameter with a fixed list of values. */
export const offeredChoices = {
  filterType: () => (Object.keys(selectors) as FilterType[]).map(one => [one, issues.filterTypes[one]]),
  columnsBy: (_, { reportTypes }) => reportTypes.map(({ name, page }) => [name, page.name]),
  aggregationType: (_, { aggregates }) => aggregates.map(({ name, label }) => [name, label]),
  averageDenominator: () => Object.entries(what.denominators),
  multiVisitBehavior: () => Object.entries(what.multiVisits),
  includeDeletedStatuses: () => Object.entries(errorTexts.onOff),
  sortDir: directions,
  orderDir: directions,
  calendar: ({ calendar }, catalogue) => {
    const chosen = calendarOf(calendar, catalogue)
    return [
      ['normalHours', time.allHours],
      // The value in the address can be another name of the calendar.
      ...catalogue.calendars.map(one => [one === chosen ? calendar! : one.id, one.name] as const),
    ]
  },
  dayLength: ({ calendar = '' }, catalogue) => {
    const hours = calendarOf(calendar, catalogue)?.dailyWorkingHours
    const { businessDays, '24HourDays': allDay } = time.dayLengths
    const workingDay: OfferedChoice = ['businessDays', hours ? time.hoursOf(hours) : businessDays]
    return [...(hasEqualDays(calendar, catalogue) ? [workingDay] : []), ['24HourDays', allDay]]
  },
  dateRangeField: () => Object.entries(time.fields),
  viewFormat: () => Object.entries(format.views).map(([value, [name]]) => [value, name]),
  emptyValueToken: () => Object.entries(format.empties),
} as const satisfies Readonly<Record<string, Offer>>
