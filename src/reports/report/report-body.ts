import type { FlowFormatName, ReportFormatName } from '../../store/plan/formats.ts'
import { pageStart } from '../../store/sql/scope.ts'
import { inChunks } from '../table/chunks.ts'
import { emptyReason } from '../table/empty-reason.ts'
import { type FileTitle, fileTitle } from '../table/file-name.ts'
import type { ReportHead, ReportTable } from '../table/report-table.ts'
import { reportWarnings } from '../table/report-warnings.ts'
import { writeReport } from '../table/write-report.ts'
import type { ComputedBy } from './route-report.ts'

/** The body of a report. HTTP and the command line return the same bytes. */
export interface ReportBody {
  readonly format: ReportFormatName | FlowFormatName
  readonly facts: ReportFacts
  /** The texts of the body, in order. They can be read once. Call `return` to close a body before its end. */
  readonly chunks: AsyncIterableIterator<string>
}

/** A summary of the body for callers that do not parse it. */
export interface ReportFacts {
  /** The total number of issues of a list, or the number of rows of an aggregation. */
  readonly total: number
  /** The startIssueIndex of the next page of a list; `null` when there is none. */
  readonly nextIndex: number | null
  /** The reason why the report is empty; `null` when it is not. */
  readonly emptyReason: string | null
  /** The warnings of the report, for formats that have no place for them. */
  readonly warnings: readonly string[]
  /** The title of the report as a file. */
  readonly title: FileTitle
  /** Which database computed the report; `null` without a choice. */
  readonly computedBy: ComputedBy | null
}

/**
 * Returns the body of a report in the requested format. `version` is the version of Sojourn.
 *
 * Writes the first chunk at once, so that all errors of the request occur before this returns.
 */
export async function reportBody(
  table: ReportTable,
  version: string,
  signal?: AbortSignal,
  computedBy: ComputedBy | null = null,
): Promise<ReportBody> {
  const rest = closing(inChunks(writeReport(table, version, signal), signal), table.close)
  const first = await rest.next()
  return {
    format: table.plan.format.output,
    facts: { ...factsOf(table), computedBy },
    chunks: startingWith(first, rest),
  }
}

function factsOf(head: ReportHead): Omit<ReportFacts, 'computedBy'> {
  const { plan, issueCount, rowCount } = head
  const isList = plan.endpoint === 'list'
  const next = pageStart(plan) + plan.page.size
  return {
    total: isList ? issueCount : rowCount,
    nextIndex: isList && rowCount > 0 && next < issueCount ? next : null,
    emptyReason: emptyReason(head),
    warnings: reportWarnings(head),
    title: fileTitle(plan),
  }
}

async function* closing(chunks: AsyncIterable<string>, close: () => Promise<void>): AsyncGenerator<string> {
  try {
    yield* chunks
  } finally {
    await close()
  }
}

/**
 * Puts the first chunk back in front of the rest. A generator that has not started does not run its `finally`. This one
 * has, so `return` always closes the table.
 */
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
export async function textOf({ chunks }: ReportBody): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}
