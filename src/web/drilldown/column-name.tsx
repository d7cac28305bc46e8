import { Fragment } from 'react'
import { Name } from '../shell/name.tsx'
import { texts } from '../texts/en.ts'
import { isolateName } from '../texts/isolated-name.ts'

/** The arrow in the name of a transition. */
const ARROW = / (?:->|→) /

/** Shows the name of a column. Screen readers read the arrow of a transition as a word. */
export function ColumnName({ name }: { readonly name: string }) {
  return name.split(ARROW).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no name of their own
    <Fragment key={index}>
      {index > 0 && (
        <>
          {' '}
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">{texts.drilldown.to}</span>{' '}
        </>
      )}
      <Name name={part} />
    </Fragment>
  ))
}

/** Returns the name of a column with a word for an arrow, for a label. */
export function columnLabel(name: string): string {
  return name.split(ARROW).map(isolateName).join(` ${texts.drilldown.to} `)
}
