import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { texts } from '../texts/en.ts'
import { type DropTarget, indexAfter } from './drop-target.ts'
import type { ControlProps } from './labelled-field.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import { useBuilder } from './use-builder.ts'
import { type Drag, useDrag } from './use-drag.ts'
import './sortable-list.css'

const { columns } = texts.builder

/** An item of a sortable list. */
export interface SortableItem {
  /** Must not change when the item moves. */
  readonly id: string
  readonly name: string
  readonly content: ReactNode
  /** More items for its menu. */
  readonly actions?: readonly MenuItem[]
}

interface SortableListProps {
  readonly items: readonly SortableItem[]
  readonly control?: ControlProps
  readonly onMove: (from: number, to: number) => void
  readonly onCombine?: (from: number, onto: number) => void
  readonly onRemove: (index: number) => void
}

/**
 * A list sorted by dragging, with Alt and the arrow keys, or with menus. With `onCombine`, an item can be dropped onto
 * another.
 */
export function SortableList({ items, control, onMove, onCombine, onRemove }: SortableListProps) {
  const { announce } = useBuilder()
  const list = useRef<HTMLUListElement>(null)
  const focusNext = useRef<{ readonly index: number; readonly before: readonly SortableItem[] }>(null)
  useEffect(() => {
    // Moving an element in the DOM removes its focus. A late effect of an earlier render still has the old items.
    const next = focusNext.current
    if (next === null || next.before === items) return
    focusNext.current = null
    list.current?.children[next.index]?.querySelector<HTMLElement>('[data-menu]')?.focus()
  })
  const focusAfter = (index: number) => {
    focusNext.current = { index, before: items }
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || to === from) return
    onMove(from, to)
    announce(columns.position(items[from]!.name, to + 1, items.length))
  }
  const combine = (from: number, onto: number) => {
    onCombine?.(from, onto)
    announce(columns.combinedWith(items[from]!.name, items[onto]!.name))
  }
  const remove = (index: number) => {
    focusAfter(Math.min(index, items.length - 2))
    onRemove(index)
    announce(columns.removed(items[index]!.name))
  }
  const drop = (from: number, target: DropTarget) => {
    if (target.kind === 'onto') combine(from, target.index)
    else move(from, indexAfter(from, target.index))
  }
  const { drag, start } = useDrag(list, onCombine !== undefined, drop, () => announce(columns.dragCancelled))
  const grab = (index: number, event: PointerEvent) => {
    const isControl = (event.target as Element).closest('button, input, select, a, .builder-chip')
    const isHandle = (event.target as Element).closest('.builder-handle')
    // A touch on the item itself scrolls the page.
    if (isControl || (event.pointerType === 'touch' && !isHandle)) return
    if (event.pointerType === 'mouse') event.preventDefault()
    start(index, event)
  }
  const press = (index: number, event: KeyboardEvent): boolean => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (event.key === 'Delete') remove(index)
    else if (step) {
      focusAfter(index + step)
      move(index, index + step)
    } else return false
    return true
  }
  const moveBy = (index: number, step: number): MenuItem => ({
    name: step < 0 ? columns.up : columns.down,
    isDisabled: index + step < 0 || index + step >= items.length,
    onPick: () => {
      focusAfter(index + step)
      move(index, index + step)
    },
  })
  const menuOf = (index: number): MenuItem[] => [
    moveBy(index, -1),
    moveBy(index, 1),
    ...(onCombine && items.length > 1
      ? [
          {
            name: columns.combine,
            items: items.flatMap(({ name }, onto) =>
              onto === index
                ? []
                : [
                    {
                      name,
                      onPick: () => {
                        focusAfter(indexAfter(index, onto))
                        combine(index, onto)
                      },
                    },
                  ],
            ),
          },
        ]
      : []),
    ...(items[index]!.actions ?? []),
    { name: columns.remove, onPick: () => remove(index) },
  ]
  return (
    <ul
      className={`builder-sortable${drag ? ' dragging' : ''}`}
      ref={list}
      aria-describedby={control?.['aria-describedby']}
    >
      {items.map(({ id, name, content }, index) => (
        <li
          key={id}
          className={`builder-sortable-item${markOf(drag, index, items.length)}`}
          data-drop={columns.dropOnto}
          onPointerDown={event => grab(index, event)}
        >
          <div
            className="builder-sortable-body line"
            style={drag?.index === index ? { transform: `translate(1rem, ${drag.distance}px)` } : undefined}
          >
            <span className="builder-handle" aria-hidden="true" />
            <div className="builder-sortable-content grow breakable">{content}</div>
            <Menu
              label={onCombine ? columns.menu(name) : columns.plainMenu(name)}
              items={menuOf(index)}
              onKey={event => press(index, event)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Returns the class that shows what a drop would do. */
function markOf(drag: Drag | null, index: number, count: number): string {
  if (drag === null) return ''
  if (drag.index === index) return ' dragged'
  const { target } = drag
  if (target?.kind === 'onto') return target.index === index ? ' drop-onto' : ''
  if (target?.index === index) return ' drop-before'
  return target?.index === count && index === count - 1 ? ' drop-after' : ''
}
