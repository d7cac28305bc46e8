import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { labelledText, settingErrors } from '../builder/setting-errors.ts'
import { Button } from '../shell/button.tsx'
import { errorMessage, validationErrors } from '../shell/error-message.ts'
import { useElapsed } from '../shell/use-elapsed.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'

const { drilldown } = texts

interface QueryResultProps<T> {
  readonly query: UseQueryResult<T>
  /** What leads on from a refused request. */
  readonly wayOn?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** Shows the result of a query, or its loading and error states. */
export function QueryResult<T>({ query, wayOn, children }: QueryResultProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error || isFetching) return <Loading />
  return <ErrorNotice error={error} wayOn={wayOn} retry={() => void refetch()} />
}

/** Shows placeholder lines while a result loads. */
export function Loading() {
  const isLong = useElapsed(true) > 0
  if (!isLong) return null
  return (
    <div className="drilldown-loading stack loose" role="status">
      <span className="visually-hidden">{drilldown.loading}</span>
      <div />
      <div />
      <div />
    </div>
  )
}

function ErrorNotice({
  error,
  wayOn,
  retry,
}: {
  readonly error: Error
  readonly wayOn: ReactNode
  readonly retry: () => void
}) {
  const { choices } = useChoices()
  const catalogue = useCatalogue()
  const messages = validationErrors(error)
  if (messages.length > 0) {
    return (
      <section className="shell-notice stack" role="alert">
        <h3>{drilldown.refused}</h3>
        {settingErrors(messages, choices, catalogue)
          .map(labelledText)
          .map(text => (
            <p key={text}>{text}</p>
          ))}
        {wayOn && <div>{wayOn}</div>}
      </section>
    )
  }
  const { title, text } = errorMessage(error)
  return (
    <section className="shell-notice stack bad" role="alert">
      <h3>{title}</h3>
      <p>{text}</p>
      <Button onClick={retry}>{drilldown.again}</Button>
    </section>
  )
}
