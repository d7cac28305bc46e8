import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownWorkflow } from '../../app/workflows/workflow-types.ts'
import { requestJson, withJson } from '../api/client.ts'
import { Button } from '../shell/button.tsx'
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
  const save = async () => {
    setSaving(true)
    setError(null)
    try {
      const body = withJson('PUT', definitionOf(name))
      const { id } = await requestJson<ShownWorkflow>(`${WORKFLOWS_PATH}/${encodeURIComponent(name)}`, body)
      await client.invalidateQueries({ queryKey: WORKFLOWS_KEY })
      // A screen without a choice of a workflow may use this one from now on.
      await client.invalidateQueries({ queryKey: FLOW_KEY, refetchType: 'none' })
      onSaved(id)
    } catch (failure) {
      setError(failure as Error)
      setSaving(false)
    }
  }
  const isKnown = saved.some(one => one.name.toLowerCase() === name.toLowerCase())
  return (
    <>
      <div className="row">
        <label className="line">
          <span>{text.name}</span>
          <input className="input" value={typed} maxLength={200} onChange={({ target }) => setTyped(target.value)} />
        </label>
        <Button disabled={!isWhole || name === '' || isSaving} onClick={() => void save()}>
          {text.save}
        </Button>
        {isKnown && <span className="hint">{text.replaces}</span>}
      </div>
      <Problem error={error} />
    </>
  )
}
