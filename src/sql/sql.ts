/** The SQL types that parameters are bound as. */
export type SqlType = 'bigint' | 'hugeint' | 'double' | 'varchar' | 'boolean' | 'bigint[]' | 'varchar[]'

/** A value to be bound: never part of the text. */
export interface SqlParameter {
  readonly type: SqlType
  readonly value: number | bigint | string | boolean | null | readonly (number | bigint | string | null)[]
}

/** A piece of SQL: text with holes, and what fills them, which are parameters or further pieces. */
export interface Sql {
  readonly strings: readonly string[]
  readonly values: readonly (Sql | SqlParameter)[]
}

/** What a store runs: text with numbered places, and the values for them. */
export interface SqlQuery {
  readonly text: string
  readonly parameters: readonly SqlParameter[]
}

/** A piece of SQL as a template: sql`select ${bigint(7)} + (${other})`. */
export function sql(strings: TemplateStringsArray, ...values: (Sql | SqlParameter)[]): Sql {
  return { strings, values }
}

/** A whole number to bind: an instant, a length of time, a count. */
export function bigint(value: number | bigint | null): SqlParameter {
  return { type: 'bigint', value }
}

/** Binds a whole number of up to 38 digits. */
export function hugeint(value: bigint): SqlParameter {
  return { type: 'hugeint', value }
}

/** A number that may have a fraction, to bind. */
export function double(value: number): SqlParameter {
  return { type: 'double', value }
}

/** Returns a query without parameters. */
export function plain(text: string): Sql {
  return { strings: [text], values: [] }
}

/** A text to bind. */
export function varchar(value: string | null): SqlParameter {
  return { type: 'varchar', value }
}

/** A yes or no to bind. */
export function boolean(value: boolean): SqlParameter {
  return { type: 'boolean', value }
}

/** A list of texts to bind. */
export function varchars(value: readonly (string | null)[]): SqlParameter {
  return { type: 'varchar[]', value }
}

/** A list of whole numbers to bind. */
export function bigints(value: readonly (number | bigint | null)[]): SqlParameter {
  return { type: 'bigint[]', value }
}

const IDENTIFIER = /^[a-z][a-z0-9_]*$/

/** A name from our own closed lists, such as `g1_id`. Throws on anything that would need quoting. */
export function identifier(name: string): Sql {
  if (!IDENTIFIER.test(name)) throw new Error(`not an identifier of ours: ${name}`)
  return { strings: [name], values: [] }
}

/** Pieces with `separator` between them; nothing for none. */
export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return { strings: [''], values: [] }
  return { strings: ['', ...pieces.slice(1).map(() => separator), ''], values: pieces }
}

/** Conditions that must all hold; true for none. */
export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`true`
  return joinSql(
    conditions.map(condition => sql`(${condition})`),
    ' and ',
  )
}

/**
 * A common table expression: a name of ours and the query it stands for. One that is `inlined` is computed anew wherever
 * it is used, with only what is needed there: for tables as long as a history, of which each use takes a part.
 */
export type Cte = readonly [name: string, query: Sql, how?: 'inlined']

/** `with a as (...), b as (...) select ...`, each table on a line of its own. */
export function withTables(tables: readonly Cte[], query: Sql): Sql {
  if (tables.length === 0) return query
  const pieces = tables.map(
    ([name, body, how]) => sql`${identifier(name)} as ${how === 'inlined' ? sql`not materialized ` : sql``}(
${body}
)`,
  )
  return sql`with ${joinSql(pieces, ',\n')}
${query}`
}

/** The finished query: `place` writes the n-th (from 1) parameter's place, as the engine wants it. */
export function toQuery(piece: Sql, location: (n: number, type: SqlType) => string): SqlQuery {
  const parameters: SqlParameter[] = []
  const write = ({ strings, values }: Sql): string =>
    strings.reduce((text, part, i) => {
      const value = values[i - 1]!
      if ('strings' in value) return text + write(value) + part
      parameters.push(value)
      return text + location(parameters.length, value.type) + part
    })
  return { text: write(piece), parameters }
}
