import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { WorkflowProposal } from '../../app/workflows/workflow-types.ts'
import { getJson } from '../api/client.ts'
import type { Dashboard } from '../api/flow.ts'
import { useStatusesOf } from '../builder/occurring-statuses.ts'
import { QueryResult } from '../drilldown/query-result.tsx'
import { Button } from '../shell/button.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { ConfirmDialog } from '../shell/confirm-dialog.tsx'
import { Name } from '../shell/name.tsx'
import { applyChange, type ChoiceChange } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useLeaveWarning } from '../state/use-leave-warning.ts'
import { useSavedWorkflows } from '../state/use-workflows.ts'
import { workflowTexts as text } from '../texts/workflow.ts'
import { BlockedChoice } from './blocked-choice.tsx'
import { isUnsettled } from './missing.ts'
import { SaveWorkflow } from './save-workflow.tsx'
import { SleChoice } from './sle-choice.tsx'
import { StageColumns } from './stage-columns.tsx'
import {
  type DraftState,
  definitionOf,
  draftOf,
  draftProblems,
  listedStatuses,
  ownName,
  type ProposedStatus,
  unsavedOf,
  withStages,
} from './workflow-draft.ts'
import { usePreview, WorkflowPreview } from './workflow-preview.tsx'
import './workflow-editor.css'

/** Edits the workflow of the screen: its stages, what blocks, the expectation. It works before anybody saves it. */
export function WorkflowEditor({ data, ...state }: DraftState & { readonly data: Dashboard }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { choices } = useChoices()
  const wasOpened = useRef(choices['view.statuses'] !== undefined)
  useEffect(() => {
    // The button that opened it is gone.
    if (wasOpened.current) heading.current?.focus()
  }, [])
  const { workflow } = data
  const occurring = useStatusesOf(choices, useCatalogue())
  const query = useQuery({
    queryKey: ['workflow-proposal'],
    queryFn: ({ signal }) => getJson<WorkflowProposal>('/api/workflow-proposal', signal),
  })
  const isProposal = workflow.id === 'default'
  return (
    <section className="workflow-editor card stack" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {isUnsettled(workflow) ? text.unsavedTitle : text.savedTitle}
      </h2>
      <p className="hint">
        {isProposal && `${workflow.canMeasure ? text.proposed : text.unknown} `}
        {text.how}
      </p>
      <SavedLinks />
      <QueryResult query={query}>
        {({ statuses }) =>
          occurring && <DraftForm data={data} statuses={listedStatuses(data, statuses, occurring)} {...state} />
        }
      </QueryResult>
    </section>
  )
}

/** Links to the saved workflows. */
function SavedLinks() {
  const { choices } = useChoices()
  const saved = useSavedWorkflows()
  if (saved.length === 0) return null
  return (
    <p className="row">
      {text.saved}
      {saved.map(({ id, name }) => (
        <ChoiceLink key={id} choices={applyChange(choices, { workflow: id, 'view.statuses': null })}>
          <Name name={name} />
        </ChoiceLink>
      ))}
    </p>
  )
}

const CLOSED: ChoiceChange = { 'view.statuses': null }

function DraftForm({
  data,
  statuses,
  draft: edited,
  setDraft,
}: DraftState & { readonly data: Dashboard; readonly statuses: readonly ProposedStatus[] }) {
  const { change } = useChoices()
  const catalogue = useCatalogue()
  const draft = edited ?? draftOf(data, statuses)
  useLeaveWarning(edited !== null)
  const problems = draftProblems(draft)
  const isWhole = problems.length === 0
  const unsaved = unsavedOf(draft, data)
  const preview = usePreview(unsaved, isWhole)
  const isUsable = isWhole && !preview.isRefused
  const close = (workflow: string | undefined) => {
    setDraft(null)
    change(workflow === undefined ? CLOSED : { ...CLOSED, workflow })
  }
  return (
    <>
      <StageColumns draft={draft} statuses={statuses} change={next => setDraft(withStages(draft, next))} />
      <div role="status">
        {problems.map(problem => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {isWhole && <WorkflowPreview data={data} preview={preview} />}
      <details>
        <summary>{text.more}</summary>
        <div className="stack">
          {draft.done === 'resolution' && <p>{text.resolution}</p>}
          <BlockedChoice
            value={draft.blocked}
            statuses={statuses}
            change={blocked => setDraft({ ...draft, blocked })}
          />
          <SleChoice
            value={draft.sle}
            // The default expectation depends on the stages.
            data={preview.data ?? data}
            change={sle => setDraft({ ...draft, sle })}
          />
        </div>
      </details>
      <div className="row">
        <Button look="primary" disabled={!isUsable} onClick={() => close(unsaved)}>
          {text.show}
        </Button>
        {data.workflow.canMeasure && edited === null && <Button onClick={() => close(undefined)}>{text.close}</Button>}
        {data.workflow.canMeasure && edited !== null && (
          <ConfirmDialog
            open={text.close}
            title={text.discardTitle}
            text={text.discardText}
            confirm={text.discard}
            onConfirm={async () => close(undefined)}
          />
        )}
        <span className="hint">{text.keep}</span>
      </div>
      {mayAdminister(catalogue) && (
        <SaveWorkflow
          isWhole={isUsable}
          usualName={ownName(data) ?? text.usualName}
          definitionOf={name => definitionOf(draft, name)}
          onSaved={close}
        />
      )}
    </>
  )
}
