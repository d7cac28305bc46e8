import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { ShownWorkflow } from '../../app/workflows/workflow-types.ts'
import { canEndPath, requestJson, withJson } from '../api/client.ts'
import { Problem } from '../shell/problem.tsx'
import { FLOW_KEY } from '../state/use-report.ts'
import { useSavedWorkflows, WORKFLOWS_KEY, WORKFLOWS_PATH } from '../state/use-workflows.ts'
import { workflowTexts as text } from '../texts/workflow.ts'
import type { SavedDefinition } from './workflow-draft.ts'

/** Saves a workflow under a name. Everybody can then choose it. */
export function SaveWorkflow({
  isWhole,
  usualName,
  definitionOf,
  onSaved,
}: {
  readonly isWhole: boolean
  /** The name that the field has first. */
  readonly usualName: string
  readonly definitionOf: (name: string) => SavedDefinition
  /** Gets the id of the workflow. */
  readonly onSaved: (id: string) => void
}) {
  const client = useQueryClient()
  const saved = useSavedWorkflows()
  const [typed, setTyped] = useState(usualName)
  const name = typed.trim()
  const [error, setError] = useState<Error | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setSaving(true)
    setError(null)
    try {
      const body = withJson('PUT', definitionOf(name))
      const { id } = await requestJson<ShownWorkflow>(`${WORKFLOWS_PATH}/${encodeURIComponent(name)}`, body)
      await client.invalidateQueries({ queryKey: WORKFLOWS_KEY })
      onSaved(id)
      // The screen may have used the workflow before, and one without a choice may use it from now on.
      await client.invalidateQueries({ queryKey: FLOW_KEY })
    } catch (failure) {
      setError(failure as Error)
      setSaving(false)
    }
  }
  const isKnown = saved.some(one => one.name.toLowerCase() === name.toLowerCase())
  return (
    <form className="stack" aria-label={text.save} onSubmit={event => void save(event)}>
      <div className="row">
        <label className="line">
          <span>{text.name}</span>
          <input className="input" value={typed} maxLength={200} onChange={({ target }) => setTyped(target.value)} />
        </label>
        <button type="submit" className="button" disabled={!isWhole || !canEndPath(name) || isSaving}>
          {text.save}
        </button>
        {isKnown && <span className="hint">{text.replaces}</span>}
      </div>
      <Problem error={error} />
    </form>
  )
}
