import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FloatingPanel } from '../floating/floating-panel.tsx'
import { texts } from '../texts/en.ts'
import type { ControlProps } from './labelled-field.tsx'
import { OptionList } from './option-list.tsx'
import { matchingOptions, type Option } from './options.ts'

/** The most options to render at once. */
const MAX_OPTIONS = 100

/**
 * A text field that searches a list of options. `value` is the name of the selected option; `onPick` gets its value.
 *
 * It filters the options by name. With `onText`, the caller filters them and is notified of the text.
 */
export function Combobox({
  control,
  label,
  value,
  options,
  placeholder,
  isLoading = false,
  onPick,
  onText,
}: {
  readonly control?: ControlProps
  /** The name for screen readers, if no label is tied to the field. */
  readonly label?: string
  readonly value: string
  readonly options: readonly Option[]
  readonly placeholder?: string
  readonly isLoading?: boolean
  readonly onPick: (value: string) => void
  readonly onText?: (text: string) => void
}) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const shown = (onText || text === null ? options : matchingOptions(options, text)).slice(0, MAX_OPTIONS)
  const activeIndex = Math.min(index, shown.length - 1)

  // With no options at all, the hint next to the field says why.
  const hasNothing = text === null && options.length === 0 && !isLoading

  const open = () => {
    if (isOpen) return
    setOpen(true)
    setIndex(
      Math.max(
        0,
        shown.findIndex(({ name }) => name === value),
      ),
    )
  }
  const close = () => {
    setOpen(false)
    setText(null)
    onText?.('')
  }
  const pick = (option: Option) => {
    close()
    onPick(option.value)
  }
  const type = (typed: string) => {
    setText(typed)
    onText?.(typed)
    setOpen(true)
    setIndex(0)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step) {
      event.preventDefault()
      if (isOpen) setIndex(Math.max(0, Math.min(shown.length - 1, activeIndex + step)))
      else open()
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (shown[activeIndex]) pick(shown[activeIndex])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else if (event.key === 'Tab') close()
  }
  return (
    <div className="builder-combobox">
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen && !hasNothing}
        aria-controls={isOpen && !hasNothing ? listId : undefined}
        aria-activedescendant={isOpen && shown.length > 0 ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        spellCheck={false}
        ref={input}
        {...control}
        value={text ?? value}
        placeholder={placeholder ?? texts.builder.find}
        onFocus={event => event.target.select()}
        onClick={open}
        onBlur={close}
        onChange={event => type(event.target.value)}
        onKeyDown={press}
      />
      {isOpen && !hasNothing && (
        <FloatingPanel
          className="builder-float stack joined"
          role="region"
          label={label ?? texts.builder.options}
          anchor={() => input.current}
          // Pressing the panel, such as to scroll, must not blur the field.
          onMouseDown={event => event.preventDefault()}
        >
          <OptionList id={listId} label={label} options={shown} activeIndex={activeIndex} value={value} onPick={pick} />
          {shown.length === 0 && !isLoading && <p className="builder-nothing soft">{texts.builder.nothingFound}</p>}
          <p className="visually-hidden" role="status">
            {text === null || isLoading ? '' : texts.builder.results(shown.length)}
          </p>
        </FloatingPanel>
      )}
    </div>
  )
}
