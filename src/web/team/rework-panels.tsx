import type { Dashboard } from '../api/flow.ts'
import { Name } from '../shell/name.tsx'
import { isolateName } from '../texts/isolated-name.ts'
import { shownName } from '../texts/shown-name.ts'
import { teamTexts } from '../texts/team.ts'
import { ToItems } from './items-link.tsx'
import { Panel } from './panel.tsx'

const { goesBack: text, reopened } = teamTexts

const nameOf = (stage: string) => isolateName(shownName(stage))

/** Between which stages issues moved back, and who reopened finished ones. Never a time of a person. */
export function ReworkPanels({ data }: { readonly data: Dashboard }) {
  const { goesBack } = data.waits
  const { by } = data.trend.reopened
  return (
    <>
      <Panel title={text.title} how={text.how}>
        {goesBack.length === 0 && <p>{text.none}</p>}
        <ul className="team-list breakable">
          {goesBack.map(({ from, to, moves, issues, items }) => (
            <li key={`${from} ${to}`}>
              <ToItems link={items}>{text.move(nameOf(from), nameOf(to))}</ToItems>{' '}
              <span>{text.moves(moves, issues)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={reopened.title} how={reopened.how}>
        {by.length === 0 && <p>{reopened.none}</p>}
        <ul className="team-list breakable">
          {by.map(({ user, reopenings, items }) => (
            <li key={user ?? ''}>
              <ToItems link={items}>
                <Name name={user ?? reopened.nobody} />
              </ToItems>{' '}
              <span>{reopened.times(reopenings)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
