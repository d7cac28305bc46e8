import type { FlowAnswers } from '../../app/operations/flow.ts'
import { dateText, type TimeFormat } from './flow-cells.ts'
import type { Rows } from './in-columns.ts'

type Answer = FlowAnswers['stability']
type Window = NonNullable<Answer['previous']>

/** Returns the numbers of the window, and of the one that it is compared with. */
export function stabilityRows(json: Answer, time: TimeFormat): Rows {
  const windows: Window[] = [json, ...(json.previous ? [json.previous] : [])]
  const row = (name: string, of: (window: Window) => string) => [name, ...windows.map(of)]
  const decimal = (value: number | null) => value?.toFixed(1) ?? '-'
  const date = (instant: string) => dateText(instant, json.timeZone)
  return [
    ['MEASURE', ...(json.previous ? ['NOW', 'BEFORE'] : ['VALUE'])],
    row('from', ({ window }) => date(window.from)),
    row('to', ({ window }) => date(window.last)),
    row('stable', ({ stable }) => ({ true: 'yes', false: 'no', null: 'unknown' })[`${stable}`]),
    row('arrivals', ({ arrivals }) => String(arrivals)),
    row('departures', ({ departures }) => String(departures)),
    row('in progress at the start', ({ start }) => String(start.wip)),
    row('in progress at the end', ({ end }) => String(end.wip)),
    row('total age at the start', ({ start }) => time(start.totalAge)),
    row('total age at the end', ({ end }) => time(end.totalAge)),
    row('average in progress', ({ averageWip }) => decimal(averageWip)),
    row('throughput x cycle time', one => decimal(one.throughputTimesCycleTime)),
    row('finished with a start', ({ finished }) => String(finished.count)),
    row('finished per day', ({ throughputPerDay }) => decimal(throughputPerDay)),
    row('mean cycle time', ({ meanCycleTime }) => time(meanCycleTime)),
  ]
}
