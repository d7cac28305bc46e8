import { useMemo } from 'react'
import type { Report } from '../api/report.ts'
import { fieldOf } from '../builder/group-by.ts'
import { emptyTokenOf } from '../drilldown/drilldown-parameters.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import type { Changes } from './changes.ts'
import { type FooterLine, footerLine } from './footer-lines.ts'
import { type RankedColumn, rankedModel } from './ranked-model.ts'
import { subtotalsByName } from './row-lines.ts'
import { decimalColumns, type ShownRow, type TableModel, type TableOptions, tableModel } from './table-model.ts'
import { useChanges } from './use-changes.ts'
import type { ComparedReport } from './use-comparison.ts'
import { useSubtotals, useTotals } from './use-totals.ts'

/** A report as a table, with what is requested after it. */
export interface TableData {
  readonly model: TableModel
  /** The columns whose rows have the tracker's order. */
  readonly ranked: readonly RankedColumn[]
  readonly foot: readonly FooterLine[]
  /** The subtotals by the text of their group. */
  readonly subtotals: ReadonlyMap<string, ShownRow>
  /** The changes since the other period; `null` without a comparison. */
  readonly changes: Changes | null
}

/**
 * Converts a report to a table, and loads its totals. The numbers of a column have the same decimals, also in totals. With `compared`, it
 * has the changes since that report, which `write` formats.
 */
export function useTableData(
  report: Report,
  isStale: boolean,
  compared: ComparedReport | null,
  write: ((raw: number) => string) | null,
): TableData {
  const { choices } = useChoices()
  const catalogue = useCatalogue()
  const { dateFormat, dateTimeFormat, sortBy, emptyValueToken } = choices
  const totals = useTotals(report, choices, isStale)
  const subtotalReport = useSubtotals(report, choices, isStale)
  const changes = useChanges({ report, totals, subtotals: subtotalReport }, compared, write)
  const columns = useMemo(() => {
    const others = [subtotalReport, ...totals.flatMap(({ name, report }) => (name === 'all' ? report : []))]
    const found = [report, ...others].flatMap(one => (one ? decimalColumns(one) : []))
    return JSON.stringify([...new Set(found)].sort())
  }, [report, subtotalReport, totals])
  // The totals arrive later, and rarely change the decimals of a column: only then the rows are written again.
  const options = useMemo((): TableOptions => {
    const kept = { date: dateFormat, datetime: dateTimeFormat }
    const fieldKind = (field: string) => {
      const kind = fieldOf(field, catalogue)?.kind
      if (kind === 'number') return kind
      return (kind === 'date' || kind === 'datetime') && kept[kind] === undefined ? 'date' : 'text'
    }
    const decimals = new Set<string>(JSON.parse(columns))
    const emptyToken = emptyTokenOf(emptyValueToken)
    return { issues: texts.table.issues, keepsDates: dateTimeFormat !== undefined, fieldKind, emptyToken, decimals }
  }, [dateFormat, dateTimeFormat, emptyValueToken, catalogue, columns])
  const { model, ranked } = useMemo(
    () => rankedModel(tableModel(report, options), catalogue, !report.isAggregationType || sortBy !== undefined),
    [report, options, catalogue, sortBy],
  )
  const foot = useMemo(
    () => totals.map(total => footerLine(total, options.decimals ?? new Set(), changes?.totals)),
    [totals, options, changes],
  )
  const subtotals = useMemo(() => {
    const rows = subtotalReport && tableModel(subtotalReport, options)
    const column = rows?.keys.find(({ kind }) => kind === 'group')
    return rows && column ? subtotalsByName(rows.rows, column.id) : NONE
  }, [subtotalReport, options])
  return { model, ranked, foot, subtotals, changes }
}

const NONE: ReadonlyMap<string, ShownRow> = new Map()
