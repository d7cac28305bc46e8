import { type FlowPlan, isTable } from '../../store/plan/flow/flow-plan.ts'
import type { FlowFormatName } from '../../store/plan/formats.ts'
import type { ReportBody } from '../report/report-body.ts'
import { inChunks } from '../table/chunks.ts'
import { csvCell } from '../table/to-csv.ts'
import type { FlowEndpoint } from './flow-measures.ts'
import type { FlowResult, FlowRow } from './flow-result.ts'

/** Returns the body of an answer in the requested format. */
export function flowBody(endpoint: FlowEndpoint, plan: FlowPlan, result: FlowResult, signal?: AbortSignal): ReportBody {
  const { json, table, total, nextIndex = null, emptyReason, whyMissing = [] } = result
  const warnings = (json.warnings ?? []) as readonly string[]
  const reasons = [emptyReason, ...whyMissing].filter(reason => reason != null)
  return {
    format: plan.output,
    facts: {
      total,
      nextIndex,
      emptyReason,
      computedBy: null,
      title: { report: `flow-${endpoint}`, asOf: plan.asOf },
      warnings: isTable(plan) ? [...new Set([...warnings, ...reasons])] : warnings,
    },
    chunks: closing(inChunks(writers[plan.output](plan, result, signal), signal), table.close),
  }
}

type FlowWriter = (
  plan: FlowPlan,
  result: FlowResult,
  signal: AbortSignal | undefined,
) => AsyncIterable<Iterable<string>>

const writers: Readonly<Record<FlowFormatName, FlowWriter>> = { csv: csvTexts, json: jsonTexts }

async function* jsonTexts(_plan: FlowPlan, { json }: FlowResult) {
  yield textsOf(json)
  yield ['\n']
}

/** Returns the texts that together equal JSON.stringify: one for each element of an array. Values are plain data. */
function* textsOf(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return yield JSON.stringify(value)
  if (Array.isArray(value)) {
    yield '['
    for (const [i, element] of value.entries()) yield `${i > 0 ? ',' : ''}${JSON.stringify(element) ?? null}`
    return yield ']'
  }
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* textsOf(member)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

async function* csvTexts({ csv }: FlowPlan, { table }: FlowResult, signal?: AbortSignal) {
  const cell = csvCell(csv.safe)
  const line = (row: FlowRow) =>
    `${row.map(value => cell(value === null ? '' : String(value))).join(csv.delimiter)}\r\n`
  if (csv.bom) yield ['\ufeff']
  yield [line(table.header)]
  for await (const rows of table.batches(signal)) yield mapOnDemand(rows, line)
}

function* mapOnDemand(rows: Iterable<FlowRow>, line: (row: FlowRow) => string): Iterable<string> {
  for (const row of rows) yield line(row)
}

/** Closes the table also if the body is closed before its first chunk. */
function closing(chunks: AsyncGenerator<string>, close: () => Promise<void>): AsyncIterableIterator<string> {
  return {
    next: async () => {
      try {
        const next = await chunks.next()
        if (next.done) await close()
        return next
      } catch (error) {
        await close()
        throw error
      }
    },
    return: async () => {
      await chunks.return(undefined)
      await close()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
