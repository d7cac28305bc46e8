/** A column of an answer of Trino. */
export interface TrinoColumn {
  readonly name: string
  /** Its type, as Trino writes it: `bigint`, `decimal(38, 0)`, `array(varchar)`. */
  readonly type: string
}

/** A type of Trino that our statements return. */
interface KnownType {
  /** The type of DuckDB that has the same values. */
  readonly duckdb: 'bigint' | 'integer' | 'hugeint' | 'double' | 'varchar' | 'boolean'
  /** Converts a value of exact JSON to what the DuckDB driver returns for the same value. */
  readonly read: (value: unknown) => unknown
}

const TEXT: KnownType = { duckdb: 'varchar', read: String }
const INTEGER: KnownType = { duckdb: 'integer', read: Number }

const TYPES: Readonly<Record<string, KnownType>> = {
  bigint: { duckdb: 'bigint', read: value => BigInt(value as number | string) },
  integer: INTEGER,
  smallint: INTEGER,
  tinyint: INTEGER,
  decimal: { duckdb: 'hugeint', read: value => BigInt(value as string) },
  double: { duckdb: 'double', read: Number },
  boolean: { duckdb: 'boolean', read: value => value === true },
  varchar: TEXT,
  char: TEXT,
  // A column in which every value is null.
  unknown: TEXT,
}

/** Returns the type of DuckDB that has the values of a column. Throws for types that our statements never return. */
export function duckdbTypeOf({ type }: TrinoColumn): KnownType['duckdb'] {
  return known(type).duckdb
}

/** Returns a function that converts a value of a column. */
export function valueReader({ type }: TrinoColumn): (value: unknown) => unknown {
  const { read } = known(type)
  return value => (value === null ? null : read(value))
}

function known(type: string): KnownType {
  const [, name, scale] = /^([a-z]+)(?:\(\d+(?:, ?(\d+))?\))?$/.exec(type) ?? []
  const found = name !== undefined && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  if (found === undefined || (scale !== undefined && scale !== '0')) throw new Error(`a column has the type ${type}`)
  return found
}
