import { useId } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { periodIn, periods, startOf } from './team-parameters.ts'

/** The value of a period that is none of those to choose. */
const OTHER = 'other'

/** The one period and the one calendar of the whole screen. */
export function TeamSettings({ data }: { readonly data: Dashboard | undefined }) {
  const { choices, change } = useChoices()
  const { calendars } = useCatalogue()
  const [periodId, calendarId] = [useId(), useId()]
  const period = periodIn(choices)
  return (
    <form className="team-settings row" aria-label={teamTexts.settings} onSubmit={event => event.preventDefault()}>
      <label htmlFor={periodId}>{teamTexts.period}</label>
      <select
        id={periodId}
        className="select"
        value={period ?? OTHER}
        onChange={({ target }) => {
          const weeks = periods.find(one => String(one) === target.value)
          if (weeks !== undefined) change({ from: startOf(weeks), to: null })
        }}
      >
        {period === null && <option value={OTHER}>{otherPeriod(data)}</option>}
        {periods.map(weeks => (
          <option key={weeks} value={weeks}>
            {teamTexts.periods(weeks)}
          </option>
        ))}
      </select>
      <label htmlFor={calendarId}>{teamTexts.calendar}</label>
      <select
        id={calendarId}
        className="select"
        value={choices.calendar ?? ''}
        onChange={({ target }) => change({ calendar: target.value || null })}
      >
        <option value="">{teamTexts.allHours}</option>
        {calendars.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </form>
  )
}

function otherPeriod(data: Dashboard | undefined): string {
  if (!data) return '…'
  const at = (text: string) => formatDateTime(Date.parse(text), data.timeZone)
  return teamTexts.otherPeriod(at(data.from), at(data.to ?? data.asOf))
}
