import { useState } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { workflowTexts as text } from '../texts/workflow.ts'
import { presentSle, type WorkflowDraft } from './workflow-draft.ts'

type Sle = WorkflowDraft['sle']

/** The percentage of most expectations. */
const USUAL = 85

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
  const [percent, setPercent] = useState(value?.percent ?? USUAL)
  const set = (next: { readonly percent?: number; readonly hours?: number | null }) => {
    const { hours = value?.hours ?? null } = next
    setPercent(next.percent ?? percent)
    change(hours === null ? null : { percent: next.percent ?? percent, hours })
  }
  const take = (sle: Sle) => {
    setPercent(sle?.percent ?? percent)
    change(sle)
  }
  return (
    <fieldset className="stack">
      <legend>{text.sle}</legend>
      <div className="row">
        <NumberInput label={text.percent} value={percent} onNumber={typed => set({ percent: typed ?? 0 })} />
        <span>{text.take}</span>
        <NumberInput label={text.hours} value={value?.hours ?? null} onNumber={hours => set({ hours })} />
        <span>{text.hoursUnit}</span>
        {present && <Button onClick={() => take(present.sle)}>{text.present(present.name)}</Button>}
        {value && <Button onClick={() => take(null)}>{text.noSle}</Button>}
      </div>
    </fieldset>
  )
}

/** A field for a number with a decimal point or comma. An empty field is `null`, and other text is NaN. */
function NumberInput({
  label,
  value,
  onNumber,
}: {
  readonly label: string
  readonly value: number | null
  readonly onNumber: (value: number | null) => void
}) {
  const [typed, setTyped] = useState('')
  // A button can change the value, too.
  const shown = Object.is(numberIn(typed), value) ? typed : value === null || Number.isNaN(value) ? '' : String(value)
  return (
    <input
      className="input workflow-number"
      inputMode="decimal"
      aria-label={label}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onNumber(numberIn(target.value))
      }}
    />
  )
}

function numberIn(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  return trimmed === '' ? null : Number(trimmed)
}
