/** The answer to a flow request, before it is written as text. */
export interface FlowResult {
  /** The answer as JSON. */
  readonly json: Readonly<Record<string, unknown>>
  /** The answer as a table, such as CSV. */
  readonly table: FlowTable
  /** The number of rows of the whole answer. */
  readonly total: number
  /** The startIssueIndex of the next page; `null` or absent when there is none. */
  readonly nextIndex?: number | null
  /** The reason why the answer is empty; `null` when it is not. */
  readonly emptyReason: string | null
  /** Why numbers are missing, each empty if it is not. JSON has these sentences at the numbers; a table has no place for them. */
  readonly whyMissing?: readonly (string | null | undefined)[]
}

/** A table of an answer. Durations are in milliseconds, instants in ISO 8601. */
export interface FlowTable {
  readonly header: readonly string[]
  /** The rows in batches; they can be read once. */
  readonly batches: (signal?: AbortSignal) => AsyncIterable<Iterable<FlowRow>>
  /** Frees what the rows need. */
  readonly close: () => Promise<void>
}

/** The cells of a row. */
export type FlowRow = readonly (string | number | boolean | null)[]

/** Returns a table whose rows need no query. They can be made on demand. */
export function tableOf(header: readonly string[], rows: Iterable<FlowRow>): FlowTable {
  return {
    header,
    async *batches() {
      yield rows
    },
    close: async () => {},
  }
}

/** Returns the rows of each value, on demand. */
export function* rowsOf<T>(values: Iterable<T>, rowsOfOne: (value: T) => Iterable<FlowRow>): Iterable<FlowRow> {
  for (const value of values) yield* rowsOfOne(value)
}
