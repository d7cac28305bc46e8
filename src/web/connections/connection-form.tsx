import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FoundTracker } from '../../reports/page/page-types.ts'
import { pageChoice } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { CONNECTIONS_KEY } from '../state/use-connections.ts'
import { connectionTexts } from '../texts/connections.ts'
import { AccessFields } from './access-fields.tsx'
import { type ConnectionProblems, NO_PROBLEMS, problemsIn } from './form-problems.ts'
import { accessBody, accessKey, FIELDS, NO_ACCESS, nameOf, newBody, type ReadScope, scopeFor } from './form-values.ts'
import { OtherProblems } from './other-problems.tsx'
import { addConnection, testConnection } from './requests.ts'
import { ScopeFields } from './scope-fields.tsx'

const { form: text } = connectionTexts

/** What was found, and with which access. */
interface Tested {
  readonly found: FoundTracker
  readonly access: string
}

interface ConnectionFormProps {
  readonly taken: readonly string[]
  readonly replacesDemo: boolean
}

/**
 * The form of a new connection. It is tested first; then its projects and permissions are chosen, and it is saved.
 * `taken` are the names of the other connections. The connection replaces the demo if the server has it.
 */
export function ConnectionForm({ taken, replacesDemo }: ConnectionFormProps) {
  const { change } = useChoices()
  const client = useQueryClient()
  const [access, setAccess] = useState(NO_ACCESS)
  const [scope, setScope] = useState<ReadScope | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  const [problems, setProblems] = useState<ConnectionProblems>(NO_PROBLEMS)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  useEffect(() => {
    if (problems !== NO_PROBLEMS) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  const name = nameOf(access, taken)
  const body = { ...accessBody(access, name), ...(replacesDemo ? { replaceDemo: true } : {}) }
  const found = tested?.access === accessKey(access) ? tested.found : null
  const test = async () => {
    running.current = new AbortController()
    const next = await testConnection(body, running.current.signal)
    setTested({ found: next, access: accessKey(access) })
    setScope(scopeFor(next))
  }
  const save = async (chosen: ReadScope) => {
    const missing = missingChoices(chosen)
    if (missing) return setProblems(missing)
    await addConnection(newBody(body, chosen))
    await client.invalidateQueries({ queryKey: CONNECTIONS_KEY })
    await client.invalidateQueries({ queryKey: ['catalogue'] })
    change(pageChoice({ name: 'connection', connection: name.trim() }))
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblems(NO_PROBLEMS)
    try {
      await (found && scope ? save(scope) : test())
    } catch (error) {
      if (!running.current.signal.aborted) setProblems(problemsIn(error as Error, FIELDS))
    } finally {
      setBusy(false)
    }
  }
  const isEmpty = found !== null && found.projects.length === 0
  return (
    <form className="connection-form stack" ref={form} noValidate onSubmit={event => void submit(event)}>
      <p className="hint">{text.what}</p>
      <OtherProblems problems={problems.other} />
      <AccessFields access={access} name={name} problems={problems} onChange={setAccess} />
      {found && scope && <ScopeFields found={found} scope={scope} problems={problems} onChange={setScope} />}
      {tested && !found && <p className="hint">{text.changed}</p>}
      <div className="row">
        <button type="submit" className="button primary" disabled={isBusy || isEmpty}>
          {buttonText(found !== null, isBusy)}
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {isBusy && buttonText(found !== null, true)}
      </p>
    </form>
  )
}

function buttonText(isTested: boolean, isBusy: boolean): string {
  if (isTested) return isBusy ? text.saving : text.save
  return isBusy ? text.testing : text.test
}

function missingChoices({ projects, permissions }: ReadScope): ConnectionProblems | null {
  const fields = {
    ...(projects?.length === 0 ? { projects: [text.chooseSome] } : {}),
    ...(permissions === null ? { permissions: [text.choosePermissions] } : {}),
  }
  return Object.keys(fields).length > 0 ? { fields, other: [] } : null
}
