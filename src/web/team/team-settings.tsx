import { useState } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { CompareChoice } from './compare-choice.tsx'
import { withPeriod } from './compared.ts'
import { SaveTeam } from './save-team.tsx'
import { SettingSelect } from './setting-select.tsx'
import { periodIn, periods } from './team-parameters.ts'
import { WorkflowChoice } from './workflow-choice.tsx'
import type { DraftState } from './workflow-draft.ts'

const { team: text } = teamChoiceTexts

/** The value of a period that is none of those to choose. */
const OTHER = 'other'

/** The one period, calendar and workflow of the whole screen, and what it is compared with. */
export function TeamSettings({ data, ...state }: DraftState & { readonly data: Dashboard | undefined }) {
  const { choices, change } = useChoices()
  const { calendars } = useCatalogue()
  const [isSaving, setSaving] = useState(false)
  const period = periodIn(choices)
  const named = periods.map(one => [String(one), teamTexts.periods(one)] as const)
  return (
    <>
      <form className="team-settings row" aria-label={teamTexts.settings} onSubmit={event => event.preventDefault()}>
        <SettingSelect
          label={teamTexts.period}
          value={period === null ? OTHER : String(period)}
          options={period === null ? [[OTHER, otherPeriod(data)], ...named] : named}
          onPick={value => {
            const picked = periods.find(one => String(one) === value)
            if (picked !== undefined) change(withPeriod(choices, picked))
          }}
        />
        <CompareChoice data={data} />
        <SettingSelect
          label={teamTexts.calendar}
          value={choices.calendar ?? ''}
          options={[['', teamTexts.allHours], ...calendars.map(({ id, name }) => [id, name] as const)]}
          onPick={value => change({ calendar: value || null })}
        />
        <WorkflowChoice data={data} />
        {data?.workflow.canMeasure && !isSaving && (
          <Button look="quiet" onClick={() => setSaving(true)}>
            {text.save}
          </Button>
        )}
      </form>
      {data && isSaving && <SaveTeam data={data} {...state} close={() => setSaving(false)} />}
    </>
  )
}

function otherPeriod(data: Dashboard | undefined): string {
  if (!data) return '…'
  const at = (text: string) => formatDateTime(Date.parse(text), data.timeZone)
  return teamTexts.otherPeriod(at(data.from), at(data.to ?? data.asOf))
}
