import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Team } from '../../app/teams/team-types.ts'
import { canEndPath, requestJson, send, withJson } from '../api/client.ts'
import type { Dashboard } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { ConfirmDialog } from '../shell/confirm-dialog.tsx'
import { Problem } from '../shell/problem.tsx'
import { type ChosenSharing, PRIVATE, SharingChoice } from '../shell/sharing-choice.tsx'
import { applyChange } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { TEAMS_KEY, TEAMS_PATH, useTeams } from '../state/use-teams.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { shownName } from '../texts/shown-name.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { teamParametersOf } from './saved-team.ts'
import { useScreenTitle } from './screen-facts.ts'
import { type DraftState, unsavedOf } from './workflow-draft.ts'

const { team: text } = teamChoiceTexts

/** Saves the choices of the screen as a team, under a name; with the edited workflow, if there is one. */
export function SaveTeam({
  data,
  draft,
  setDraft,
  close,
}: DraftState & { readonly data: Dashboard; readonly close: () => void }) {
  const client = useQueryClient()
  const { choices, change } = useChoices()
  const { teams = [], groups = [] } = useTeams().data ?? {}
  const [typed, setTyped] = useState(useScreenTitle())
  const [chosen, setSharing] = useState<ChosenSharing | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isSaving, setSaving] = useState(false)
  const name = typed.trim()
  const known = teams.find(team => team.isOwn && team.name === name)
  const { sharing, group } = chosen ?? known ?? PRIVATE
  const shown = teams.find(({ id }) => id === choices['view.team'])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSaving(true)
    setError(null)
    try {
      const edited = draft && unsavedOf(draft, data)
      const parameters = teamParametersOf(
        applyChange(choices, edited === null ? {} : { workflow: edited }),
        data.workflow.id,
      )
      const body = withJson('PUT', { name, sharing, group, parameters })
      const { id } = await requestJson<Team>(`${TEAMS_PATH}/${encodeURIComponent(name)}`, body)
      await client.invalidateQueries({ queryKey: TEAMS_KEY })
      setDraft(null)
      change(edited === null ? { 'view.team': id } : { 'view.team': id, 'view.statuses': null, workflow: edited })
      close()
    } catch (failure) {
      setError(failure as Error)
      setSaving(false)
    }
  }
  return (
    <form className="team-save card stack" aria-label={text.save} onSubmit={event => void submit(event)}>
      <p className="hint">{text.how}</p>
      <div className="row">
        <label className="line">
          <span>{text.name}</span>
          <input
            className="input"
            value={typed}
            maxLength={200}
            required
            // biome-ignore lint/a11y/noAutofocus: the user has just opened the form
            autoFocus
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <SharingChoice value={{ sharing, group }} groups={groups} change={setSharing} />
        <button type="submit" className="button primary" disabled={!canEndPath(name) || isSaving}>
          {text.saveNow}
        </button>
        <Button onClick={close}>{text.cancel}</Button>
        {shown?.mayRemove && <RemoveTeam team={shown} close={close} />}
        {known && <span className="hint">{text.replaces}</span>}
      </div>
      <Problem error={error} />
    </form>
  )
}

/** Removes the team of the screen after a confirmation. The screen stays, without its name. */
function RemoveTeam({ team, close }: { readonly team: Team; readonly close: () => void }) {
  const client = useQueryClient()
  const { change } = useChoices()
  const remove = async () => {
    await send('DELETE', `${TEAMS_PATH}/${team.id}`)
    await client.invalidateQueries({ queryKey: TEAMS_KEY })
    change({ 'view.team': null })
    close()
  }
  return (
    <ConfirmDialog
      open={text.remove}
      title={text.removeTitle(isolateName(shownName(team.name)))}
      text={text.removeText}
      confirm={text.remove}
      onConfirm={remove}
    />
  )
}
