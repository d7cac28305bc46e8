import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useId, useRef, useState } from 'react'
import { words } from '../texts/en.ts'
import { jqlExtensions, setUnderlines } from './jql-extensions.ts'
import { findMistakes, type JqlMistake } from './jql-server.ts'
import { shownMistakes, underlinesOf } from './shown-mistakes.ts'
import './query-editor.css'

/** How long writing must have paused before mistakes are looked for. Milliseconds. */
const PAUSE = 300

/** The most mistakes that are told at once. */
const MOST = 3

/** What was found in a text. */
interface Found {
  readonly text: string
  readonly mistakes: readonly JqlMistake[]
}

/**
 * The editor of a query. It commits when it is left, and with Enter or Ctrl-Enter, which run too. `mistakes` are what was
 * said against `value` elsewhere; they are shown where the editor finds none itself.
 */
export function QueryEditor(props: {
  readonly value: string
  readonly onCommit: (value: string) => void
  readonly onRun: () => void
  readonly label: string
  readonly mistakes: readonly string[]
}) {
  const id = useId()
  const value = props.value.replace(/\r\n?/g, '\n')
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [text, setText] = useState(value)
  const [isWriting, setWriting] = useState(false)
  const [found, setFound] = useState<Found | null>(null)
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
      setWriting(false)
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
            setWriting(update.view.hasFocus)
          }),
          EditorView.domEventHandlers({
            blur: () => {
              setWriting(false)
              commit()
            },
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      commit()
      editor.destroy()
      view.current = null
    }
  }, [])

  // What is chosen elsewhere, as by going back, takes the place of what is there.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString().trim() === value.trim()) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    if (text.trim() === '') return setFound(null)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      findMistakes(text, stop.signal).then(
        mistakes => setFound({ text, mistakes }),
        // Without an answer nothing is known to be wrong.
        () => {},
      )
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])

  const isCurrent = found?.text === text
  const own = isCurrent ? shownMistakes(found.mistakes, text, isWriting) : []
  const others = own.length === 0 && !isWriting && text.trim() === value.trim() ? props.mistakes : []
  const sentences = own.length > 0 ? own.map(({ message }) => message) : others
  const told = sentences.join(' ')
  // Compared as text: what is found again is the same.
  const spans = JSON.stringify(underlinesOf(own, text))
  useEffect(() => {
    view.current?.dispatch({ effects: setUnderlines.of(JSON.parse(spans)) })
  }, [spans])
  useEffect(() => {
    const content = view.current?.contentDOM
    if (!content) return
    if (told === '') {
      content.removeAttribute('aria-invalid')
      content.removeAttribute('aria-description')
    } else {
      content.setAttribute('aria-invalid', 'true')
      // The sentences are outside of the shadow root, where no id reaches.
      content.setAttribute('aria-description', told)
    }
  }, [told])

  return (
    <div className="jql">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it gives the focus to the editor in it */}
      <div className={`jql-host${told === '' ? '' : ' wrong'}`} ref={host} tabIndex={0} />
      <div id={id} aria-live="polite">
        {sentences.slice(0, MOST).map(sentence => (
          <p className="mistake jql-mistake" key={sentence}>
            {sentence}
          </p>
        ))}
        {sentences.length > MOST && <p className="mistake jql-mistake">{words.jql.more(sentences.length - MOST)}</p>}
      </div>
    </div>
  )
}
