import { useDeferredValue, useMemo } from 'react'
import { texts } from '../texts/en.ts'
import { type CellRange, cellCount } from './cell-range.ts'
import type { Line } from './row-lines.ts'
import { MAX_SUMMED, sumOf } from './selected-cells.ts'
import type { TableColumn } from './table-model.ts'

const { selection: text } = texts.table

interface SelectionSummaryProps {
  readonly lines: readonly Line[]
  readonly columns: readonly TableColumn[]
  readonly range: CellRange | null
  /** Formats a sum of raw values; `null` if values cannot be added, such as dates. */
  readonly write: ((sum: number) => string) | null
  /** The result of the last copy. */
  readonly notice: string | null
}

/** Shows the number of selected cells, and the sum and the average of their values. */
export function SelectionSummary({ lines, columns, range, write, notice }: SelectionSummaryProps) {
  const settled = useDeferredValue(range)
  const count = settled === null ? 0 : cellCount(settled)
  const selected = useMemo(
    () => (settled && count <= MAX_SUMMED && write ? sumOf(lines, columns, settled) : null),
    [lines, columns, settled, count, write],
  )
  const facts: readonly (string | null)[] = [
    count > 0 ? text.cells(count) : null,
    count > MAX_SUMMED && write ? text.tooMany(MAX_SUMMED) : null,
    ...(selected && write && selected.values > 0
      ? [
          text.values(selected.values),
          text.sum(write(selected.sum)),
          text.average(write(selected.sum / selected.values)),
        ]
      : []),
    notice,
  ]
  const shown = facts.filter(fact => fact !== null)
  return (
    <p className="table-selection soft numbers" role="status">
      {shown.map(fact => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}
