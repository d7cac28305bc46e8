import { useState } from 'react'
import { texts } from '../texts/en.ts'
import type { Series } from './chart-model.ts'
import { colorOf, patternOf } from './palette.ts'

const MANY = 14

/** Shows the series as toggle buttons, with a search field if there are many. */
export function Legend({
  series,
  hidden,
  isDark,
  hasColors,
  change,
}: {
  readonly series: readonly Series[]
  readonly hidden: readonly string[]
  readonly isDark: boolean
  /** Whether each series has a color. */
  readonly hasColors: boolean
  readonly change: (hidden: readonly string[]) => void
}) {
  const [text, setText] = useState('')
  const { legend } = texts.chart
  const hiddenIds = new Set(hidden)
  const found = series
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => one.name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <section className="chart-legend" aria-label={legend.title}>
      {series.length > MANY && (
        <input
          className="input"
          type="search"
          value={text}
          placeholder={legend.search}
          aria-label={legend.search}
          onChange={event => setText(event.currentTarget.value)}
        />
      )}
      <ul>
        {found.map(({ one, index }) => (
          <li key={one.id}>
            <button
              type="button"
              className="chart-entry"
              aria-pressed={!hiddenIds.has(one.id)}
              title={legend.toggle(one.name)}
              onClick={() => change(hiddenIds.has(one.id) ? hidden.filter(id => id !== one.id) : [...hidden, one.id])}
              onDoubleClick={() => change(series.filter(({ id }) => id !== one.id).map(({ id }) => id))}
            >
              {hasColors && (
                <span
                  className={`chart-swatch${patternOf(index, isDark) ? ' chart-swatch-pattern' : ''}`}
                  style={{ backgroundColor: colorOf(index, isDark) }}
                />
              )}
              <span>{one.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <button type="button" className="button quiet" onClick={() => change([])}>
          {legend.all}
        </button>
      )}
    </section>
  )
}
