import { useState } from 'react'
import { Chips } from '../builder/chips.tsx'
import { Combobox } from '../builder/combobox.tsx'
import { Button } from '../shell/button.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { workflowTexts as text } from '../texts/workflow.ts'
import type { ProposedStatus, WorkflowDraft } from './workflow-draft.ts'

type Blocked = WorkflowDraft['blocked']

/** What blocks an issue: fields with a value, statuses, labels. */
export function BlockedChoice({
  value,
  statuses,
  change,
}: {
  readonly value: Blocked
  readonly statuses: readonly ProposedStatus[]
  readonly change: (value: Blocked) => void
}) {
  const { fields } = useCatalogue()
  const picks = (name: 'fields' | 'statuses', known: readonly { readonly id: string; readonly name: string }[]) => {
    const chosen = value[name]
    const nameOf = (id: string) => known.find(one => one.id === id)?.name ?? id
    const options = known.filter(({ id }) => !chosen.includes(id)).map(({ id, name }) => ({ value: id, name }))
    return (
      <div className="stack">
        <Chips
          items={chosen.map(id => ({ value: id, name: nameOf(id) }))}
          onRemove={id => change({ ...value, [name]: chosen.filter(one => one !== id) })}
        />
        <Combobox
          label={text[name]}
          placeholder={text[name]}
          value=""
          options={options}
          onPick={id => change({ ...value, [name]: [...chosen, id] })}
        />
      </div>
    )
  }
  return (
    <fieldset className="stack">
      <legend>{text.blocked}</legend>
      <p className="hint">{text.blockedHow}</p>
      <div className="workflow-blocked row">
        {picks('fields', fields)}
        {picks('statuses', statuses)}
        <Labels value={value.labels} change={labels => change({ ...value, labels })} />
      </div>
    </fieldset>
  )
}

function Labels({
  value,
  change,
}: {
  readonly value: readonly string[]
  readonly change: (labels: readonly string[]) => void
}) {
  const [typed, setTyped] = useState('')
  const label = typed.trim()
  const add = () => {
    if (label === '') return
    change([...value.filter(one => one !== label), label])
    setTyped('')
  }
  return (
    <div className="stack">
      <Chips
        items={value.map(one => ({ value: one, name: one }))}
        onRemove={one => change(value.filter(other => other !== one))}
      />
      <span className="line">
        <input
          className="input"
          aria-label={text.labels}
          placeholder={text.labels}
          value={typed}
          maxLength={200}
          onBlur={add}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={label === ''} onClick={add}>
          {text.addLabel}
        </Button>
      </span>
    </div>
  )
}
