import { useCallback, useRef, useState } from 'react'

/** How long a toast is shown. Milliseconds. */
const SHOWN_FOR = 4000

/** Returns the text of the current toast and a function that shows one. */
export function useToast(): readonly [text: string, notify: (text: string) => void] {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const notify = useCallback((next: string) => {
    clearTimeout(timer.current)
    setText(next)
    timer.current = setTimeout(() => setText(''), SHOWN_FOR)
  }, [])
  return [text, notify]
}

/** Shows the current toast. */
export function Toast({ text }: { readonly text: string }) {
  return (
    <div className="shell-toast" role="status" data-shown={text !== ''}>
      {text}
    </div>
  )
}
