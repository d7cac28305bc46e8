import type { Millis } from '../../core/time/instant.ts'

/** A file that is imported. */
export interface MeasuredFile {
  /** In bytes; `null` if it is unknown. */
  readonly size: number | null
  /** Number of bytes read since the file was last opened. */
  readonly bytesRead: () => number
}

/** The time that an import still takes. */
export interface TimeLeft {
  /** Records that issues of a file were read. */
  readonly read: (file: MeasuredFile) => void
  /** Records that all issues of a file are in the store. */
  readonly imported: (file: MeasuredFile) => void
  /** Returns an estimate; `null` if nothing is known. It may rise, because a larger store takes more time. */
  readonly estimate: () => Millis | null
}

/** A file whose issues are being read. */
interface CurrentFile {
  readonly file: MeasuredFile
  /** When its first issues were read. */
  readonly since: Millis
  /** The number of bytes read by then. */
  readonly from: number
  /** When the last issues were read. */
  readonly until: Millis
}

/** What recent files took. Before the first issues, a file may be read for names; after the last ones, it is written to the store. */
interface Spent {
  readonly bytes: number
  readonly total: Millis
  readonly reading: Millis
  readonly writing: Millis
}

/**
 * How long a file is written, as a part of the time in which its issues are read, as long as none was written. Reading 30,000 issues took
 * 20 s of one core, and writing them 10 s of all cores. With a busy disk it took as long as reading.
 */
const USUAL_WRITING = 0.3

/** The speed is that of the last two minutes: it falls while the store grows. */
const RECENT: Millis = 120_000

/** Estimates the time left of an import of `files`, which starts now; `clock` returns monotonic milliseconds. */
export function timeLeft(files: readonly MeasuredFile[], clock: () => Millis = () => performance.now()): TimeLeft {
  let spent: Spent = { bytes: 0, total: 0, reading: 0, writing: 0 }
  let rest = files.reduce<number | null>((sum, { size }) => (sum === null || size === null ? null : sum + size), 0)
  let started = clock()
  let current: CurrentFile | null = null
  return {
    read: file => {
      const now = clock()
      current = current?.file === file ? { ...current, until: now } : startOf(file, now)
    },
    imported: file => {
      const now = clock()
      const { since, until } = current?.file === file ? current : startOf(file, now)
      const bytes = file.size ?? 0
      spent = recent({
        bytes: spent.bytes + bytes,
        total: spent.total + now - started,
        reading: spent.reading + until - since,
        writing: spent.writing + now - until,
      })
      if (rest !== null) rest -= bytes
      started = now
      current = null
    },
    estimate: () => (rest === null ? null : estimated({ spent, current, started, rest }, clock())),
  }
}

function startOf(file: MeasuredFile, now: Millis): CurrentFile {
  return { file, since: now, from: file.bytesRead(), until: now }
}

/** Reduces what was spent to that of about the last two minutes. */
function recent(spent: Spent): Spent {
  const part = Math.min(1, RECENT / spent.total)
  const { bytes, total, reading, writing } = spent
  return { bytes: bytes * part, total: total * part, reading: reading * part, writing: writing * part }
}

interface ImportState {
  readonly spent: Spent
  readonly current: CurrentFile | null
  /** When the current file began. */
  readonly started: Millis
  /** The bytes of the files that are not in the store yet. */
  readonly rest: number
}

function estimated({ spent, current, started, rest }: ImportState, now: Millis): Millis | null {
  const known = spent.bytes > 0 ? (rest * spent.total) / spent.bytes : null
  if (current === null) return known
  const { file, since, from, until } = current
  const size = file.size ?? 0
  const read = file.bytesRead() - from
  if (read <= 0 || until <= since) return known
  const reading = (until - since) * Math.max(1, (size - from) / read)
  const writing = reading * (spent.reading > 0 ? spent.writing / spent.reading : USUAL_WRITING)
  const whole = since - started + reading + writing
  const left = Math.max(0, whole - (now - started))
  // Only what is behind counts: the guess of a file that has just begun is poor.
  const bytes = (size * (whole - left)) / whole
  const perByte = (spent.total + whole - left) / (spent.bytes + bytes)
  return left + (rest - size) * perByte
}
