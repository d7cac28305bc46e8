import { type HTMLAttributes, useEffect } from 'react'
import type { Option } from './options.ts'
import './option-list.css'

interface OptionListProps {
  readonly id: string
  readonly label: string | undefined
  readonly options: readonly Option[]
  readonly activeIndex: number
  /** The name of the selected option. */
  readonly value: string
  readonly own?: HTMLAttributes<HTMLElement>
  readonly onPick: (option: Option) => void
}

/**
 * A list of options. The text field of a combobox, or the list itself with `own` attributes, has the focus. Enter picks the
 * option at `activeIndex`.
 */
export function OptionList({ id, label, options, activeIndex, value, own, onPick }: OptionListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeIndex])
  const groups = [...new Set(options.map(({ group }) => group))]
  const shown = options.map((option, index) => ({ option, index }))
  return (
    <div className="builder-options" role="listbox" id={id} aria-label={label} {...own}>
      {groups.map(group => {
        const items = shown
          .filter(({ option }) => option.group === group)
          .map(({ option, index }) => (
            <OptionItem
              key={option.value}
              id={`${id}-${index}`}
              option={option}
              isActive={index === activeIndex}
              isChosen={option.name === value}
              onPick={() => onPick(option)}
            />
          ))
        if (group === undefined) return items
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list box
          <div key={group} role="group" aria-label={group}>
            <div className="builder-options-group hint" aria-hidden="true">
              {group}
            </div>
            {items}
          </div>
        )
      })}
    </div>
  )
}

interface OptionItemProps {
  readonly id: string
  readonly option: Option
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly onPick: () => void
}

function OptionItem({ id, option: { name, detail, text }, isActive, isChosen, onPick }: OptionItemProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: in a combobox the text field keeps the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
    <div
      className={`builder-option${isActive ? ' active' : ''}`}
      role="option"
      id={id}
      aria-selected={isChosen}
      // The text field must keep the focus.
      onPointerDown={event => event.preventDefault()}
      onMouseDown={event => event.preventDefault()}
      onClick={onPick}
    >
      <span className="builder-option-name breakable">{name}</span>
      {detail && <span className="builder-option-detail hint">{detail}</span>}
      {text && <span className="builder-option-text hint">{text}</span>}
    </div>
  )
}
