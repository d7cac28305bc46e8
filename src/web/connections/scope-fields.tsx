import { useEffect, useRef } from 'react'
import type { FoundTracker } from '../../reports/page/page-types.ts'
import { connectionTexts } from '../texts/connections.ts'
import type { ConnectionProblems } from './form-problems.ts'
import type { ReadScope } from './form-values.ts'
import { ProjectChoice } from './project-choice.tsx'
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
