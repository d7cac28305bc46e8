import { lazy, Suspense, useState } from 'react'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices } from '../state/choices.ts'
import { parseJsonArray } from '../state/json.ts'
import { texts } from '../texts/en.ts'
import { Combobox } from './combobox.tsx'
import { FormField } from './form-field.tsx'
import { issueQuery } from './issue-query.ts'
import type { ControlProps } from './labelled-field.tsx'
import type { Option } from './options.ts'
import { People } from './people.tsx'
import { Segments } from './segments.tsx'
import { type FilterType, filterTypeOf, selectIssuesBy, selectors } from './selectors.ts'
import { useBuilder } from './use-builder.ts'

// The query editor is larger than the rest of the report builder.
const QueryEditor = lazy(() => import('../jql/query-editor.tsx').then(module => ({ default: module.QueryEditor })))

const { issues: text } = texts.builder

/** Edits which issues are reported. */
export function IssuesSection() {
  const { choices, catalogue, change, errorsFor } = useBuilder()
  const type = filterTypeOf(choices) ?? 'project'
  // Arrow keys move on through the kinds, so they keep the focus.
  const [isPointed, setPointed] = useState(false)
  const pickFilterType = (next: FilterType, isPointed: boolean) => {
    setPointed(isPointed)
    change(selectIssuesBy(next, next === 'customjql' ? issueQuery(choices, catalogue) : null))
  }
  return (
    <>
      <FormField parameters={['filterType']} label={text.by} isGroup isLabelHidden>
        {control => (
          <Segments
            label={text.by}
            options={(Object.keys(selectors) as FilterType[]).map(one => [one, text.filterTypes[one]])}
            value={type}
            onPick={pickFilterType}
            describedBy={control['aria-describedby']}
          />
        )}
      </FormField>
      {type === 'customjql' ? (
        <QueryChoice takesFocus={isPointed} />
      ) : (
        <FormField
          parameters={[selectors[type]]}
          label={text.labels[type]}
          hint={hintFor(type, choices, catalogue, errorsFor([selectors[type]]).length > 0)}
        >
          {control => <Selector type={type} control={control} />}
        </FormField>
      )}
      <GroupFilter />
    </>
  )
}

interface SelectorProps {
  readonly type: Exclude<FilterType, 'customjql'>
  readonly control: ControlProps
}

function Selector({ type, control }: SelectorProps) {
  const { choices, catalogue, change } = useBuilder()
  const chosen = choices[selectors[type]] ?? ''
  const pick = (value: string) => change(selectIssuesBy(type, value))
  if (type === 'user') return <People control={control} value={chosen} onPick={pick} />
  const { projects, savedQueries, sprints } = catalogue
  const options: readonly Option[] = {
    project: projects.map(({ key, name }) => ({ value: key, name, detail: key })),
    jqlfilter: savedQueries.map(({ id, name, query }) => ({ value: id, name, text: query })),
    sprint: sprintsByState(sprints).map(({ id, name, state }) => ({
      value: id,
      name,
      detail: text.sprintStates[state ?? ''] ?? state ?? '',
    })),
  }[type]
  const known = options.find(({ value }) => value.toLowerCase() === chosen.toLowerCase())
  const name = known?.name ?? (chosen === '' ? '' : texts.builder.unknown(chosen))
  return <Combobox control={control} value={name} options={options} onPick={pick} />
}

/** Sorts sprints: active, then future, then closed ones, latest first. */
function sprintsByState(sprints: PageCatalogue['sprints']): PageCatalogue['sprints'] {
  const of = (wanted: (state: string | null) => boolean) => sprints.filter(({ state }) => wanted(state))
  return [
    ...of(state => state === 'active'),
    ...of(state => state === 'future'),
    ...of(state => state !== 'active' && state !== 'future').toReversed(),
  ]
}

function hintFor(
  type: FilterType,
  choices: Choices,
  { savedQueries, sprints }: PageCatalogue,
  isMarked: boolean,
): string {
  if (type === 'jqlfilter' && savedQueries.length === 0) return text.noSavedQueries
  if (type === 'sprint' && sprints.length === 0) return text.noSprints
  return choices[selectors[type]] || isMarked ? '' : texts.builder.required
}

function QueryChoice({ takesFocus }: { readonly takesFocus: boolean }) {
  const { choices, change, errorsFor, run } = useBuilder()
  return (
    <FormField parameters={['customjql']} label={text.labels.customjql} hint={text.queryHint} ownErrors={[]} isGroup>
      {() => (
        <Suspense fallback={<p className="hint">{text.opening}</p>}>
          <QueryEditor
            value={choices.customjql ?? ''}
            onCommit={value => change(selectIssuesBy('customjql', value.trim() || null))}
            onRun={run}
            label={text.labels.customjql}
            problems={errorsFor(['customjql'])}
            takesFocus={takesFocus}
          />
        </Suspense>
      )}
    </FormField>
  )
}

/** Shows that the report is limited to one group, with a button that removes the limit. */
function GroupFilter() {
  const { choices, change } = useBuilder()
  if (!choices.inGroup) return null
  const values = parseJsonArray(choices.inGroup).map(value => (value === null ? text.noValue : String(value)))
  return (
    <FormField parameters={['inGroup']} label={text.inGroup} isGroup>
      {() => (
        <div className="builder-line line tight">
          <span className="grow">{values.join(', ')}</span>
          <button type="button" className="button quiet builder-small" onClick={() => change({ inGroup: null })}>
            {text.allGroups}
          </button>
        </div>
      )}
    </FormField>
  )
}
