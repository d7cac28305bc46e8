import type { Instant } from '../../src/time/instant.ts'
import { DAY, END, HOUR, START } from './period.ts'
import type { Named } from './vocabulary.ts'

/** A release of a project. */
export interface Version extends Named {
  /** When it was, or will be, released. */
  readonly releaseAt: Instant
  /** `yyyy-MM-dd`. */
  readonly releaseDate: string
  readonly released: boolean
  readonly archived: boolean
}

const CADENCE = 42 * DAY

/**
 * The versions of a project, one every six weeks: the oldest archived, the last two not yet released at the demo's end.
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

/** The version that is released next after a moment, or `undefined` when that is after the last of them. */
export function nextVersion(versions: readonly Version[], at: Instant): Version | undefined {
  return versions.find(version => version.releaseAt > at)
}
