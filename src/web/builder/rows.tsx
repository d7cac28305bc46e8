import { words } from '../texts/en.ts'
import { FiltersChoice } from './filters-choice.tsx'
import { GroupByChoice } from './group-by-choice.tsx'
import { hasEffect } from './has-effect.ts'
import { ShownFieldsChoice } from './list-choices.tsx'
import { OrderChoice } from './order-choice.tsx'
import { SelectChoice } from './select-choice.tsx'
import { useAsk } from './use-ask.ts'

/** The numbers of issues that a page can have, the most first. */
const PAGE_SIZES = ['200', '100', '50', '25']

/** What the rows are: how issues are grouped, which rows are there, and in which order. */
export function Rows() {
  const { choices, catalogue } = useAsk()
  const matters = (parameter: string) => hasEffect(parameter, choices, catalogue)
  return (
    <>
      <GroupByChoice />
      {matters('sortBy') && <OrderChoice />}
      {matters('filters') && <FiltersChoice />}
      {matters('fields') && <ShownFieldsChoice />}
      {matters('pageSize') && (
        <SelectChoice
          parameter="pageSize"
          label={words.ask.rows.pageSize}
          options={PAGE_SIZES.map(size => [size, size])}
          fallback="200"
          changes={size => ({ pageSize: size === '200' ? null : size })}
        />
      )}
    </>
  )
}
