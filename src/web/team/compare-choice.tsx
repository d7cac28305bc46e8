import type { Dashboard } from '../api/flow.ts'
import { DraftInput } from '../builder/draft-input.tsx'
import { Segments } from '../builder/segments.tsx'
import { useChoices } from '../state/use-choices.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { type Compared, compareBetween, comparedDays, comparedIn, compareWith } from './compared.ts'
import { periodIn } from './team-parameters.ts'

const { compare: text } = teamChoiceTexts
/** Chooses what the numbers are compared with. */
export function CompareChoice({ data }: { readonly data: Dashboard | undefined }) {
  const { choices, change } = useChoices()
  const compared = comparedIn(choices)
  const [first, last] = comparedDays(choices, data)
  const names: readonly (readonly [Compared, string])[] = [
    ['previous', text.previous],
    ['lastQuarter', text.lastQuarter],
    ['lastYear', text.lastYear(periodIn(choices))],
    ['other', text.other],
  ]
  return (
    <>
      <span className="line">
        <span>{text.label}</span>
        <Segments
          label={text.label}
          value={compared}
          options={names}
          onPick={value => change(compareWith(value, choices, data))}
        />
      </span>
      {compared === 'other' && (
        <>
          <DraftInput
            type="date"
            aria-label={text.first}
            value={first}
            onCommit={draft => draft !== '' && change({ compare: compareBetween(draft, later(draft, last)) })}
          />
          <DraftInput
            type="date"
            aria-label={text.last}
            value={last}
            onCommit={draft => draft !== '' && change({ compare: compareBetween(earlier(first, draft), draft) })}
          />
        </>
      )}
    </>
  )
}

/** Dates in ISO 8601 have the order of their texts. If one passes the other, both are the same day. */
const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)
