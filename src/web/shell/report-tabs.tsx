import type { KeyboardEvent } from 'react'
import { type ShownView, shownViewIn, shownViews } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import { Icon } from './icon.tsx'

const { report } = texts.shell

/** The id of the tab panel. */
export const TAB_PANEL = 'report-look'

/** The tabs Table and Chart. Arrow keys switch between them. */
export function ReportTabs() {
  const { choices, change } = useChoices()
  const shown = shownViewIn(choices)
  const show = (what: ShownView) => change({ show: what === 'table' ? null : what })
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const step = event.key === 'ArrowRight' ? 1 : shownViews.length - 1
    const other = shownViews[(shownViews.indexOf(shown) + step) % shownViews.length]!
    show(other)
    event.currentTarget.querySelector<HTMLElement>(`#tab-${other}`)?.focus()
  }
  return (
    <div className="shell-tabs segments" role="tablist" aria-label={report.tabs} onKeyDown={press}>
      {shownViews.map(what => (
        <button
          key={what}
          type="button"
          className="segment"
          role="tab"
          id={`tab-${what}`}
          aria-selected={shown === what}
          aria-controls={TAB_PANEL}
          tabIndex={shown === what ? 0 : -1}
          onClick={() => show(what)}
        >
          <Icon name={what} />
          {report[what]}
        </button>
      ))}
    </div>
  )
}
