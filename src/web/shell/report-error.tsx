import { words } from '../texts/en.ts'
import { mistakeOf, mistakesIn, toldError } from './told-error.ts'

const { frame } = words

/** Says what is wrong: mistakes in the choices, each with the way to its choice, or what the server could not do. */
export function ReportError({
  error,
  run,
  showChoice,
}: {
  readonly error: Error
  readonly run: () => void
  readonly showChoice: (parameter: string) => void
}) {
  const mistakes = mistakesIn(error).map(mistakeOf)
  const { title, text, canRetry } = toldError(error)
  if (mistakes.length === 0) {
    return (
      <section className="frame-notice bad" role="alert">
        <h2>{title}</h2>
        <p>{text}</p>
        {canRetry && (
          <button type="button" className="button" onClick={run}>
            {frame.again}
          </button>
        )}
      </section>
    )
  }
  return (
    <section className="frame-notice bad" role="alert">
      <h2>{frame.errors.mistakes(mistakes.length)}</h2>
      <ul>
        {mistakes.map(({ parameter, text }) => (
          <li key={text}>
            {parameter === null ? (
              text
            ) : (
              <button type="button" className="frame-link" onClick={() => showChoice(parameter)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
