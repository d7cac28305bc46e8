import type { Dashboard } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { workflowTexts as text } from '../texts/workflow.ts'
import { presentSle, type WorkflowDraft } from './workflow-draft.ts'

type Sle = WorkflowDraft['sle']

/** The expectation of a draft: so many percent of the issues take at most so many hours. `data` knows the present one. */
export function SleChoice({
  value,
  data,
  change,
}: {
  readonly value: Sle
  readonly data: Pick<Dashboard, 'sle' | 'asOf'>
  readonly change: (value: Sle) => void
}) {
  const present = presentSle(data)
  const { percent = 85, hours = 0 } = value ?? {}
  const number = (label: string, shown: number, max: number, set: (typed: number) => Sle) => (
    <input
      className="input workflow-number"
      type="number"
      min={0}
      max={max}
      step="any"
      aria-label={label}
      value={shown || ''}
      onChange={({ target }) => change(set(Number(target.value)))}
    />
  )
  return (
    <fieldset className="stack">
      <legend>{text.sle}</legend>
      <div className="row">
        {number(text.percent, percent, 100, typed => ({ percent: typed, hours }))}
        <span>{text.take}</span>
        {number(text.hours, hours, 1_000_000, typed => (typed === 0 ? null : { percent, hours: typed }))}
        <span>{text.hoursUnit}</span>
        {present && <Button onClick={() => change(present.sle)}>{text.present(present.name)}</Button>}
        {value && <Button onClick={() => change(null)}>{text.noSle}</Button>}
      </div>
    </fieldset>
  )
}
