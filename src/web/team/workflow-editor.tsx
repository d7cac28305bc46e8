import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WorkflowProposal } from '../../app/workflows/workflow-types.ts'
import { getJson } from '../api/client.ts'
import type { Dashboard } from '../api/flow.ts'
import { QueryResult } from '../drilldown/query-result.tsx'
import { Button } from '../shell/button.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { applyChange } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useSavedWorkflows } from '../state/use-workflows.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { workflowTexts as text } from '../texts/workflow.ts'
import { BlockedChoice } from './blocked-choice.tsx'
import { isUnsettled } from './missing.ts'
import { SaveWorkflow } from './save-workflow.tsx'
import { SleChoice } from './sle-choice.tsx'
import { StageColumns } from './stage-columns.tsx'
import { definitionOf, draftOf, draftProblems, type ProposedStatus, withStage } from './workflow-draft.ts'
import { WorkflowPreview } from './workflow-preview.tsx'
import './workflow-editor.css'

/** Edits the workflow of the screen: its stages, what blocks, the expectation. It works before anybody saves it. */
export function WorkflowEditor({ data }: { readonly data: Dashboard }) {
  const id = useId()
  const { workflow } = data
  const query = useQuery({
    queryKey: ['workflow-proposal'],
    queryFn: ({ signal }) => getJson<WorkflowProposal>('/api/workflow-proposal', signal),
  })
  const isProposal = workflow.id === 'default'
  return (
    <section className="workflow-editor card stack" aria-labelledby={id}>
      <h2 id={id}>{isUnsettled(workflow) ? text.ask : text.edit}</h2>
      <p className="hint">
        {isProposal && `${workflow.canMeasure ? text.proposed : text.unknown} `}
        {text.how}
      </p>
      <SavedLinks />
      <QueryResult query={query}>
        {({ statuses }) => <DraftForm key={workflow.id} data={data} statuses={statuses} />}
      </QueryResult>
    </section>
  )
}

/** The workflows that somebody saved, each one click away. */
function SavedLinks() {
  const { choices } = useChoices()
  const saved = useSavedWorkflows()
  if (saved.length === 0) return null
  return (
    <p className="row">
      {text.saved}
      {saved.map(({ id, name }) => (
        <ChoiceLink key={id} choices={applyChange(choices, { workflow: id, 'view.statuses': null })}>
          {name}
        </ChoiceLink>
      ))}
    </p>
  )
}

function DraftForm({ data, statuses }: { readonly data: Dashboard; readonly statuses: readonly ProposedStatus[] }) {
  const { change } = useChoices()
  const catalogue = useCatalogue()
  const [draft, setDraft] = useState(() => draftOf(data, statuses))
  const problems = draftProblems(draft)
  const isWhole = problems.length === 0
  const unsaved = JSON.stringify(definitionOf(draft, teamChoiceTexts.unsaved))
  const show = (chosen: string) => change({ workflow: chosen, 'view.statuses': null })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (isWhole) show(unsaved)
      }}
    >
      <StageColumns draft={draft} statuses={statuses} change={setDraft} />
      <div>
        <Button onClick={() => setDraft(withStage(draft, text.newStage, 'active'))}>{text.addStage}</Button>
      </div>
      <div role="status">
        {problems.map(problem => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {isWhole && <WorkflowPreview data={data} workflow={unsaved} />}
      <details>
        <summary>{text.more}</summary>
        <div className="stack">
          <BlockedChoice
            value={draft.blocked}
            statuses={statuses}
            change={blocked => setDraft({ ...draft, blocked })}
          />
          <SleChoice value={draft.sle} data={data} change={sle => setDraft({ ...draft, sle })} />
        </div>
      </details>
      <div className="row">
        <button type="submit" className="button primary" disabled={!isWhole}>
          {text.show}
        </button>
        {data.workflow.canMeasure && <Button onClick={() => change({ 'view.statuses': null })}>{text.close}</Button>}
      </div>
      {mayAdminister(catalogue) && (
        <SaveWorkflow
          isWhole={isWhole}
          usualName={isUnsettled(data.workflow) ? text.usualName : data.workflow.name}
          definitionOf={name => definitionOf(draft, name)}
          onSaved={show}
        />
      )}
    </form>
  )
}
