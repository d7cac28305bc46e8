import { createHash, randomBytes } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'

/** A name with its value. */
export interface SavedParameter {
  readonly name: string
  readonly value: string
}

/** The parts of a saved report that addresses of the page contained. */
export interface ConvertedReport {
  readonly endpoint: 'aggregation' | 'list'
  readonly parameters: readonly SavedParameter[]
  readonly display: readonly SavedParameter[]
}

/** The digits of ids: Crockford's base 32. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

const ID_LENGTH = 10

/** Returns the id of a saved report for some bytes: 50 of their bits. */
function viewId(bytes: Buffer): string {
  return [...bytes.subarray(0, ID_LENGTH)].map(byte => DIGITS[byte % DIGITS.length]).join('')
}

/** Returns a new, random id of a saved report. */
export function newViewId(): string {
  return viewId(randomBytes(ID_LENGTH))
}

/** Returns whether the name of a parameter of the page's address is a display option, which reports do not know. */
export function isDisplayOption(name: string): boolean {
  return name === 'show' || name.startsWith('view.')
}

/**
 * Converts the query part of an address of the page. The last value of a name counts, and empty values do not count, as
 * when the page reads it.
 */
export function readAddress(query: string): ConvertedReport {
  const all = new Map([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
  const report = all.get('report')
  all.delete('report')
  const values = [...all].map(([name, value]) => ({ name, value }))
  return {
    endpoint: report === 'list' ? 'list' : 'aggregation',
    parameters: values.filter(({ name }) => !isDisplayOption(name)),
    display: values.filter(({ name }) => isDisplayOption(name)),
  }
}

/**
 * Converts the saved reports of older versions, which were addresses of the page, and drops their table.
 *
 * The ids depend on the owner and the name only: a backup of the older version that is restored again has the same ids.
 */
export async function convertSavedReports(connection: DuckDBConnection): Promise<void> {
  const reader = await connection.runAndReadAll('select login, name, address from saved_report')
  for (const [login, name, address] of reader.getRowsJS().map(row => row.map(String))) {
    const { endpoint, parameters, display } = readAddress(address!)
    await connection.run(
      `insert into saved_view (id, login, name, endpoint, parameters, display, sharing)
       values ($1, $2, $3, $4, $5, $6, 'private')`,
      [
        viewId(
          createHash('sha256')
            .update(JSON.stringify([login, name]))
            .digest(),
        ),
        login!,
        name!,
        endpoint,
        JSON.stringify(parameters),
        JSON.stringify(display),
      ],
    )
  }
  await connection.run('drop table saved_report')
}
