import { labelledText } from '../builder/setting-errors.ts'
import { useBuilder } from '../builder/use-builder.ts'
import { texts } from '../texts/en.ts'
import { errorTexts } from '../texts/setting-errors.ts'
import { errorMessage, validationErrors } from './error-message.ts'

const { shell } = texts

/** Shows an error: invalid settings with links to their controls, or a failure of the server. */
export function ReportError({
  error,
  run,
  showChoice,
}: {
  readonly error: Error
  readonly run: () => void
  readonly showChoice: (parameter: string) => void
}) {
  if (validationErrors(error).length > 0) return <SettingErrors showChoice={showChoice} />
  const { title, text, canRetry } = errorMessage(error)
  return (
    <section className="shell-notice bad" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {canRetry && (
        <button type="button" className="button" onClick={run}>
          {shell.again}
        </button>
      )}
    </section>
  )
}

/** Shows the invalid settings of the question, and what the server said about them. */
function SettingErrors({ showChoice }: { readonly showChoice: (parameter: string) => void }) {
  const { errors } = useBuilder()
  const details = errors.flatMap(({ details }) => details ?? [])
  return (
    <section className="shell-notice bad" role="alert">
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
      {details.length > 0 && (
        <details className="shell-details">
          <summary>{errorTexts.details}</summary>
          <ul>
            {details.map(message => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
