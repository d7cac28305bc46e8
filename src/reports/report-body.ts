import { pageStart } from '../sql/scope.ts'
import { emptyReason } from '../table/empty-reason.ts'
import type { ReportHead, ReportTable } from '../table/report-table.ts'
import { reportWarnings } from '../table/report-warnings.ts'
import { csvTexts } from '../table/to-csv.ts'
import { jsonTexts } from '../table/to-json.ts'
import { inPieces } from './pieces.ts'

/** A report as it goes over the wire, and byte for byte the same to the standard output. */
export interface ReportBody {
  readonly format: 'json' | 'csv'
  readonly facts: ReportFacts
  /** The texts of the body, in order. They are read once; a body that is not read to its end is closed by `return`. */
  readonly pieces: AsyncIterableIterator<string>
}

/** What a body holds, for those who do not read it. */
export interface ReportFacts {
  /** The issues of a list, on this page or not; the rows of an aggregation. */
  readonly total: number
  /** The startIssueIndex of a list's next page; `null` when there is none. */
  readonly nextIndex: number | null
  /** Why the report shows nothing; `null` where it shows something. */
  readonly emptyReason: string | null
  /** The warnings of the report, which CSV has no place for. */
  readonly warnings: readonly string[]
}

/**
 * Returns the body of a report in the format that was requested; `version` is this program's.
 *
 * Its first piece is made at once: until then everything that can go wrong is an error of the request.
 */
export async function reportBody(table: ReportTable, version: string, signal?: AbortSignal): Promise<ReportBody> {
  const format = table.plan.format.output
  const texts = format === 'csv' ? csvTexts(table, signal) : jsonTexts(table, version, signal)
  const rest = closing(inPieces(texts, signal), table.close)
  const first = await rest.next()
  return { format, facts: factsOf(table), pieces: startingWith(first, rest) }
}

function factsOf(head: ReportHead): ReportFacts {
  const { plan, issueCount, rowCount, unloggedCount } = head
  const isList = plan.endpoint === 'list'
  const next = pageStart(plan) + plan.page.size
  return {
    total: isList ? issueCount : rowCount,
    nextIndex: isList && rowCount > 0 && next < issueCount ? next : null,
    emptyReason: emptyReason(head),
    warnings: reportWarnings(plan, unloggedCount),
  }
}

async function* closing(pieces: AsyncIterable<string>, close: () => Promise<void>): AsyncGenerator<string> {
  try {
    yield* pieces
  } finally {
    await close()
  }
}

/** A generator that has not begun does not run its `finally`; this one has, so `return` always closes the table. */
function startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncIterableIterator<string> {
  let isFirst = true
  return {
    next: () => {
      if (!isFirst) return rest.next()
      isFirst = false
      return Promise.resolve(first)
    },
    return: () => rest.return(undefined),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Returns the whole text of a body. */
export async function textOf({ pieces }: ReportBody): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
