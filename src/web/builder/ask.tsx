import { type ReactNode, useMemo, useState } from 'react'
import { mistakeOf } from '../shell/told-error.ts'
import type { Change } from '../state/choices.ts'
import { recall, remember } from '../state/stored.ts'
import { presentChoices } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { words } from '../texts/en.ts'
import { Columns } from './columns.tsx'
import { Format } from './format.tsx'
import { Group } from './group.tsx'
import { type GroupName, groups, mistakesElsewhere, parametersIn } from './groups.ts'
import { Rows } from './rows.tsx'
import { summaryOf } from './summary-of.ts'
import { Time } from './time.tsx'
import { AskContext, type AskState } from './use-ask.ts'
import { What } from './what.tsx'
import { WhichIssues } from './which-issues.tsx'
import { afterChange, changeBetween, withDefaults } from './with-defaults.ts'
import './ask.css'

/** The groups that are open for somebody who never opened or closed one. */
const OPEN: readonly GroupName[] = ['issues', 'what']

/** The report builder. `mistakes` are the server's words, each shown beside the choice that it is about. */
export function Ask({ mistakes, onRun }: { readonly mistakes: readonly string[]; readonly onRun: () => void }) {
  const catalogue = useCatalogue()
  const { choices: chosen, change } = useChoices()
  // Before a report is chosen, what would be chosen with it.
  const choices = useMemo(() => (chosen.columnsBy ? chosen : withDefaults(chosen, catalogue)), [chosen, catalogue])
  const [said, say] = useState('')
  const [open, setOpen] = useState(() => openGroups())
  const state = useMemo<AskState>(() => {
    const told = mistakes.map(mistakeOf)
    return {
      choices,
      catalogue,
      change: (one: Change, options) => {
        // Leaving a field and pressing a button are two changes in one turn.
        const before = presentChoices()
        change(changeBetween(before, afterChange(before, one, catalogue)), options)
      },
      mistakesOf: parameters =>
        told.flatMap(({ parameter, text }) => (parameter !== null && parameters.includes(parameter) ? [text] : [])),
      // The same words twice are told twice when they differ in a blank that nobody hears.
      say: text => say(before => (before === text ? `${text}\u00a0` : text)),
    }
  }, [choices, catalogue, change, mistakes])
  const elsewhere = mistakesElsewhere(mistakes.map(mistakeOf), choices, catalogue)
  const toggle = (group: GroupName, isOpen: boolean) => {
    const next = groups.filter(one => (one === group ? !isOpen : open.includes(one)))
    setOpen(next)
    remember('ask-open', next.join(' '))
  }
  const bodies: Readonly<Record<GroupName, () => ReactNode>> = {
    issues: () => <WhichIssues onRun={onRun} />,
    what: () => <What />,
    rows: () => <Rows />,
    columns: () => <Columns />,
    time: () => <Time />,
    format: () => <Format />,
  }
  return (
    <AskContext value={state}>
      <div className="ask">
        {elsewhere.length > 0 && (
          <div className="ask-elsewhere" role="alert">
            <p className="ask-elsewhere-title">{words.ask.elsewhere}</p>
            {elsewhere.map(({ parameter, text }) => (
              <p key={text} data-parameter={parameter}>
                {text}{' '}
                {parameter !== null && choices[parameter] !== undefined && (
                  <button
                    type="button"
                    className="ask-elsewhere-out"
                    onClick={() => state.change({ [parameter]: null })}
                  >
                    {words.ask.remove(parameter)}
                  </button>
                )}
              </p>
            ))}
          </div>
        )}
        {groups.map(group => {
          const parameters = parametersIn(group, choices, catalogue)
          // Without a choice there is nothing to open.
          if (parameters.length === 0) return null
          const isOpen = open.includes(group) || state.mistakesOf(parameters).length > 0
          return (
            <Group
              key={group}
              title={words.ask.groups[group]}
              summary={summaryOf(group, choices, catalogue, Date.now())}
              isOpen={isOpen}
              parameters={parameters}
              onToggle={() => toggle(group, isOpen)}
            >
              {bodies[group]()}
            </Group>
          )
        })}
        <p className="visually-hidden" role="status" aria-live="polite">
          {said}
        </p>
      </div>
    </AskContext>
  )
}

function openGroups(): readonly GroupName[] {
  const remembered = recall('ask-open')
  return remembered === null ? OPEN : groups.filter(group => remembered.split(' ').includes(group))
}
