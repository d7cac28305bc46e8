/** What kept the driver from doing something, as far as its words tell. */
export type DriverFailure =
  /** Another process has the file open. */
  | { readonly kind: 'busy'; readonly owner: string }
  /** The file is one of another version of the engine. */
  | { readonly kind: 'otherVersion'; readonly reason: string }
  /** The file does not begin as a database does. */
  | { readonly kind: 'noDatabase'; readonly reason: string }
  /** The machine refuses: no space, no memory, no right. `reason` names that and nothing else. */
  | { readonly kind: 'hindered'; readonly reason: string }
  /** What was read is not what was written. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** The engine has ended after an error; nothing goes on until the file is opened again. */
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'other'; readonly reason: string }

/** Only errors of these classes are about files; the words of others may be those of a query. */
const ABOUT_FILES = /^(IO|FATAL|INTERNAL|Serialization|TransactionContext|Out of Memory) Error: /

const HINDRANCE =
  /Out of Memory|could not allocate|failed to (?:allocate|pin|offload)|No space left on device|Disk quota exceeded|File too large|Permission denied|Operation not permitted|Read-only file system|Input\/output error|Too many open files|Cannot allocate memory|Stale file handle/i

const DAMAGE =
  /corrupt|checksum|could not read enough bytes|replaying WAL|this WAL was created|deserializ|Serialization Error/i

/** Tells what the driver means by an error. */
export function driverFailure(error: unknown): DriverFailure {
  const text = error instanceof Error ? error.message : String(error)
  const reason = firstSentence(text)
  if (!ABOUT_FILES.test(text)) return { kind: 'other', reason }
  if (/could not set lock/i.test(text)) return { kind: 'busy', owner: ownerIn(text) }
  // A log may be sound although its replay failed, so the machine's own words come before those of damage.
  const hindrance = HINDRANCE.exec(text)?.[0]
  if (hindrance) return { kind: 'hindered', reason: inPlainWords(hindrance) }
  if (/version number|newer version|older version/i.test(reason) && /DuckDB/.test(text) && !/WAL/.test(reason)) {
    return { kind: 'otherVersion', reason }
  }
  if (/not a valid DuckDB/i.test(text)) return { kind: 'noDatabase', reason }
  if (DAMAGE.test(text)) return { kind: 'damaged', reason }
  return { kind: /^(FATAL|IO) Error/.test(text) ? 'ended' : 'other', reason }
}

function ownerIn(text: string): string {
  return /Conflicting lock is held in (.*?)\. See/.exec(text)?.[1] ?? 'another process'
}

function inPlainWords(hindrance: string): string {
  return /memory|allocate|pin|offload/i.test(hindrance) ? 'out of memory' : hindrance.toLowerCase()
}

function firstSentence(text: string): string {
  return text
    .split('\n')[0]!
    .replace(/^\w+ Error: /, '')
    .replace(/\.$/, '')
}
