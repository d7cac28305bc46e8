import { errorMessage } from './error-message.ts'

/** Shows an error, and has screen readers say it at once; nothing without one. */
export function Problem({ error }: { readonly error: Error | null }) {
  return (
    error && (
      <p className="problem" role="alert">
        {errorMessage(error).text}
      </p>
    )
  )
}
