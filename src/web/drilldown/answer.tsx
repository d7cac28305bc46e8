import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refusal, Unreachable } from '../api/client.ts'
import { mistakeOf, toldError } from '../shell/told-error.ts'
import { useElapsed } from '../shell/use-elapsed.ts'
import { words } from '../texts/en.ts'

const { understand } = words

/** What a question was answered: shown once it is there, and until then how it stands. */
export function Answer<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  return error && !isFetching ? <Problem error={error} again={() => void refetch()} /> : <Loading />
}

/** Lines in place of an answer that takes its time. */
export function Loading() {
  const isLong = useElapsed(true) > 0
  if (!isLong) return null
  return (
    <div className="understand-loading" role="status">
      <span className="visually-hidden">{understand.loading}</span>
      <div />
      <div />
      <div />
    </div>
  )
}

function Problem({ error, again }: { readonly error: Error; readonly again: () => void }) {
  if (error instanceof Refusal && error.status === 400) {
    return (
      <section className="frame-notice" role="alert">
        <h3>{understand.refused}</h3>
        {error.messages.map(message => (
          <p key={message}>{mistakeOf(message).text}</p>
        ))}
      </section>
    )
  }
  const { title, text } = error instanceof Unreachable ? { title: understand.unreachable, text: '' } : toldError(error)
  return (
    <section className="frame-notice bad" role="alert">
      <h3>{title}</h3>
      <p>{text}</p>
      <button type="button" className="button" onClick={again}>
        {understand.again}
      </button>
    </section>
  )
}
