import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Refusal, send } from '../api/client.ts'
import { words } from '../texts/en.ts'
import { Mark } from './mark.tsx'
import './sign-in.css'

const { signIn } = words.frame

/** Asks who is there. The token goes to the server once; what comes back is a cookie that no script can read. */
export function SignIn() {
  const client = useQueryClient()
  const [mistake, setMistake] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [login, token] = ['login', 'token'].map(name => String(form.get(name) ?? '').trim())
    setBusy(true)
    setMistake('')
    try {
      await send('POST', '/api/session', { ...(login ? { login } : {}), token })
      await client.invalidateQueries({ queryKey: ['catalogue'] })
    } catch (error) {
      const isWrong = error instanceof Refusal && error.status === 401
      setMistake(isWrong ? signIn.wrong : (error as Error).message || signIn.failed)
    }
    setBusy(false)
  }
  return (
    <main className="frame-sign-in">
      <form onSubmit={event => void submit(event)}>
        <Mark />
        <h1>{signIn.title}</h1>
        <label>
          <span className="label">{signIn.token}</span>
          <input
            className="input"
            name="token"
            type="password"
            autoComplete="current-password"
            required
            // biome-ignore lint/a11y/noAutofocus: there is nothing else to do here
            autoFocus
            aria-describedby="sign-in-hint"
            aria-invalid={mistake !== ''}
          />
        </label>
        <label>
          <span className="label">
            {signIn.login} <span className="frame-faint">({signIn.optional})</span>
          </span>
          <input
            className="input"
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={mistake !== ''}
          />
        </label>
        <p className="mistake" role="alert">
          {mistake}
        </p>
        <button type="submit" className="button primary" disabled={isBusy}>
          {signIn.submit}
        </button>
        <p className="hint" id="sign-in-hint">
          {signIn.hint}
        </p>
      </form>
    </main>
  )
}
