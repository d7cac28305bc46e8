import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Menu, type MenuItem } from '../builder/menu.tsx'
import { Button } from '../shell/button.tsx'
import { Select } from '../shell/select.tsx'
import { isolateName } from '../texts/isolated-name.ts'
import { shownName } from '../texts/shown-name.ts'
import { workflowTexts as text } from '../texts/workflow.ts'
import {
  type DraftStage,
  KINDS,
  type ProposedStatus,
  unmappedIn,
  type WorkflowDraft,
  withChangedStage,
  withMovedStage,
  withOwnStage,
  withoutStage,
  withStage,
  withStatus,
} from './workflow-draft.ts'

interface StageColumnsProps {
  readonly draft: WorkflowDraft
  readonly statuses: readonly ProposedStatus[]
  readonly change: (draft: WorkflowDraft) => void
}

/** The stages of a draft as columns, and the statuses in no stage. Statuses are moved by dragging, or with their menus. */
export function StageColumns({ draft, statuses, change }: StageColumnsProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const focusNext = useRef<string | null>(null)
  const byId = new Map(statuses.map(status => [status.id, status]))
  useEffect(() => {
    // An element that moves to another list loses the focus.
    const next = focusNext.current
    focusNext.current = null
    if (next !== null) list.current?.querySelector<HTMLElement>(next)?.focus()
  })
  const moveTo = (id: string, to: DraftStage | null) => {
    focusNext.current = menuOf(id)
    change(withStatus(draft, id, to?.key ?? null))
    const name = nameOf(byId.get(id)!)
    setMessage(to ? text.moved(name, isolateName(to.name)) : text.unmapped(name))
  }
  const splitOff = (status: ProposedStatus) => {
    focusNext.current = menuOf(status.id)
    change(withOwnStage(draft, status))
    setMessage(text.moved(nameOf(status), nameOf(status)))
  }
  const chip = (status: ProposedStatus, stage: DraftStage | null) => {
    const others = draft.stages.filter(one => one !== stage)
    const items: MenuItem[] = [
      ...others.map(one => ({ name: isolateName(shownName(one.name)), onPick: () => moveTo(status.id, one) })),
      ...(stage?.statuses.length === 1 ? [] : [{ name: text.ownStage, onPick: () => splitOff(status) }]),
      ...(stage ? [{ name: text.noStage, onPick: () => moveTo(status.id, null) }] : []),
    ]
    return (
      <li
        key={status.id}
        className="workflow-status line spread"
        data-status={status.id}
        draggable
        onDragStart={event => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', status.name)
          setDragged(status.id)
        }}
        onDragEnd={() => setDragged(null)}
      >
        <span className="breakable">
          {nameOf(status)} <span className="hint">{text.issuesNow(status.issues)}</span>
        </span>
        <Menu label={text.statusMenu(nameOf(status))} items={items} />
      </li>
    )
  }
  const changeStage = (next: WorkflowDraft, news: string, focused: DraftStage | undefined) => {
    if (focused) focusNext.current = `[data-stage="${focused.key}"] input`
    change(next)
    setMessage(news)
  }
  const add = () => {
    const next = withStage(draft)
    const added = next.stages.find(({ key }) => !draft.stages.some(stage => stage.key === key))!
    changeStage(next, text.added(added.name), added)
  }
  const drop = (stage: DraftStage | null) => {
    if (dragged !== null && !stage?.statuses.includes(dragged)) moveTo(dragged, stage)
    setDragged(null)
  }
  const unmapped = unmappedIn(draft, statuses)
  return (
    <>
      <ul className="workflow-stages" aria-label={text.stages} ref={list}>
        {draft.stages.map((stage, index) => (
          <Column key={stage.key} id={stage.key} isTarget={dragged !== null} onDrop={() => drop(stage)}>
            <StageHead draft={draft} stage={stage} number={index + 1} change={change} changeStage={changeStage} />
            <ul className="stack joined" aria-label={stage.name}>
              {stage.statuses.flatMap(id => {
                const status = byId.get(id)
                return status ? [chip(status, stage)] : []
              })}
            </ul>
          </Column>
        ))}
        <Column isTarget={dragged !== null} onDrop={() => drop(null)}>
          <h3>{text.noStage}</h3>
          <p className="hint">{text.noStageHow}</p>
          <ul className="stack joined" aria-label={text.noStage}>
            {unmapped.map(status => chip(status, null))}
          </ul>
        </Column>
      </ul>
      <div>
        <Button onClick={add}>{text.addStage}</Button>
      </div>
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </>
  )
}

/** A column that accepts dragged statuses. */
function Column({
  id,
  isTarget,
  onDrop,
  children,
}: {
  readonly id?: number
  readonly isTarget: boolean
  readonly onDrop: () => void
  readonly children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!isTarget) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <li
      data-stage={id}
      className={`workflow-stage inset stack${isTarget && isOver ? ' over' : ''}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
    >
      {children}
    </li>
  )
}

/** The name and the kind of a stage, and the menu that moves or removes it. */
function StageHead({
  draft,
  stage,
  number,
  change,
  changeStage,
}: {
  readonly draft: WorkflowDraft
  readonly stage: DraftStage
  readonly number: number
  readonly change: (draft: WorkflowDraft) => void
  /** Changes the draft, says so, and gives a stage the focus. */
  readonly changeStage: (draft: WorkflowDraft, message: string, focused: DraftStage | undefined) => void
}) {
  const { key, kind } = stage
  const name = isolateName(shownName(stage.name))
  const moved = (label: string, by: -1 | 1): MenuItem => {
    const next = withMovedStage(draft, key, by)
    return { name: label, isDisabled: next === null, onPick: () => next && change(next) }
  }
  return (
    <div className="stack">
      <div className="line">
        <input
          className="input grow"
          aria-label={text.stageName(number)}
          value={stage.name}
          maxLength={200}
          onChange={({ target }) => change(withChangedStage(draft, key, { name: target.value }))}
        />
        <Menu
          label={text.stageMenu(name)}
          items={[
            moved(text.left, -1),
            moved(text.right, 1),
            {
              name: text.removeStage,
              onPick: () => {
                const next = withoutStage(draft, key)
                changeStage(next, text.removed(name), next.stages[Math.min(number - 1, next.stages.length - 1)])
              },
            },
          ]}
        />
      </div>
      <Select
        aria-label={text.kindOf(name)}
        value={kind}
        options={KINDS}
        onPick={picked =>
          changeStage(withChangedStage(draft, key, { kind: picked }), text.nowIs(name, text.kinds[picked]), undefined)
        }
      />
    </div>
  )
}

/** Returns the selector of the menu of a status. */
function menuOf(id: string): string {
  return `[data-status="${CSS.escape(id)}"] button`
}

function nameOf({ name }: ProposedStatus): string {
  return isolateName(shownName(name))
}
