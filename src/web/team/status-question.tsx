import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WorkflowProposal } from '../../app/workflows/workflow-types.ts'
import { getJson } from '../api/client.ts'
import type { Dashboard } from '../api/flow.ts'
import { Segments } from '../builder/segments.tsx'
import { QueryResult } from '../drilldown/query-result.tsx'
import { Button } from '../shell/button.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { applyChange } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useSavedWorkflows } from '../state/use-workflows.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { definitionOf, firstKinds, isComplete, type Kinds, type ProposedStatus } from './kinds-of-statuses.ts'
import { SaveWorkflow } from './save-workflow.tsx'
import './status-question.css'

const { question: text, kinds: kindNames, unsaved } = teamChoiceTexts
const KINDS = [
  ['notStarted', kindNames.notStarted],
  ['active', kindNames.active],
  ['done', kindNames.done],
] as const

type Workflow = Dashboard['workflow']

/** Asks which statuses are work, with a proposal. The answer works before anybody saves it. */
export function StatusQuestion({ workflow }: { readonly workflow: Workflow }) {
  const id = useId()
  const query = useQuery({
    queryKey: ['workflow-proposal'],
    queryFn: ({ signal }) => getJson<WorkflowProposal>('/api/workflow-proposal', signal),
  })
  return (
    <section className="team-question card stack" aria-labelledby={id}>
      <h2 id={id}>{text.title}</h2>
      <p className="hint">{`${workflow.canMeasure ? text.how : text.unknown} ${text.counts}`}</p>
      <SavedLinks />
      <QueryResult query={query}>{({ statuses }) => <KindsForm statuses={statuses} workflow={workflow} />}</QueryResult>
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

function KindsForm({
  statuses,
  workflow,
}: {
  readonly statuses: readonly ProposedStatus[]
  readonly workflow: Workflow
}) {
  const { change } = useChoices()
  const catalogue = useCatalogue()
  const [kinds, setKinds] = useState<Kinds>(() => firstKinds(statuses, workflow))
  const isWhole = isComplete(kinds)
  const show = (chosen: string) => change({ workflow: chosen, 'view.statuses': null })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (isWhole) show(JSON.stringify(definitionOf(statuses, kinds, unsaved)))
      }}
    >
      <ul className="team-statuses">
        {statuses.map(({ id, name, issues }) => (
          <li key={id} className="row spread">
            <span className="breakable">{text.status(name, issues)}</span>
            <Segments
              label={name}
              options={KINDS}
              value={kinds[id]}
              onPick={kind => setKinds(before => ({ ...before, [id]: kind }))}
            />
          </li>
        ))}
      </ul>
      <p role="status">{!isWhole && text.incomplete}</p>
      <div className="row">
        <button type="submit" className="button primary" disabled={!isWhole}>
          {text.show}
        </button>
        {workflow.canMeasure && <Button onClick={() => change({ 'view.statuses': null })}>{text.close}</Button>}
      </div>
      {mayAdminister(catalogue) && (
        <SaveWorkflow isWhole={isWhole} definitionOf={name => definitionOf(statuses, kinds, name)} onSaved={show} />
      )}
    </form>
  )
}
