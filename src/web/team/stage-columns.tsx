import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Menu, type MenuItem } from '../builder/menu.tsx'
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
  withStatus,
} from './workflow-draft.ts'

interface StageColumnsProps {
  readonly draft: WorkflowDraft
  readonly statuses: readonly ProposedStatus[]
  readonly change: (draft: WorkflowDraft) => void
}

/** The stages of a draft side by side, and what is in none. Statuses move by dragging, or with their menus. */
export function StageColumns({ draft, statuses, change }: StageColumnsProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const focusNext = useRef<string | null>(null)
  const byId = new Map(statuses.map(status => [status.id, status]))
  useEffect(() => {
    // A status that moves to another list is a new element there, without the focus.
    const next = focusNext.current
    focusNext.current = null
    if (next !== null) list.current?.querySelector<HTMLElement>(`[data-status="${CSS.escape(next)}"] button`)?.focus()
  })
  const moveTo = (id: string, to: DraftStage | null) => {
    focusNext.current = id
    change(withStatus(draft, id, to?.key ?? null))
    const name = nameOf(byId.get(id)!)
    setSaid(to ? text.moved(name, isolateName(to.name)) : text.unmapped(name))
  }
  const splitOff = (status: ProposedStatus) => {
    focusNext.current = status.id
    change(withOwnStage(draft, status))
    setSaid(text.moved(nameOf(status), nameOf(status)))
  }
  const chip = (status: ProposedStatus, stage: DraftStage | null) => {
    const others = draft.stages.filter(one => one !== stage)
    const items: MenuItem[] = [
      ...others.map(one => ({ name: one.name, onPick: () => moveTo(status.id, one) })),
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
  const drop = (stage: DraftStage | null) => {
    if (dragged !== null && !stage?.statuses.includes(dragged)) moveTo(dragged, stage)
    setDragged(null)
  }
  const unmapped = unmappedIn(draft, statuses)
  return (
    <>
      <ul className="workflow-stages" aria-label={text.stages} ref={list}>
        {draft.stages.map((stage, index) => (
          <Column key={stage.key} isTarget={dragged !== null} onDrop={() => drop(stage)}>
            <StageHead draft={draft} stage={stage} number={index + 1} change={change} />
            <ul className="stack joined">
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
          <ul className="stack joined">{unmapped.map(status => chip(status, null))}</ul>
        </Column>
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

/** A place to which statuses can be dragged. */
function Column({
  isTarget,
  onDrop,
  children,
}: {
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
}: {
  readonly draft: WorkflowDraft
  readonly stage: DraftStage
  readonly number: number
  readonly change: (draft: WorkflowDraft) => void
}) {
  const { key, name, kind } = stage
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
          value={name}
          maxLength={200}
          onChange={({ target }) => change(withChangedStage(draft, key, { name: target.value }))}
        />
        <Menu
          label={text.stageMenu(name)}
          items={[
            moved(text.left, -1),
            moved(text.right, 1),
            { name: text.removeStage, onPick: () => change(withoutStage(draft, key)) },
          ]}
        />
      </div>
      <Select
        aria-label={text.kindOf(name)}
        value={kind}
        options={KINDS}
        onPick={picked => change(withChangedStage(draft, key, { kind: picked }))}
      />
    </div>
  )
}

function nameOf({ name }: ProposedStatus): string {
  return isolateName(shownName(name))
}
