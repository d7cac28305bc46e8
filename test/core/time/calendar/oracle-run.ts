// Compares the working time with the slow walk of oracle.ts: every zone, every calendar, thousands of random pairs of
// instants, and every minute within three hours of each clock change. Run it by hand or at night, not with every
// change.

import { bucketTable } from '../../../../src/core/time/calendar/cumulative-time.ts'
import { explainWorkingTime } from '../../../../src/core/time/calendar/explain-working-time.ts'
import { workingClock, workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import { calendarOf, shapes, zones } from './calendars.ts'
import { type CalendarShape, naiveClock, type Reading, readingByLibrary, seeded } from './oracle.ts'
import { readBuckets } from './read-buckets.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const FROM = Date.UTC(1970, 0, 1)
const TO = Date.UTC(2038, 0, 1)
const AROUND = 180 * MINUTE

/** The number of comparisons. */
export interface OracleCounts {
  zones: number
  calendars: number
  pairs: number
  explained: number
  clockChanges: number
  instantsNearChanges: number
  mismatches: number
}

/** Compares `pairs` random pairs per zone and calendar, and all instants near a clock change. Reports each mismatch. */
export function runOracle(pairs: number, seed: number, report: (line: string) => void): OracleCounts {
  const counts: OracleCounts = {
    zones: zones.length,
    calendars: shapes.length,
    pairs: 0,
    explained: 0,
    clockChanges: 0,
    instantsNearChanges: 0,
    mismatches: 0,
  }
  const random = seeded(seed)
  for (const zone of zones) {
    const read = readingByLibrary(zone, FROM, TO)
    const changes = clockChanges(read)
    counts.clockChanges += changes.length
    for (const shape of shapes) compare(shape, zone, read, changes, pairs, random, counts, report)
    report(`${zone}: ${changes.length} clock changes, ${counts.mismatches} mismatches so far`)
  }
  return counts
}

function clockChanges(read: Reading): number[] {
  const changes: number[] = []
  for (let at = FROM + MINUTE; at < TO; at += MINUTE)
    if (read(at) - at !== read(at - MINUTE) - (at - MINUTE)) changes.push(at)
  return changes
}

function compare(
  shape: CalendarShape,
  zone: string,
  read: Reading,
  changes: readonly number[],
  pairs: number,
  random: () => number,
  counts: OracleCounts,
  report: (line: string) => void,
): void {
  const calendar = calendarOf(shape, zone)
  const naive = naiveClock(shape, read, FROM, TO, MINUTE)
  const clock = workingClock(calendar)
  const buckets = readBuckets(bucketTable(calendar, FROM, TO))
  const check = (what: string, from: number, to: number, found: number): void => {
    const wanted = naive(to) - naive(from)
    if (found === wanted) return
    counts.mismatches++
    const period = `${new Date(from).toISOString()} .. ${new Date(to).toISOString()}`
    report(`MISMATCH ${zone} ${shape.name} ${period}: ${what} ${found}, walked ${wanted}`)
  }
  const instant = () => FROM + Math.floor(random() * (TO - FROM))
  for (let i = 0; i < pairs; i++) {
    const [from, to] = [instant(), instant()].sort((a, b) => a - b) as [number, number]
    check('workingTime', from, to, workingTime(calendar, from, to))
    check('buckets', from, to, buckets(to) - buckets(from))
    counts.pairs++
    if (i % 20 > 0) continue
    const soon = Math.min(from + Math.floor(random() * 30 * DAY), TO)
    check('explanation', from, soon, explainWorkingTime(calendar, from, soon).millis)
    counts.explained++
  }
  for (const change of changes) {
    const from = Math.max(change - AROUND, FROM)
    for (let minute = from; minute <= change + AROUND; minute += MINUTE) {
      for (const at of [minute - 1, minute, minute + 1]) {
        if (at < from) continue
        check('clock near a change', from, at, clock(at) - clock(from))
        check('buckets near a change', from, at, buckets(at) - buckets(from))
        counts.instantsNearChanges++
      }
    }
  }
}

if (process.argv.includes('--run')) {
  const seed = Number(process.env.SOJOURN_SEED ?? Date.now() % 2 ** 31)
  const counts = runOracle(3000, seed, line => console.log(line))
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`)
  process.exitCode = counts.mismatches === 0 ? 0 : 1
}
