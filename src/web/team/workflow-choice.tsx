import type { Dashboard } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { useChoices } from '../state/use-choices.ts'
import { useSavedWorkflows } from '../state/use-workflows.ts'
import { teamChoiceTexts as text } from '../texts/team-choices.ts'
import { isEditing, isUnsettled } from './missing.ts'
import { SettingSelect } from './setting-select.tsx'
import { ASK_STATUSES } from './way-on.tsx'

/** The value of the workflow by status category. */
const DEFAULT = 'default'

/** Chooses a saved workflow, or opens the editor. */
export function WorkflowChoice({ data }: { readonly data: Dashboard | undefined }) {
  const { choices, change } = useChoices()
  const { workflow = data?.workflow.id ?? DEFAULT } = choices
  const saved = useSavedWorkflows().map(({ id, name }) => [id, name] as const)
  const isChosen = ([id, name]: readonly [string, string]) => [id, name.toLowerCase()].includes(workflow.toLowerCase())
  const known = [[DEFAULT, text.byCategory] as const, ...saved]
  const chosen = known.find(isChosen)
  const other = [workflow, workflow.startsWith('{') ? text.unsaved : workflow] as const
  return (
    <>
      <SettingSelect
        label={text.workflow}
        value={chosen?.[0] ?? workflow}
        options={chosen ? known : [...known, other]}
        onPick={id => change({ workflow: id })}
      />
      {data && !isEditing(choices, data) && (
        <Button look="quiet" onClick={() => change(ASK_STATUSES)}>
          {isUnsettled(data.workflow) ? text.askStatuses : text.editWorkflow}
        </Button>
      )}
    </>
  )
}
