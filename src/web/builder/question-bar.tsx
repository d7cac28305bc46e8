import {
  type CSSProperties,
  type Dispatch,
  lazy,
  type ReactNode,
  type SetStateAction,
  Suspense,
  useId,
  useRef,
} from 'react'
import { Icon } from '../shell/icon.tsx'
import { IconButton } from '../shell/icon-button.tsx'
import { texts } from '../texts/en.ts'
import { errorTexts } from '../texts/setting-errors.ts'
import { type PartName, partOf, type QuestionPart } from './question-parts.ts'
import { labelledText } from './setting-errors.ts'
import { useBuilder } from './use-builder.ts'
import './question-bar.css'

const loadPopover = () => import('./part-popover.tsx')
// The controls are larger than the rest of the first view.
const PartPopover = lazy(() => loadPopover().then(module => ({ default: module.PartPopover })))

const { question: text } = texts.builder

/** The most characters of a chip that is cut last. In one row, longer chips give way first. */
const SHORT = 16

function shrinkOf({ text: chosen }: QuestionPart): CSSProperties {
  const excess = chosen.length - SHORT
  const style = excess > 0 ? { '--shrink': excess, '--least': '6rem' } : { '--shrink': 0.001, '--least': '0' }
  return style as CSSProperties
}

/** The choices that are open: a part of the question, or those without a chip. `parameter` gets the focus. */
export interface OpenPart {
  readonly name: PartName | 'more'
  readonly parameter?: string
}

interface QuestionBarProps {
  readonly parts: readonly QuestionPart[]
  readonly open: OpenPart | null
  readonly setOpen: Dispatch<SetStateAction<OpenPart | null>>
  /** Undoes the last change; `null` without one. */
  readonly undo: (() => void) | null
  /** More buttons at the end. */
  readonly tools?: ReactNode
}

/** The question above its answer: a chip for each part, which opens its choices. */
export function QuestionBar({ parts, open, setOpen, undo, tools }: QuestionBarProps) {
  const bar = useRef<HTMLElement>(null)
  const { leave } = useBuilder()
  const hidden = parts.filter(({ isShown }) => !isShown)
  const leaveOpen = () => shown && leave(shown.flatMap(({ parameters }) => parameters))
  const toggle = (name: OpenPart['name'], parameter?: string) => {
    leaveOpen()
    setOpen(open?.name === name ? null : { name, ...(parameter === undefined ? {} : { parameter }) })
  }
  const chipOf = (name: OpenPart['name']) =>
    bar.current?.querySelector<HTMLElement>(`[data-part="${name}"]`) ??
    bar.current?.querySelector<HTMLElement>('[data-part="more"]') ??
    null
  const shown = open && (open.name === 'more' ? hidden : parts.filter(({ name }) => name === open.name))
  return (
    <section
      className="question-bar"
      aria-label={text.title}
      ref={bar}
      onPointerEnter={() => void loadPopover()}
      onFocus={() => void loadPopover()}
    >
      <ul>
        {parts
          .filter(({ isShown }) => isShown)
          .map(part => (
            <li key={part.name} style={shrinkOf(part)}>
              <Chip
                part={part}
                isOpen={open?.name === part.name}
                onPick={() => toggle(part.name, part.problems[0]?.parameter ?? undefined)}
              />
            </li>
          ))}
        {hidden.length > 0 && (
          <li>
            <button
              type="button"
              className="question-chip question-more"
              data-part="more"
              aria-haspopup="dialog"
              aria-expanded={open?.name === 'more'}
              onClick={() => toggle('more')}
            >
              {text.more}
              <Icon name="chevron" />
            </button>
          </li>
        )}
      </ul>
      <div className="question-tools">
        <IconButton
          icon="undo"
          label={text.undo}
          hint={text.undoHint}
          disabled={undo === null}
          onClick={() => undo?.()}
        />
        {tools}
      </div>
      {open && shown && shown.length > 0 && (
        <Suspense fallback={null}>
          <PartPopover
            key={open.name}
            title={open.name === 'more' ? text.more : text.parts[open.name]}
            parts={shown.map(({ name }) => name)}
            parameter={open.parameter}
            anchor={() => chipOf(open.name)}
            // A click on another chip has already opened that one.
            onClose={() => {
              leaveOpen()
              setOpen(now => (now?.name === open.name ? null : now))
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Returns what to open to show the control of a parameter; `null` if it has none now. */
export function openPartOf(parameter: string, parts: readonly QuestionPart[]): OpenPart | null {
  const name = partOf(parameter, parts)
  if (name === undefined) return null
  const isShown = parts.some(part => part.name === name && part.isShown)
  return { name: isShown ? name : 'more', parameter }
}

interface ChipProps {
  readonly part: QuestionPart
  readonly isOpen: boolean
  readonly onPick: () => void
}

/** A button with what is chosen, or with what is missing or wrong. */
function Chip({ part: { name, text: chosen, problems }, isOpen, onPick }: ChipProps) {
  const id = useId()
  const { isMarked } = useBuilder()
  const problem = problems.find(isMarked) ?? problems[0]
  const look = problem ? (isMarked(problem) ? ' wrong' : ' wanted') : ''
  const shown = problem ? (problem.isMissing ? problem.text : errorTexts.short(text.parts[name])) : chosen
  const label = problem && !problem.isMissing ? shown : text.part(text.parts[name], chosen, problem && shown)
  const sentences = problems.filter(({ isMissing }) => !isMissing).map(labelledText)
  return (
    <button
      type="button"
      className={`question-chip${look}`}
      data-part={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={label}
      aria-describedby={sentences.length > 0 ? id : undefined}
      title={[label, ...sentences].join('\n')}
      onClick={onPick}
    >
      {look === ' wrong' && <Icon name="note" />}
      <span className="question-chip-text ellipsis">{shown}</span>
      <Icon name="chevron" />
      {sentences.length > 0 && (
        <span id={id} hidden>
          {sentences.join(' ')}
        </span>
      )}
    </button>
  )
}
