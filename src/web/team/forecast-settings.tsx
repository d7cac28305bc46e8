import { useChoices } from '../state/use-choices.ts'
import { formatNumber } from '../texts/format.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { learnFrom, sampleWeeks, sampleWeeksIn } from './forecast-choices.ts'
import { SettingSelect } from './setting-select.tsx'

const { forecast: text } = teamChoiceTexts

/** What the forecast learns from. */
export function ForecastSettings() {
  const { choices, change } = useChoices()
  const chosen = sampleWeeksIn(choices)
  const all: readonly number[] = [...new Set([...sampleWeeks, chosen])]
  return (
    <form className="team-settings row" aria-label={text.settings} onSubmit={event => event.preventDefault()}>
      <SettingSelect
        label={text.learnFrom}
        value={String(chosen)}
        options={all.map(weeks => [String(weeks), text.weeks(formatNumber(weeks))])}
        onPick={weeks => change(learnFrom(Number(weeks)))}
      />
    </form>
  )
}
