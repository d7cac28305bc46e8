import { Icon } from '../shell/icon.tsx'
import { words } from '../texts/en.ts'
import { Choice } from './choice.tsx'
import { columnsOf, statusName } from './columns-of.ts'
import { DraftInput } from './draft-input.tsx'
import {
  comparisons,
  decimalOf,
  filterUnits,
  MOST_FILTERS,
  type RowFilter,
  readFilters,
  writeFilters,
} from './row-filters.ts'
import { useAsk } from './use-ask.ts'
import './cards.css'

const { rows: text } = words.ask

/** Conditions on the rows: "In Progress is more than 2 days". */
export function FiltersChoice() {
  const { choices, catalogue, change } = useAsk()
  const filters = readFilters(choices.filters)
  const columns = columnsOf(choices, catalogue)
  const set = (next: readonly RowFilter[], step = true) => change({ filters: writeFilters(next) }, { step })
  const [first] = columns
  return (
    <Choice parameters={['filters']} label={text.filters} isGroup>
      {() => (
        <>
          <ul className="ask-cards">
            {filters.map((filter, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names, and two may be alike
              <li key={index} className="ask-card">
                <FilterCard
                  filter={filter}
                  onChange={(next, step) => set(filters.with(index, next), step)}
                  onRemove={() => set(filters.toSpliced(index, 1))}
                />
              </li>
            ))}
          </ul>
          {filters.length >= MOST_FILTERS && <p className="hint ask-hint">{text.full(MOST_FILTERS)}</p>}
          {filters.length < MOST_FILTERS && first && (
            <button
              type="button"
              className="button quiet ask-small ask-add"
              onClick={() => set([...filters, { column: first.id, operator: 'greaterThan', value: '1', unit: 'day' }])}
            >
              {text.addFilter}
            </button>
          )}
        </>
      )}
    </Choice>
  )
}

function FilterCard({
  filter,
  onChange,
  onRemove,
}: {
  readonly filter: RowFilter
  readonly onChange: (filter: RowFilter, step?: boolean) => void
  readonly onRemove: () => void
}) {
  const { choices, catalogue } = useAsk()
  const columns = columnsOf(choices, catalogue)
  const isKnown = columns.some(({ id }) => id === filter.column)
  return (
    <>
      <div className="ask-line">
        <select
          className="select"
          aria-label={text.filterColumn}
          value={filter.column}
          onChange={event => onChange({ ...filter, column: event.target.value })}
        >
          {!isKnown && <option value={filter.column}>{words.ask.noSuch(statusName(filter.column, catalogue))}</option>}
          {columns.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="ask-square"
          aria-label={text.removeFilter(statusName(filter.column, catalogue))}
          title={text.removeFilter(statusName(filter.column, catalogue))}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="ask-line ask-filter">
        <select
          className="select"
          aria-label={text.filterOperator}
          value={filter.operator}
          onChange={event =>
            onChange({ ...filter, operator: comparisons.find(one => one === event.target.value) ?? 'greaterThan' })
          }
        >
          {comparisons.map(one => (
            <option key={one} value={one}>
              {text.comparisons[one]}
            </option>
          ))}
        </select>
        <div className="ask-number">
          <DraftInput
            value={filter.value}
            inputMode="decimal"
            aria-label={text.filterValue}
            problemOf={draft => (decimalOf(draft) === null ? text.filterWrong : null)}
            onCommit={(value, isWhole) => onChange({ ...filter, value: decimalOf(value) ?? filter.value }, isWhole)}
          />
        </div>
        <select
          className="select ask-tight"
          aria-label={text.filterUnit}
          value={filter.unit}
          onChange={event =>
            onChange({ ...filter, unit: filterUnits.find(one => one === event.target.value) ?? 'day' })
          }
        >
          {filterUnits.map(one => (
            <option key={one} value={one}>
              {text.units2[one]}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
