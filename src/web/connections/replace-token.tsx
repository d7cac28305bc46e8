import { type SubmitEvent, useState } from 'react'
import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { Button } from '../shell/button.tsx'
import { connectionTexts } from '../texts/connections.ts'
import { texts } from '../texts/en.ts'
import { type ConnectionProblems, NO_PROBLEMS, problemsIn } from './form-problems.ts'
import { OtherProblems } from './other-problems.tsx'
import { replaceToken } from './requests.ts'
import { TextField } from './text-field.tsx'

const { form, actions } = connectionTexts

interface ReplaceTokenProps {
  readonly connection: ManagedConnection
  /** `null` if the connection needs another token. */
  readonly onClose: (() => void) | null
  readonly onReplaced: () => void
}

/** A form for another token of a connection, which is tested before it is stored. */
export function ReplaceToken({ connection: { name, product }, onClose, onReplaced }: ReplaceTokenProps) {
  const kind = product === 'Jira Cloud' ? 'cloud' : 'server'
  const [token, setToken] = useState('')
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<ConnectionProblems>(NO_PROBLEMS)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblems(NO_PROBLEMS)
    try {
      await replaceToken(name, { token, ...(email.trim() === '' ? {} : { email: email.trim() }) })
      onReplaced()
    } catch (error) {
      setProblems(problemsIn(error as Error, ['token', 'email']))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="connection-form stack" noValidate onSubmit={event => void submit(event)}>
      <OtherProblems problems={problems.other} />
      <TextField
        label={form.token[kind]}
        hint={form.tokenHint}
        errors={problems.fields.token}
        isSecret
        value={token}
        onType={setToken}
      />
      <TextField
        label={form.email[kind]}
        hint={form.sameEmail}
        errors={problems.fields.email}
        value={email}
        onType={setEmail}
      />
      <div className="row">
        <button type="submit" className="button primary" disabled={isBusy || token === ''}>
          {isBusy ? form.testing : actions.replace.submit}
        </button>
        {onClose && <Button onClick={onClose}>{texts.shell.cancel}</Button>}
      </div>
    </form>
  )
}
