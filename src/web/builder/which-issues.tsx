import { lazy, Suspense } from 'react'
import type { PageCatalogue } from '../../service/page-types.ts'
import type { Choices } from '../state/choices.ts'
import { words } from '../texts/en.ts'
import { Choice, type ControlProps } from './choice.tsx'
import { Combobox } from './combobox.tsx'
import { issueQuery } from './issue-query.ts'
import type { Option } from './options.ts'
import { People } from './people.tsx'
import { Segments } from './segments.tsx'
import { type FilterType, filterTypeOf, issuesBy, selectors } from './selectors.ts'
import { elementsOf } from './status-columns.ts'
import { useAsk } from './use-ask.ts'

// Editing queries needs more script than all the rest of the report builder.
const QueryEditor = lazy(() => import('../jql/query-editor.tsx').then(room => ({ default: room.QueryEditor })))

const { issues: text } = words.ask

/** Whose issues: the way to choose them, and what it needs. */
export function WhichIssues({ onRun }: { readonly onRun: () => void }) {
  const { choices, catalogue, change } = useAsk()
  const type = filterTypeOf(choices) ?? 'project'
  const pickWay = (next: FilterType) =>
    change(issuesBy(next, next === 'customjql' ? issueQuery(choices, catalogue) : null))
  return (
    <>
      <Choice parameters={['filterType']} label={text.by} isGroup isLabelHidden>
        {control => (
          <Segments
            label={text.by}
            options={(Object.keys(selectors) as FilterType[]).map(one => [one, text.ways[one]])}
            value={type}
            onPick={pickWay}
            describedBy={control['aria-describedby']}
          />
        )}
      </Choice>
      {type === 'customjql' ? (
        <QueryChoice onRun={onRun} />
      ) : (
        <Choice parameters={[selectors[type]]} label={text.labels[type]} hint={whatIsMissing(type, choices, catalogue)}>
          {control => <Selector type={type} control={control} />}
        </Choice>
      )}
      <GroupOfIssues />
    </>
  )
}

function Selector({
  type,
  control,
}: {
  readonly type: Exclude<FilterType, 'customjql'>
  readonly control: ControlProps
}) {
  const { choices, catalogue, change } = useAsk()
  const chosen = choices[selectors[type]] ?? ''
  const pick = (value: string) => change(issuesBy(type, value))
  if (type === 'user') return <People control={control} value={chosen} onPick={pick} />
  const { projects, savedQueries, sprints } = catalogue
  const options: readonly Option[] = {
    project: projects.map(({ key, name }) => ({ value: key, name, detail: key })),
    jqlfilter: savedQueries.map(({ id, name, query }) => ({ value: id, name, text: query })),
    sprint: byNearness(sprints).map(({ id, name, state }) => ({
      value: id,
      name,
      detail: text.sprintStates[state ?? ''] ?? state ?? '',
    })),
  }[type]
  const known = options.find(({ value }) => value.toLowerCase() === chosen.toLowerCase())
  const name = known?.name ?? (chosen === '' ? '' : words.ask.noSuch(chosen))
  return <Combobox control={control} value={name} options={options} onPick={pick} />
}

/** Sprints with those that go on first, then those to come, then those that are over, the last one first. */
function byNearness(sprints: PageCatalogue['sprints']): PageCatalogue['sprints'] {
  const of = (wanted: (state: string | null) => boolean) => sprints.filter(({ state }) => wanted(state))
  return [
    ...of(state => state === 'active'),
    ...of(state => state === 'future'),
    ...of(state => state !== 'active' && state !== 'future').toReversed(),
  ]
}

function whatIsMissing(type: FilterType, choices: Choices, { savedQueries, sprints }: PageCatalogue): string {
  if (type === 'jqlfilter' && savedQueries.length === 0) return text.noSavedQueries
  if (type === 'sprint' && sprints.length === 0) return text.noSprints
  return choices[selectors[type]] ? '' : words.ask.required
}

function QueryChoice({ onRun }: { readonly onRun: () => void }) {
  const { choices, change, mistakesOf } = useAsk()
  return (
    <Choice parameters={['customjql']} label={text.labels.customjql} hint={text.queryHint} ownMistakes={[]} isGroup>
      {() => (
        <Suspense fallback={<p className="hint">{text.opening}</p>}>
          <QueryEditor
            value={choices.customjql ?? ''}
            onCommit={value => change(issuesBy('customjql', value.trim() || null))}
            onRun={onRun}
            label={text.labels.customjql}
            mistakes={mistakesOf(['customjql'])}
          />
        </Suspense>
      )}
    </Choice>
  )
}

/** That only one group of the issues is shown, and the way back to all. */
function GroupOfIssues() {
  const { choices, change } = useAsk()
  if (!choices.inGroup) return null
  const values = elementsOf(choices.inGroup).map(value => (value === null ? text.noValue : String(value)))
  return (
    <Choice parameters={['inGroup']} label={text.inGroup} isGroup>
      {() => (
        <div className="ask-line">
          <span className="ask-grow">{values.join(', ')}</span>
          <button type="button" className="button quiet ask-small" onClick={() => change({ inGroup: null })}>
            {text.allGroups}
          </button>
        </div>
      )}
    </Choice>
  )
}
