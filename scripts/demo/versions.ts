import type { Instant } from '../../src/core/time/instant.ts'
import { DAY, END, HOUR, START } from './period.ts'
import type { Named } from './vocabulary.ts'

/** A release of a project. */
export interface Version extends Named {
  /** When it was or will be released. */
  readonly releaseAt: Instant
  /** `yyyy-MM-dd`. */
  readonly releaseDate: string
  readonly released: boolean
  readonly archived: boolean
}

const CADENCE = 42 * DAY

/**
 * Returns the versions of a project, one every six weeks: the oldest are archived, the last two are unreleased at the
 * end of the demo.
 *
 * They are named by their series and their number in it: `4.0`, `4.1`, ...
 */
export function versionsOf(series: number, firstId: number): readonly Version[] {
  const versions: Version[] = []
  for (let index = 0; versions.filter(version => !version.released).length < 2; index++) {
    const releaseAt = START + 29 * DAY + 15 * HOUR + index * CADENCE
    const name = `${series}.${index}`
    const archived = index < 3
    const releaseDate = new Date(releaseAt).toISOString().slice(0, 10)
    versions.push({ id: String(firstId + index), name, releaseAt, releaseDate, released: releaseAt <= END, archived })
  }
  return versions
}

/** Returns the version of the next release after an instant, or `undefined` if it is after the last one. */
export function nextVersion(versions: readonly Version[], at: Instant): Version | undefined {
  return versions.find(version => version.releaseAt > at)
}
