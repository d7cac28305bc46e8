/** One row of a result: column name to value. Integers of 64 bits or more are bigint. */
export type Row = Readonly<Record<string, unknown>>
