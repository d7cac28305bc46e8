import type { SqlParameter } from '../sql/sql.ts'

/** Texts are sent as UTF-8, which has no lone surrogates. DuckDB's JSON reader rejects them too; see run-query.ts. */
const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Returns a value as a literal of Trino's SQL. Nothing else puts a value into the text of a statement.
 *
 * Within quotes, only the quote itself has a meaning to Trino. Lists are passed as one JSON text, because Trino compiles
 * an array with one expression for each element.
 */
export function literal({ type, value }: SqlParameter): string {
  if (value === null) return `cast(null as ${TYPES[type]})`
  if (Array.isArray(value)) return `cast(json_parse(${quoted(listAsJson(value))}) as ${TYPES[type]})`
  switch (type) {
    case 'bigint':
      return `bigint '${BigInt(value as number | bigint)}'`
    case 'hugeint':
      return `cast(decimal '${BigInt(value as number | bigint)}' as decimal(38,0))`
    case 'double':
      return `double '${Number(value)}'`
    case 'boolean':
      return value === true ? 'true' : 'false'
    case 'varchar':
    case 'bigint[]':
    case 'varchar[]':
      return quoted(String(value))
  }
}

const TYPES: Readonly<Record<SqlParameter['type'], string>> = {
  bigint: 'bigint',
  hugeint: 'decimal(38,0)',
  double: 'double',
  varchar: 'varchar',
  boolean: 'boolean',
  'bigint[]': 'array(bigint)',
  'varchar[]': 'array(varchar)',
}

function quoted(text: string): string {
  return `'${text.replace(LONE_SURROGATE, '\ufffd').replaceAll("'", "''")}'`
}

function listAsJson(values: readonly (number | bigint | string | null)[]): string {
  const elements = values.map(value =>
    typeof value === 'string' ? JSON.stringify(value.replace(LONE_SURROGATE, '\ufffd')) : integerAsJson(value),
  )
  return `[${elements.join()}]`
}

function integerAsJson(value: number | bigint | null): string {
  return value === null ? 'null' : String(BigInt(value))
}
