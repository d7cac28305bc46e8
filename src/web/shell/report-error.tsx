import { texts } from '../texts/en.ts'
import { errorMessage, parseParameterError, validationErrors } from './error-message.ts'

const { shell } = texts

/** Shows an error: validation errors with links to their controls, or a failure of the server. */
export function ReportError({
  error,
  run,
  showChoice,
}: {
  readonly error: Error
  readonly run: () => void
  readonly showChoice: (parameter: string) => void
}) {
  const parameterErrors = validationErrors(error).map(parseParameterError)
  const { title, text, canRetry } = errorMessage(error)
  if (parameterErrors.length === 0) {
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
  return (
    <section className="shell-notice bad" role="alert">
      <h2>{shell.errors.invalidParameters(parameterErrors.length)}</h2>
      <ul>
        {parameterErrors.map(({ parameter, text }) => (
          <li key={text}>
            {parameter === null ? (
              text
            ) : (
              <button type="button" className="shell-link" onClick={() => showChoice(parameter)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
