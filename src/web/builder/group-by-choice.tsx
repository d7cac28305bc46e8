import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { Select } from '../shell/select.tsx'
import { endpointOf } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { Combobox } from './combobox.tsx'
import { FormField } from './form-field.tsx'
import { dateUnits, fieldOf, type Grouping, isDate, PERIOD, readGroupings, writeGroupings } from './group-by.ts'
import { SortableList } from './sortable-list.tsx'
import { moveItem } from './status-columns.ts'
import { useBuilder } from './use-builder.ts'
import './group-by-choice.css'

const { rows: text } = texts.builder

/** Edits what rows are grouped by, in order; dates by a unit. */
export function GroupByChoice({ label = text.groupBy }: { readonly label?: string }) {
  const { choices, catalogue, change } = useBuilder()
  const groupings = readGroupings(choices.groupByFields)
  const set = (next: readonly Grouping[]) => change({ groupByFields: writeGroupings(next) })
  const used = new Set(groupings.map(({ field }) => fieldOf(field, catalogue)?.id))
  const options = catalogue.fields
    // A date can be used with several units.
    .filter(field => isDate(field) || !used.has(field.id))
    .map(field => ({ value: field.id, name: field.name, detail: isDate(field) ? text.units.month : '' }))
  const hasPeriod = groupings.some(({ field }) => field === PERIOD)
  const period = { value: PERIOD, name: text.period, detail: text.units.month, aliases: text.periodHint }
  const all = hasPeriod || endpointOf(choices) === 'list' ? options : [period, ...options]
  const add = (field: string) =>
    set([...groupings, { field, unit: hasUnit(field, catalogue) ? freeUnit(field, groupings) : null }])
  return (
    <FormField parameters={['groupByFields']} label={label} isGroup>
      {control => (
        <>
          {groupings.length > 0 && (
            <SortableList
              control={control}
              items={groupings.map((grouping, index) => ({
                id: `${grouping.unit} ${grouping.field}`,
                name: nameOf(grouping.field),
                content: (
                  <GroupingItem
                    grouping={grouping}
                    name={nameOf(grouping.field)}
                    onChange={next => set(groupings.with(index, next))}
                  />
                ),
              }))}
              onMove={(from, to) => set(moveItem(groupings, from, to))}
              onRemove={index => set(groupings.toSpliced(index, 1))}
            />
          )}
          <Combobox label={text.add} placeholder={text.add} value="" options={all} onPick={add} />
        </>
      )}
    </FormField>
  )

  function nameOf(field: string): string {
    return field === PERIOD ? text.period : (fieldOf(field, catalogue)?.name ?? texts.builder.unknown(field))
  }
}

interface GroupingItemProps {
  readonly grouping: Grouping
  readonly name: string
  readonly onChange: (grouping: Grouping) => void
}

function GroupingItem({ grouping: { field, unit }, name, onChange }: GroupingItemProps) {
  const { catalogue } = useBuilder()
  if (!hasUnit(field, catalogue)) return <span>{name}</span>
  const units = dateUnits.map(one => [one, text.units[one]] as const)
  return (
    <span className="builder-line line tight builder-grouping">
      <span className="grow">{name}</span>
      <Select
        className="builder-tight"
        aria-label={text.unit(name)}
        value={unit ?? ''}
        options={[...units, ...(field === PERIOD ? [] : [['', text.exact] as const])]}
        onPick={picked => onChange({ field, unit: picked || null })}
      />
    </span>
  )
}

function hasUnit(field: string, catalogue: PageCatalogue): boolean {
  return field === PERIOD || isDate(fieldOf(field, catalogue))
}

/** Returns the first unit for a date: month, unless it is already used. */
function freeUnit(field: string, groupings: readonly Grouping[]) {
  const used = groupings.filter(grouping => grouping.field === field).map(({ unit }) => unit)
  return (['month', ...dateUnits] as const).find(unit => !used.includes(unit)) ?? null
}
