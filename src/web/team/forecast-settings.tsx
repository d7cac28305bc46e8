import { useId } from 'react'
import { DraftInput } from '../builder/draft-input.tsx'
import { useChoices } from '../state/use-choices.ts'
import { formatNumber } from '../texts/format.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { isCount, learnFrom, sampleWeeks, sampleWeeksIn } from './forecast-choices.ts'
import { SettingSelect } from './setting-select.tsx'

const { forecast: text } = teamChoiceTexts

/** How many issues are to finish, and what the forecast learns from. */
export function ForecastSettings() {
  const { choices, change } = useChoices()
  const id = useId()
  const chosen = sampleWeeksIn(choices)
  const all: readonly number[] = [...new Set([...sampleWeeks, chosen])]
  return (
    <form className="team-settings row" aria-label={text.settings} onSubmit={event => event.preventDefault()}>
      <span className="line">
        <label htmlFor={id}>{text.count}</label>
        <DraftInput
          id={id}
          size={8}
          inputMode="numeric"
          placeholder={text.allOpen}
          value={choices.count ?? ''}
          problemOf={draft => (draft === '' || isCount(draft) ? null : text.wrongCount)}
          onCommit={count => change({ count: count || null })}
        />
      </span>
      <SettingSelect
        label={text.learnFrom}
        value={String(chosen)}
        options={all.map(weeks => [String(weeks), text.weeks(formatNumber(weeks))])}
        onPick={weeks => change(learnFrom(Number(weeks)))}
      />
    </form>
  )
}
