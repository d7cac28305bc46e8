import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ApiError, send } from '../api/client.ts'
import { texts } from '../texts/en.ts'
import { Logo } from './logo.tsx'
import './sign-in.css'

const { signIn } = texts.shell

/** The sign-in form. It sends the token once; the server returns a cookie that scripts cannot read. */
export function SignIn() {
  const client = useQueryClient()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [login, token] = ['login', 'token'].map(name => String(form.get(name) ?? '').trim())
    setBusy(true)
    setError('')
    try {
      await send('POST', '/api/session', { ...(login ? { login } : {}), token })
      await client.invalidateQueries({ queryKey: ['catalogue'] })
    } catch (error) {
      const isWrong = error instanceof ApiError && error.status === 401
      setError(isWrong ? signIn.wrong : (error as Error).message || signIn.failed)
    }
    setBusy(false)
  }
  return (
    <main className="shell-sign-in">
      <form className="card stack loose" onSubmit={event => void submit(event)}>
        <Logo />
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
            aria-invalid={error !== ''}
          />
        </label>
        <label>
          <span className="label">
            {signIn.login} <span className="shell-faint">({signIn.optional})</span>
          </span>
          <input
            className="input"
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={error !== ''}
          />
        </label>
        <p className="problem" role="alert">
          {error}
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
