import type { AggregationBody, ListBody } from './service.ts'

type Body = ListBody | AggregationBody

/**
 * Formats a table as lines: for a list `WEB-1 | 24.0 60.0 -`, for an aggregation the groups and the number of issues
 * before the bar: `High 1 | 12.0 -`. A cell without a value is written `~`.
 */
export function lines(body: Body): string[] {
  return body.table.body.rows.map(row => {
    const groups = row.groupByColumns.map(({ value }) => value ?? '~')
    const key = row.headerColumns.slice(0, 1).map(({ value }) => value)
    const count = 'issueCount' in row ? [String(row.issueCount)] : []
    const values = row.valueColumns.map(({ value }) => value ?? '~')
    return `${[...key, ...groups, ...count].join(' ')} | ${values.join(' ')}`
  })
}

/** Returns the ids of the value columns, separated by spaces. */
export function ids(body: Body): string {
  return body.table.header.valueColumns.map(({ id }) => id).join(' ')
}

/** Returns the names of the value columns. */
export function names(body: Body): string[] {
  return body.table.header.valueColumns.map(({ value }) => value)
}

/** Returns the raw values of the rows, `-` for an empty cell, separated by spaces. */
export function raws(body: Body): string[] {
  return body.table.body.rows.map(row => row.valueColumns.map(({ raw }) => raw ?? '-').join(' '))
}

/** Returns the keys of the issues of a list, separated by spaces. */
export function keys(body: ListBody): string {
  return body.table.body.rows.map(row => row.headerColumns[0]!.value).join(' ')
}

/** Returns hours as milliseconds in decimal digits. */
export function hours(...all: number[]): string {
  return all.map(one => String(one * 3_600_000)).join(' ')
}
