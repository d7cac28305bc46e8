import { Select } from '../shell/select.tsx'
import { compareTexts as text } from '../texts/compare.ts'
import {
  COMPARE,
  type Comparison,
  comparedChoices,
  comparisonIn,
  comparisons,
  otherDates,
  whyNotCompared,
} from './compared-window.ts'
import { endAfter, HISTORY_WINDOW, ISSUE_DATES, lastDayOf } from './date-range.ts'
import { DraftInput } from './draft-input.tsx'
import { FormField } from './form-field.tsx'
import { useBuilder } from './use-builder.ts'

/** Chooses the period with which a summary is compared. Without one to compare, it says why. */
export function CompareChoice() {
  const { choices, catalogue, change } = useBuilder()
  const why = whyNotCompared(choices)
  const chosen = why === null ? comparisonIn(choices) : null
  const hint = why !== null ? text.whyNot[why] : chosen !== null ? text.hints[chosen] : undefined
  const pick = (comparison: Comparison | '') => {
    if (comparison !== 'other') return change({ [COMPARE]: comparison || null })
    // Other dates begin with those of the period before.
    const before = comparedChoices({ ...choices, [COMPARE]: 'previous' }, catalogue.timeZone, Date.now())
    const { start, end } = choices[HISTORY_WINDOW.start] === undefined ? ISSUE_DATES : HISTORY_WINDOW
    change({ [COMPARE]: `${before?.[start]}..${before?.[end]}` })
  }
  return (
    <FormField parameters={[]} label={text.title} hint={hint} isGroup>
      {control => (
        <>
          <Select
            aria-label={text.title}
            aria-describedby={control['aria-describedby']}
            disabled={why !== null}
            value={chosen ?? ''}
            options={[['', text.none], ...comparisons.map(one => [one, text.names[one]] as const)]}
            onPick={pick}
          />
          {chosen === 'other' && <OtherDates />}
        </>
      )}
    </FormField>
  )
}

function OtherDates() {
  const { choices, change } = useBuilder()
  const [first, end] = otherDates(choices)
  const last = end === '' ? '' : lastDayOf(end)
  const wrong = (from: string, until: string) => (from !== '' && from <= until ? null : text.wrong)
  const set = (from: string, until: string) => change({ [COMPARE]: `${from}..${endAfter(until)}` })
  return (
    <div className="builder-dates">
      <DraftInput
        type={first.includes(' ') ? 'text' : 'date'}
        aria-label={text.first}
        value={first}
        problemOf={draft => wrong(draft, last)}
        onCommit={draft => set(draft, last)}
      />
      <DraftInput
        type={last.includes(' ') ? 'text' : 'date'}
        aria-label={text.last}
        value={last}
        problemOf={draft => wrong(first, draft)}
        onCommit={draft => set(first, draft)}
      />
    </div>
  )
}
