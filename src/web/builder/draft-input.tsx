import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react'

/** How long typing must pause before the value is committed. Milliseconds. */
const DELAY = 500

/**
 * A text field that commits after a pause, on Enter, or on blur. It shows what `problemOf` returns and does not commit
 * an invalid draft; blur discards it.
 */
export function DraftInput({
  value,
  onCommit,
  problemOf = () => null,
  ...input
}: {
  readonly value: string
  readonly onCommit: (value: string, isFinal: boolean) => void
  readonly problemOf?: (draft: string) => string | null
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(onCommit)
  useEffect(() => {
    latest.current = onCommit
  })
  const problem = draft === null ? null : problemOf(draft)
  const commit = (text: string | null, isFinal: boolean) => {
    clearTimeout(timer.current)
    // The other choices may have changed since this was typed.
    if (text !== null && text !== value && problemOf(text) === null) latest.current(text, isFinal)
    if (isFinal) setDraft(null)
  }
  const type = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(text, false), DELAY)
  }
  return (
    <>
      <input
        className="input"
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...input}
        value={draft ?? value}
        aria-invalid={problem ? true : input['aria-invalid']}
        aria-describedby={[input['aria-describedby'], problem && id].filter(Boolean).join(' ') || undefined}
        onChange={event => type(event.target.value)}
        onBlur={() => commit(draft, true)}
        onKeyDown={event => {
          if (event.key === 'Enter' && problem === null) commit(draft, true)
          if (event.key === 'Escape' && draft !== null) {
            event.preventDefault()
            commit(null, true)
          }
        }}
      />
      {problem && (
        <p className="problem builder-problem" id={id}>
          {problem}
        </p>
      )}
    </>
  )
}
