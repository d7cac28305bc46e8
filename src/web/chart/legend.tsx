import { type ReactNode, useState } from 'react'
import { Button } from '../shell/button.tsx'
import { SearchInput } from '../shell/search-input.tsx'
import { texts } from '../texts/en.ts'
import type { Series } from './chart-model.ts'
import { type ChosenSeries, OTHER, type RankedSeries, toggleSeries } from './chosen-series.ts'
import { colorOf, OTHER_RANK, patternNumberOf } from './palette.ts'

const { legend } = texts.chart

/** The most finished statuses among the entries; more are in the list of their own. */
const MAX_FINISHED = 3

/** What is shown, and what was added to the largest series. */
interface Visibility {
  readonly hidden: readonly string[]
  readonly added: readonly string[]
}

/** Shows the series as toggle buttons. Those that are not among the largest are in a list of their own. */
export function Legend({
  chosen: { listed, finished, rest, hasOther },
  view,
  isDark,
  hasColors,
  isFolded,
  change,
}: {
  readonly chosen: ChosenSeries
  readonly view: Visibility
  readonly isDark: boolean
  /** Whether each series has a color. */
  readonly hasColors: boolean
  /** Whether it opens with a click, because the chart has the names itself. */
  readonly isFolded: boolean
  readonly change: (view: Visibility) => void
}) {
  const other = { id: OTHER, name: legend.other(rest.length) }
  const isLeftOut = new Set(finished.map(({ series }) => series.id))
  const hasFew = finished.length <= MAX_FINISHED
  const more = hasFew ? rest : [...rest, ...finished.map(({ series }) => series)]
  const entries = [...listed, ...(hasFew ? finished : []), ...(hasOther ? [{ series: other, rank: OTHER_RANK }] : [])]
  const showOnly = (id: string) =>
    change({
      hidden: listed
        .map(({ series }) => series.id)
        .concat(hasOther ? OTHER : [])
        .filter(other => other !== id),
      added: isLeftOut.has(id) ? [...view.added, id] : view.added,
    })
  const content = (
    <>
      <ul>
        {entries.map(({ series, rank }) => (
          <li key={series.id}>
            <Entry
              series={series}
              isShown={!isLeftOut.has(series.id) && !view.hidden.includes(series.id)}
              toggle={() => change(toggleSeries(view, series.id, isLeftOut.has(series.id)))}
              showOnly={() => showOnly(series.id)}
            >
              {hasColors && <Swatch rank={rank} isDark={isDark} />}
            </Entry>
          </li>
        ))}
      </ul>
      {more.length > 0 && <Rest rest={more} add={id => change(toggleSeries(view, id, true))} />}
      {(view.hidden.length > 0 || view.added.length > 0) && (
        <Button look="quiet" onClick={() => change({ hidden: [], added: [] })}>
          {view.added.length > 0 || finished.length > 0 ? legend.reset : legend.all}
        </Button>
      )}
    </>
  )
  if (!isFolded) {
    return (
      <section className="chart-legend stack" aria-label={legend.title}>
        {content}
      </section>
    )
  }
  return (
    <details className="chart-folded">
      <summary>{legend.folded}</summary>
      <section className="chart-legend stack" aria-label={legend.title}>
        {content}
      </section>
    </details>
  )
}

function Swatch({ rank, isDark }: Pick<RankedSeries, 'rank'> & { readonly isDark: boolean }) {
  return (
    <span
      className="chart-swatch"
      data-pattern={patternNumberOf(rank) || undefined}
      style={{ backgroundColor: colorOf(rank, isDark) }}
    />
  )
}

interface EntryProps {
  readonly series: Pick<Series, 'name'>
  readonly isShown: boolean
  readonly toggle: () => void
  readonly showOnly: () => void
  readonly children: ReactNode
}

function Entry({ series: { name }, isShown, toggle, showOnly, children }: EntryProps) {
  return (
    <button
      type="button"
      className="chart-entry line"
      aria-pressed={isShown}
      title={legend.toggle(name)}
      onClick={toggle}
      onDoubleClick={showOnly}
    >
      {children}
      <span className="clamped breakable">{name}</span>
    </button>
  )
}

/** The series that are not drawn by themselves, with a search field. */
function Rest({ rest, add }: { readonly rest: readonly Series[]; readonly add: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = rest.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <details className="chart-rest" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{legend.rest(rest.length)}</summary>
      {isOpen && (
        <>
          <SearchInput label={legend.search} value={text} onType={setText} />
          <ul>
            {found.map(({ id, name }) => (
              <li key={id}>
                <button type="button" className="chart-entry line" title={legend.add(name)} onClick={() => add(id)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}
