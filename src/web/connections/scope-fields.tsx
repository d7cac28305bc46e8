import { useEffect, useRef, useState } from 'react'
import type { FoundTracker } from '../../reports/page/page-types.ts'
import { SearchInput } from '../shell/search-input.tsx'
import { connectionTexts } from '../texts/connections.ts'
import type { ConnectionProblems } from './form-problems.ts'
import type { ReadScope } from './form-values.ts'
import { RadioCards } from './radio-cards.tsx'
import { TextField } from './text-field.tsx'

const { form: text } = connectionTexts

interface ScopeFieldsProps {
  readonly found: FoundTracker
  readonly scope: ReadScope
  readonly problems: ConnectionProblems
  readonly onChange: (scope: ReadScope) => void
}

/** What the test of a connection found, and the choice of what to read and who may see it. */
export function ScopeFields({ found, scope, problems: { fields }, onChange }: ScopeFieldsProps) {
  const { product, version, account, isAdministrator, limitations, projects } = found
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const modes = (['tracker', 'account', 'manual'] as const).map(value => ({
    value,
    ...text.permissionModes[value],
    isDisabled: value === 'tracker' && !isAdministrator,
  }))
  return (
    <>
      <div className="connection-found stack inset breakable">
        <h2 ref={heading} tabIndex={-1}>
          {text.found(product, version)}
        </h2>
        <p>{text.foundAccount(account, isAdministrator)}</p>
        {limitations.length > 0 && (
          <>
            <p>{text.limitations}</p>
            <ul className="bullets">
              {limitations.map(limitation => (
                <li key={limitation}>{limitation}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {projects.length === 0 ? (
        <p className="problem" role="alert">
          {text.noProjects}
        </p>
      ) : (
        <>
          <ProjectChoice
            projects={projects}
            chosen={scope.projects}
            errors={fields.projects}
            onChange={chosen => onChange({ ...scope, projects: chosen })}
          />
          <TextField
            label={text.since}
            hint={text.sinceHint}
            errors={fields.since}
            type="date"
            value={scope.since}
            onType={since => onChange({ ...scope, since })}
          />
          <RadioCards
            label={text.permissions}
            options={modes}
            value={scope.permissions}
            errors={fields.permissions ?? []}
            onPick={permissions => onChange({ ...scope, permissions })}
          />
        </>
      )}
    </>
  )
}

/** The most projects to show at once, and the number from which on there is a search field. */
const [MAX_SHOWN, MANY] = [100, 8]

interface ProjectChoiceProps {
  readonly projects: FoundTracker['projects']
  /** Keys; `null` for all. */
  readonly chosen: readonly string[] | null
  readonly errors?: readonly string[] | undefined
  readonly onChange: (chosen: readonly string[] | null) => void
}

/** Chooses all projects of a tracker, or some of them. */
function ProjectChoice({ projects, chosen, errors = [], onChange }: ProjectChoiceProps) {
  const [find, setFind] = useState('')
  const wanted = find.trim().toLowerCase()
  const found = projects.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(wanted))
  const shown = found.slice(0, MAX_SHOWN)
  const keys = chosen ?? []
  const toggle = (key: string) => onChange(keys.includes(key) ? keys.filter(one => one !== key) : [...keys, key])
  return (
    <div className="stack">
      <RadioCards
        label={text.projects}
        options={[
          { value: 'all', name: text.all(projects.length) },
          { value: 'some', name: text.some },
        ]}
        value={chosen === null ? 'all' : 'some'}
        errors={errors}
        onPick={which => onChange(which === 'all' ? null : [])}
      />
      {chosen !== null && (
        // biome-ignore lint/a11y/useSemanticElements: the fieldset of the choice is above
        <div className="connection-picks card stack" role="group" aria-label={text.which}>
          {projects.length > MANY && (
            <SearchInput
              onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
              label={text.find}
              value={find}
              onType={setFind}
            />
          )}
          <ul>
            {shown.map(({ key, name }) => (
              <li key={key}>
                <label className="connection-radio">
                  <input type="checkbox" checked={keys.includes(key)} onChange={() => toggle(key)} />
                  <span>
                    {name} <span className="hint">{key}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p className="hint" role="status">
            {found.length === 0 ? text.noneFound : text.chosen(keys.length, projects.length)}
            {found.length > MAX_SHOWN && ` ${text.more(found.length - MAX_SHOWN)}`}
          </p>
        </div>
      )}
    </div>
  )
}
