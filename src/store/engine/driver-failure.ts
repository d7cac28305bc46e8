/** The cause of a driver error, derived from its message. */
export type DriverFailure =
  /** Another process has opened the file. */
  | { readonly kind: 'busy'; readonly owner: string }
  /** The file is from another version of DuckDB. */
  | { readonly kind: 'otherVersion'; readonly reason: string }
  /** The file does not start like a database. */
  | { readonly kind: 'noDatabase'; readonly reason: string }
  /** The system refused: disk space, memory or permissions. `reason` contains only that. */
  | { readonly kind: 'hindered'; readonly reason: string }
  /** The data read differs from the data written. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** DuckDB shut down after an error. The file must be reopened. */
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'other'; readonly reason: string }

/** Only errors of these classes are about files. Other messages may quote a query. */
const ABOUT_FILES = /^(IO|FATAL|INTERNAL|Serialization|TransactionContext|Out of Memory) Error: /

/** Errors of an appender have no class. Errors with these beginnings are about files or memory. */
const OF_APPENDER =
  /^Failed to append: (?:Failed to commit: )?(?:(?:Could not|Cannot) (?:write|read|sync|fsync|open|truncate|create|seek)|fsync |could not allocate|failed to (?:allocate|pin|offload)|Failed to create checkpoint|Out of Memory|database has been invalidated)/i

const HINDRANCE =
  /Out of Memory|could not allocate|failed to (?:allocate|pin|offload)|No space left on device|Disk quota exceeded|File too large|Permission denied|Operation not permitted|Read-only file system|Input\/output error|Too many open files|Cannot allocate memory|Stale file handle/i

const DAMAGE =
  /corrupt|checksum|could not read enough bytes|replaying WAL|this WAL was created|deserializ|Serialization Error/i

/** Classifies an error of the driver. */
export function driverFailure(error: unknown): DriverFailure {
  const text = error instanceof Error ? error.message : String(error)
  const reason = firstSentence(text)
  const isOfAppender = OF_APPENDER.test(text)
  if (!isOfAppender && !ABOUT_FILES.test(text)) return { kind: 'other', reason }
  if (/could not set lock/i.test(text)) return { kind: 'busy', owner: ownerIn(text) }
  // A log can be intact although its replay failed, so system errors are checked before damage.
  const hindrance = HINDRANCE.exec(text)?.[0]
  if (hindrance) return { kind: 'hindered', reason: shortReason(hindrance) }
  if (/version number|newer version|older version/i.test(reason) && /DuckDB/.test(text) && !/WAL/.test(reason)) {
    return { kind: 'otherVersion', reason }
  }
  if (/not a valid DuckDB/i.test(text)) return { kind: 'noDatabase', reason }
  if (DAMAGE.test(text)) return { kind: 'damaged', reason }
  return { kind: isOfAppender || /^(FATAL|IO) Error/.test(text) ? 'ended' : 'other', reason }
}

function ownerIn(text: string): string {
  return /Conflicting lock is held in (.*?)\. See/.exec(text)?.[1] ?? 'another process'
}

function shortReason(hindrance: string): string {
  return /memory|allocate|pin|offload/i.test(hindrance) ? 'out of memory' : hindrance.toLowerCase()
}

function firstSentence(text: string): string {
  return text
    .split('\n')[0]!
    .replace(/^\w+ Error: /, '')
    .replace(/\.$/, '')
}
