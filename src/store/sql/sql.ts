/** The SQL types of bound parameters. */
export type SqlType = 'bigint' | 'hugeint' | 'double' | 'varchar' | 'boolean' | 'bigint[]' | 'varchar[]'

/** A bound value. It never becomes part of the SQL text. */
export interface SqlParameter {
  readonly type: SqlType
  readonly value: number | bigint | string | boolean | null | readonly (number | bigint | string | null)[]
}

/** A fragment of SQL: strings, with parameters or further fragments between them. */
export interface Sql {
  readonly strings: readonly string[]
  readonly values: readonly (Sql | SqlParameter)[]
}

/** A complete query: text with numbered placeholders, and their values. */
export interface SqlQuery {
  readonly text: string
  readonly parameters: readonly SqlParameter[]
}

/** Builds a fragment of SQL from a template: sql`select ${bigint(7)} + (${other})`. */
export function sql(strings: TemplateStringsArray, ...values: (Sql | SqlParameter)[]): Sql {
  return { strings, values }
}

/** Binds an integer: an instant, a duration or a count. */
export function bigint(value: number | bigint | null): SqlParameter {
  return { type: 'bigint', value }
}

/** Binds an integer of up to 38 digits. */
export function hugeint(value: bigint): SqlParameter {
  return { type: 'hugeint', value }
}

/** Binds a floating-point number. */
export function double(value: number): SqlParameter {
  return { type: 'double', value }
}

/** Returns a query without parameters. */
export function plain(text: string): Sql {
  return { strings: [text], values: [] }
}

/** Binds a text. */
export function varchar(value: string | null): SqlParameter {
  return { type: 'varchar', value }
}

/** Binds a boolean. */
export function boolean(value: boolean): SqlParameter {
  return { type: 'boolean', value }
}

/** Binds a list of texts. */
export function varchars(value: readonly (string | null)[]): SqlParameter {
  return { type: 'varchar[]', value }
}

/** Binds a list of integers. */
export function bigints(value: readonly (number | bigint | null)[]): SqlParameter {
  return { type: 'bigint[]', value }
}

const IDENTIFIER = /^[a-z][a-z0-9_]*$/

/** Returns an internal name such as `g1_id`. Throws if it would need quoting. */
export function identifier(name: string): Sql {
  if (!IDENTIFIER.test(name)) throw new Error(`not an identifier of ours: ${name}`)
  return { strings: [name], values: [] }
}

/** Selects the elements of a list, as a column. */
export function unnested(list: SqlParameter, column = 'x'): Sql {
  return sql`select ${identifier(column)} from unnest(${list}) as u(${identifier(column)})`
}

/** Joins fragments with a separator; an empty list gives empty SQL. */
export function joinSql(fragments: readonly Sql[], separator: string): Sql {
  if (fragments.length === 0) return { strings: [''], values: [] }
  return { strings: ['', ...fragments.slice(1).map(() => separator), ''], values: fragments }
}

/** Combines conditions with AND; true for an empty list. */
export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`true`
  return joinSql(
    conditions.map(condition => sql`(${condition})`),
    ' and ',
  )
}

/**
 * A common table expression: its name and query. If `inlined`, each use computes only the part it needs; this suits
 * tables as long as a history.
 */
export type Cte = readonly [name: string, query: Sql, how?: 'inlined']

/** Returns `with a as (...), b as (...) select ...`, with each table on its own line. */
export function withTables(tables: readonly Cte[], query: Sql, { inlined }: { readonly inlined: Sql }): Sql {
  if (tables.length === 0) return query
  const fragments = tables.map(
    ([name, body, how]) => sql`${identifier(name)} as ${how === 'inlined' ? inlined : sql``}(
${body}
)`,
  )
  return sql`with ${joinSql(fragments, ',\n')}
${query}`
}

/** Builds the complete query. `placeholder` returns the placeholder of the n-th parameter, counted from 1. */
export function toQuery(fragment: Sql, placeholder: (n: number, type: SqlType) => string): SqlQuery {
  const parameters: SqlParameter[] = []
  const write = ({ strings, values }: Sql): string =>
    strings.reduce((text, part, i) => {
      const value = values[i - 1]!
      if ('strings' in value) return text + write(value) + part
      parameters.push(value)
      return text + placeholder(parameters.length, value.type) + part
    })
  return { text: write(fragment), parameters }
}
