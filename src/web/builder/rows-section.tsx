import type { PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { FiltersChoice } from './filters-choice.tsx'
import { GroupByChoice } from './group-by-choice.tsx'
import { hasEffect } from './has-effect.ts'
import { ShownFieldsChoice } from './list-choices.tsx'
import { SelectChoice } from './select-choice.tsx'
import { SortChoice } from './sort-choice.tsx'
import { useBuilder } from './use-builder.ts'

/** The page sizes, largest first. */
const PAGE_SIZES = ['200', '100', '50', '25']

/** Edits the rows: grouping, conditions and order. */
export function RowsSection() {
  const { choices, catalogue } = useBuilder()
  const isRelevant = (parameter: PageParameter) => hasEffect(parameter, choices, catalogue)
  return (
    <>
      <GroupByChoice />
      {isRelevant('sortBy') && <SortChoice />}
      {isRelevant('filters') && <FiltersChoice />}
      <ListChoice />
    </>
  )
}

/** Edits what only lists have: additional fields, and the size of a page. */
export function ListChoice() {
  const { choices, catalogue } = useBuilder()
  const isRelevant = (parameter: PageParameter) => hasEffect(parameter, choices, catalogue)
  return (
    <>
      {isRelevant('fields') && <ShownFieldsChoice />}
      {isRelevant('pageSize') && (
        <SelectChoice
          parameter="pageSize"
          label={texts.builder.rows.pageSize}
          options={PAGE_SIZES.map(size => [size, size])}
          fallback="200"
          changes={size => ({ pageSize: size === '200' ? null : size })}
        />
      )}
    </>
  )
}
