import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useId, useRef, useState } from 'react'
import { texts } from '../texts/en.ts'
import { jqlExtensions, setUnderlines } from './jql-extensions.ts'
import { findProblems, type QueryProblem } from './jql-server.ts'
import { shownProblems, underlinesOf } from './problem-display.ts'
import './query-editor.css'

/** How long typing must pause before validation. Milliseconds. */
const DELAY = 300

/** The most errors to show at once. */
const MAX_MESSAGES = 3

/** The validated text and its errors. */
interface ParseResult {
  readonly text: string
  readonly problems: readonly QueryProblem[]
}

/**
 * The query editor. It commits on blur, and on Enter and Ctrl-Enter, which also run the report. `problems` are errors
 * of the server about `value`; they are shown if the editor finds none itself.
 */
export function QueryEditor(props: {
  readonly value: string
  readonly onCommit: (value: string) => void
  readonly onRun: () => void
  readonly label: string
  readonly problems: readonly string[]
  /** Whether the editor gets the focus when it appears. */
  readonly takesFocus: boolean
}) {
  const id = useId()
  const value = props.value.replace(/\r\n?/g, '\n')
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [text, setText] = useState(value)
  const [isTyping, setTyping] = useState(false)
  const [found, setFound] = useState<ParseResult | null>(null)
  const latest = useRef({ ...props, value })
  useEffect(() => {
    latest.current = { ...props, value }
  })

  useEffect(() => {
    const commit = () => {
      const written = view.current?.state.doc.toString() ?? ''
      if (written.trim() !== latest.current.value.trim()) latest.current.onCommit(written)
    }
    const run = () => {
      commit()
      setTyping(false)
      latest.current.onRun()
    }
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open', delegatesFocus: true })
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          jqlExtensions({ run, label: latest.current.label }),
          EditorView.updateListener.of(update => {
            if (!update.docChanged) return
            setText(update.state.doc.toString())
            setTyping(update.view.hasFocus)
          }),
          EditorView.domEventHandlers({
            blur: () => {
              setTyping(false)
              commit()
            },
          }),
        ],
      }),
    })
    view.current = editor
    if (latest.current.takesFocus) editor.focus()
    return () => {
      commit()
      editor.destroy()
      view.current = null
    }
  }, [])

  // Takes over changes from elsewhere, such as the back button.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString().trim() === value.trim()) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    if (text.trim() === '') return setFound(null)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      findProblems(text, stop.signal).then(
        problems => setFound({ text, problems }),
        // Without a response, no errors are known.
        () => {},
      )
    }, DELAY)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])

  const isCurrent = found?.text === text
  const own = isCurrent ? shownProblems(found.problems, text, isTyping) : []
  const others = own.length === 0 && !isTyping && text.trim() === value.trim() ? props.problems : []
  const sentences = own.length > 0 ? own.map(({ message }) => message) : others
  const description = sentences.join(' ')
  // Compared as text, because the array is new after each validation.
  const spans = JSON.stringify(underlinesOf(own, text))
  useEffect(() => {
    view.current?.dispatch({ effects: setUnderlines.of(JSON.parse(spans)) })
  }, [spans])
  useEffect(() => {
    const content = view.current?.contentDOM
    if (!content) return
    if (description === '') {
      content.removeAttribute('aria-invalid')
      content.removeAttribute('aria-description')
    } else {
      content.setAttribute('aria-invalid', 'true')
      // The messages are outside of the shadow root, so an id cannot refer to them.
      content.setAttribute('aria-description', description)
    }
  }, [description])

  return (
    <div className="jql">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it delegates the focus to the editor */}
      <div className={`jql-host${description === '' ? '' : ' wrong'}`} ref={host} tabIndex={0} />
      <div id={id} aria-live="polite">
        {sentences.slice(0, MAX_MESSAGES).map(sentence => (
          <p className="problem jql-problem" key={sentence}>
            {sentence}
          </p>
        ))}
        {sentences.length > MAX_MESSAGES && (
          <p className="problem jql-problem">{texts.jql.more(sentences.length - MAX_MESSAGES)}</p>
        )}
      </div>
    </div>
  )
}
