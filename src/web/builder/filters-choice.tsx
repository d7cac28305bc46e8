import { Icon } from '../shell/icon.tsx'
import { Select } from '../shell/select.tsx'
import { texts } from '../texts/en.ts'
import { DraftInput } from './draft-input.tsx'
import { FormField } from './form-field.tsx'
import { knownColumns, type NamedColumn, statusName } from './known-columns.ts'
import { useOccurringStatuses } from './occurring-statuses.ts'
import {
  comparisons,
  decimalOf,
  type FilterChoice,
  filterUnits,
  MAX_FILTERS,
  readFilters,
  writeFilters,
} from './row-filters.ts'
import { useBuilder } from './use-builder.ts'
import './cards.css'
import './square.css'

const { rows: text } = texts.builder

/** Edits the conditions on rows: "In Progress is more than 2 days". */
export function FiltersChoice() {
  const { choices, catalogue, change } = useBuilder()
  const filters = readFilters(choices.filters)
  const columns = knownColumns(choices, catalogue, useOccurringStatuses() ?? catalogue.statuses)
  const set = (next: readonly FilterChoice[], addsHistoryEntry = true) =>
    change({ filters: writeFilters(next) }, { addsHistoryEntry })
  const [first] = columns
  return (
    <FormField parameters={['filters']} label={text.filters} isGroup>
      {() => (
        <>
          <ul className="builder-cards stack">
            {filters.map((filter, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and two may be equal
              <li key={index} className="builder-card stack tight">
                <FilterCard
                  filter={filter}
                  columns={columns}
                  onChange={(next, addsHistoryEntry) => set(filters.with(index, next), addsHistoryEntry)}
                  onRemove={() => set(filters.toSpliced(index, 1))}
                />
              </li>
            ))}
          </ul>
          {filters.length >= MAX_FILTERS && <p className="hint builder-hint">{text.full(MAX_FILTERS)}</p>}
          {filters.length < MAX_FILTERS && first && (
            <button
              type="button"
              className="button quiet builder-small builder-add"
              onClick={() => set([...filters, { column: first.id, operator: 'greaterThan', value: '1', unit: 'day' }])}
            >
              {text.addFilter}
            </button>
          )}
        </>
      )}
    </FormField>
  )
}

interface FilterCardProps {
  readonly filter: FilterChoice
  readonly columns: readonly NamedColumn[]
  readonly onChange: (filter: FilterChoice, addsHistoryEntry?: boolean) => void
  readonly onRemove: () => void
}

function FilterCard({ filter, columns, onChange, onRemove }: FilterCardProps) {
  const { catalogue } = useBuilder()
  const isKnown = columns.some(({ id }) => id === filter.column)
  const offered = columns.map(({ id, name }) => [id, name ?? ''] as const)
  const shownName = statusName(filter.column, catalogue)
  return (
    <>
      <div className="builder-line line tight">
        <Select
          aria-label={text.filterColumn}
          value={filter.column}
          options={isKnown ? offered : [[filter.column, texts.builder.unknown(shownName)], ...offered]}
          onPick={column => onChange({ ...filter, column })}
        />
        <button
          type="button"
          className="builder-square"
          aria-label={text.removeFilter(shownName)}
          title={text.removeFilter(shownName)}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="builder-line line tight builder-filter">
        <Select
          aria-label={text.filterOperator}
          value={filter.operator}
          options={comparisons.map(one => [one, text.comparisons[one]])}
          onPick={operator => onChange({ ...filter, operator })}
        />
        <div className="builder-number">
          <DraftInput
            value={filter.value}
            inputMode="decimal"
            aria-label={text.filterValue}
            problemOf={draft => (decimalOf(draft) === null ? text.filterWrong : null)}
            onCommit={(value, isFinal) => onChange({ ...filter, value: decimalOf(value) ?? filter.value }, isFinal)}
          />
        </div>
        <Select
          className="builder-tight"
          aria-label={text.filterUnit}
          value={filter.unit}
          options={filterUnits.map(one => [one, text.filterUnits[one]])}
          onPick={unit => onChange({ ...filter, unit })}
        />
      </div>
    </>
  )
}
