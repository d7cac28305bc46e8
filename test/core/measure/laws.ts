import fc from 'fast-check'
import type { IssueHistory } from '../../../src/core/history/model.ts'
import type { Stay } from '../../../src/core/history/stay.ts'
import { toStays } from '../../../src/core/history/to-stays.ts'
import type { Clock } from '../../../src/core/measure/clock.ts'
import { type ReportWindow, reportWindow } from '../../../src/core/measure/window.ts'
import { runs } from '../../support/sampling.ts'
import { isMultiField } from '../../support/tracker-world.ts'
import { histories, instants } from '../../support/trackers.ts'

/** The settings of most properties of measures. */
export const RUNS = runs(200)

/** Returns the stays of a field of an issue, as imported. */
export function importedStays(history: IssueHistory, field = 'status'): Stay[] {
  return toStays(history, isMultiField).stays.filter(stay => stay.field === field)
}

/** All kinds of windows: trimmed at neither end, at one or at both, empty ones included. */
export const windows: fc.Arbitrary<ReportWindow> = fc
  .tuple(instants, fc.option(instants), fc.option(instants))
  .map(([asOf, start, end]) => reportWindow(asOf, start, end))

/** A clock on which only every second hour counts: never backwards, and never faster than time. */
export const halfTime: Clock = at => {
  const hour = 3_600_000
  const passed = Math.floor(at / (2 * hour))
  return passed * hour + Math.min(at - passed * 2 * hour, hour)
}

export { histories }
