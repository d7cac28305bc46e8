import { UserError } from '../../core/base/errors.ts'
import type { FieldDefinition, FieldKind } from '../../core/fields/field.ts'
import type { KeyedHead } from '../../reports/report/aggregation-head.ts'
import { cellKey } from '../../reports/table/column-key.ts'
import { fileColumns } from '../../reports/table/file-columns.ts'
import { columnOfPart, partsOf } from '../../reports/table/percentile-columns.ts'
import type { HeaderCell, ValueColumn } from '../../reports/table/report-table.ts'
import type { LongNames, ParquetColumn, ParquetTable } from '../../store/files/parquet-layout.ts'
import type { Layout } from '../../store/plan/file-types.ts'

const LONG_COLUMNS: readonly ValueColumn[] = [
  { id: 'columnId', value: 'Column ID' },
  { id: 'column', value: 'Column' },
  { id: 'value', value: 'Value' },
  { id: 'state', value: 'State' },
].map(cell => ({ ...cell, consolidated: null, levels: null, isNameShared: false }))

/** The maximum number of value columns of a wide Parquet file. */
const MAX_WIDE_COLUMNS = 2_000

/** Throws EXPORT_LAYOUT_TOO_WIDE when a wide Parquet file would have too many value columns. */
export function refuseWideLayout(columns: number): void {
  if (columns > MAX_WIDE_COLUMNS) throw new UserError('EXPORT_LAYOUT_TOO_WIDE', { columns, limit: MAX_WIDE_COLUMNS })
}

const VALUE_NAMES = { duration: 'Milliseconds', count: 'Count', date: 'Time' } as const

/** Returns the names of the columns of the long layout that describe a value. */
export function longNames({ plan }: KeyedHead): LongNames {
  const [id, name, value, state] = longColumns({ plan }).values.map(({ value }) => value) as [
    string,
    string,
    string,
    string,
  ]
  const hasState = plan.endpoint === 'list' && plan.type.outer === 'metric'
  return { id, name, value, state: hasState ? state : null }
}

function longColumns({ plan }: Pick<KeyedHead, 'plan'>) {
  const columns = LONG_COLUMNS.map(column =>
    column.id === 'value' ? { ...column, value: VALUE_NAMES[plan.type.kind] } : column,
  )
  return fileColumns({ plan, columns })
}

/** Returns how a Parquet file shows a report. `indexes` are those of an aggregation. */
export function parquetTable(
  head: KeyedHead,
  indexes: readonly (readonly [number: number, index: number])[] | null,
  layout: Layout,
): ParquetTable {
  const { plan, columns, cellIndexes } = head
  const cells = new Map((indexes ?? []).map(([number, index]) => [index, number]))
  const values = columns.flatMap(({ key, ...column }, i) =>
    partsOf(plan).map(part => ({
      ...columnOfPart(column, part),
      ...cellKey(key, plan),
      cell: cells.get(cellIndexes[i]!) ?? null,
      percentile: part === plan.percent ? null : part,
    })),
  )
  const shown = fileColumns({ plan, columns: values })
  const named = layout === 'wide' ? shown : longColumns(head)
  return {
    endpoint: plan.endpoint,
    isDate: plan.type.kind === 'date',
    rowColumns: [
      ...named.header.map(
        ({ value }, i): ParquetColumn => ({ name: value, content: 'text', source: ['key', 'summary'][i]! }),
      ),
      ...plan.groupBy.map(({ field, unit }, i) =>
        fieldColumn(named.groups[i]!, unit === null ? field : null, `g${i + 1}`),
      ),
      ...plan.fields.map(({ field }, i) => fieldColumn(named.fields[i]!, field, `f${i + 1}`)),
      ...(named.issueCount
        ? [{ name: named.issueCount.value, content: 'integer', source: 'issue_count' } as const]
        : []),
    ],
    values: values.map(({ id, value, outer, inner, cell, percentile }, i) => {
      const name = layout === 'wide' ? shown.values[i]!.value : value
      return { id, name, outer, inner, cell, percentile }
    }),
  }
}

function fieldColumn(
  { value }: HeaderCell,
  field: FieldDefinition<FieldKind | 'duration'> | null,
  prefix: string,
): ParquetColumn {
  return { name: value, content: contentOf(field), source: `${prefix}_label` }
}

function contentOf(field: FieldDefinition<FieldKind | 'duration'> | null): ParquetColumn['content'] {
  if (field?.kind === 'datetime') return 'instant'
  if (field?.kind === 'date') return 'date'
  if (field?.kind === 'duration') return 'integer'
  return field?.kind === 'number' && !field.multi ? 'number' : 'text'
}
