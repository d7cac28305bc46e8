import { labelledText } from '../builder/setting-errors.ts'
import { useBuilder } from '../builder/use-builder.ts'
import { texts } from '../texts/en.ts'
import { errorTexts } from '../texts/setting-errors.ts'
import { Button } from './button.tsx'
import { errorMessage, validationErrors } from './error-message.ts'

const { shell } = texts

interface ReportErrorProps {
  readonly error: Error
  readonly run: () => void
  readonly showChoice: (parameter: string) => void
}

/** Shows an error: invalid settings with links to their controls, or a failure of the server. */
export function ReportError({ error, run, showChoice }: ReportErrorProps) {
  if (validationErrors(error).length > 0) return <SettingErrors showChoice={showChoice} />
  const { title, text, advice, canRetry } = errorMessage(error)
  return (
    <section className="shell-notice stack bad" role="alert">
      <h2>{title}</h2>
      <p>{advice ?? text}</p>
      {advice !== null && <Details messages={[text]} />}
      {canRetry && <Button onClick={run}>{shell.again}</Button>}
    </section>
  )
}

/** Shows the invalid settings of the question, and what the server said about them. */
function SettingErrors({ showChoice }: { readonly showChoice: (parameter: string) => void }) {
  const { errors } = useBuilder()
  const details = errors.flatMap(({ details }) => details ?? [])
  return (
    <section className="shell-notice stack bad" role="alert">
      <h2>{shell.errors.invalidParameters(errors.length)}</h2>
      <ul>
        {errors.map(error => (
          <li key={labelledText(error)}>
            {error.parameter === null ? (
              error.text
            ) : (
              <button type="button" className="shell-link" onClick={() => showChoice(error.parameter!)}>
                {labelledText(error)}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Details messages={details} />
    </section>
  )
}

/** Shows messages of the server on demand; nothing if there are none. */
function Details({ messages }: { readonly messages: readonly string[] }) {
  const shown = messages.filter(Boolean)
  if (shown.length === 0) return null
  return (
    <details className="shell-details">
      <summary className="soft">{errorTexts.details}</summary>
      <ul>
        {shown.map(message => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </details>
  )
}
