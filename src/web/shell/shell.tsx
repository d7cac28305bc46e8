import { useEffect, useMemo, useState } from 'react'
import { isComplete, missingChoices } from '../builder/is-complete.ts'
import { ReportBuilder } from '../builder/report-builder.tsx'
import { Drilldown } from '../drilldown/drilldown.tsx'
import { type Choices, endpointOf, parametersOf, toQueryString } from '../state/choices.ts'
import { readPreference, savePreference } from '../state/preferences.ts'
import { currentChoices, isTyping } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { TYPING_DELAY, useDebounced } from '../state/use-debounced.ts'
import { useMedia } from '../state/use-media.ts'
import { useReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { parseParameterError, validationErrors } from './error-message.ts'
import { Header } from './header.tsx'
import { headingText } from './heading-text.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Sheet, SidePanel } from './panel.tsx'
import { ReportArea } from './report-area.tsx'
import { StartPage } from './start-page.tsx'
import { Toast, useToast } from './toast.tsx'
import { useFocusAfterStart } from './use-focus-after-start.ts'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'

/** The page after the catalogue has loaded: the report builder on the left, the report in the middle. */
export function Shell() {
  const { choices, change } = useChoices()
  const catalogue = useCatalogue()
  const [debounced, setDebounced] = useDebounced(choices, isTyping() ? TYPING_DELAY : 0)
  const missing = useMemo(() => missingChoices(debounced, catalogue), [debounced, catalogue])
  const canRun = missing.length === 0
  const query = useReport(debounced, canRun)
  const isNarrow = useMedia('(max-width: 900px)')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(() => readPreference('panel') !== 'closed')
  const [toast, notify] = useToast()
  const isStartPage = Object.keys(parametersOf(choices)).length === 0
  const isPanelShown = isPanelOpen && !isNarrow

  const openPanel = (isOpen: boolean) => {
    setPanelOpen(isOpen)
    savePreference('panel', isOpen ? 'open' : 'closed')
  }
  const run = () => {
    const now = currentChoices()
    if (!isComplete(now, catalogue)) return
    if (requestKey(now) === requestKey(debounced)) query.run()
    else setDebounced(now)
  }
  const leave = () => {
    if (query.isRunning) query.cancel()
    else if (choices['view.open']) change({ 'view.open': null })
  }
  const showChoice = (parameter: string) => {
    if (isNarrow) setSheetOpen(true)
    else openPanel(true)
    // The panel may have to be rendered first.
    setTimeout(() => focusChoice(parameter))
  }
  useShortcuts({ run, escape: leave })
  useFocusAfterStart(isStartPage)
  useTitle(isStartPage || !query.report ? null : headingText(query.report, catalogue))

  const { error } = query
  const errors = useMemo(() => {
    if (isStartPage) return []
    return canRun ? validationErrors(error).map(parseParameterError) : missing
  }, [error, missing, canRun, isStartPage])
  const builder = <ReportBuilder errors={errors} onRun={run} />
  return (
    <div className="shell">
      <a className="shell-skip" href="#report">
        {texts.shell.skip}
      </a>
      <Header choices={choices} report={query.report} canRun={canRun} notify={notify} />
      <ConnectionBanner />
      <div className="shell-body">
        {isPanelShown && <SidePanel hide={() => openPanel(false)}>{builder}</SidePanel>}
        {!isPanelShown && !isNarrow && <PanelOpener open={() => openPanel(true)} />}
        <main className="shell-main" id="report" tabIndex={-1}>
          {isStartPage ? (
            <StartPage />
          ) : (
            <ReportArea query={query} missing={missing} run={run} showChoice={showChoice} />
          )}
        </main>
        <Drilldown report={isStartPage ? undefined : query.report} />
      </div>
      {isNarrow && <SheetOpener isStartPage={isStartPage} open={() => setSheetOpen(true)} />}
      {isNarrow && (
        <Sheet isOpen={isSheetOpen} close={() => setSheetOpen(false)}>
          {builder}
        </Sheet>
      )}
      <Toast text={toast} />
    </div>
  )
}

function PanelOpener({ open }: { readonly open: () => void }) {
  return (
    <div className="shell-rail">
      <IconButton icon="panel" label={texts.shell.panel.show} onClick={open} />
    </div>
  )
}

function SheetOpener({ isStartPage, open }: { readonly isStartPage: boolean; readonly open: () => void }) {
  return (
    <div className="shell-foot">
      <button type="button" className="button primary" onClick={open}>
        <Icon name="sliders" />
        {isStartPage ? texts.shell.panel.build : texts.shell.panel.edit}
      </button>
    </div>
  )
}

/** Returns what would be requested for choices, as one text. */
function requestKey(choices: Choices): string {
  return `${endpointOf(choices)}?${toQueryString(parametersOf(choices))}`
}

function focusChoice(parameter: string): void {
  const choice = document.querySelector<HTMLElement>(`[data-parameter~="${parameter}"]`)
  const control = choice?.matches('button, input, select, textarea')
    ? choice
    : choice?.querySelector<HTMLElement>('button, input, select, textarea, [contenteditable], [tabindex="0"]')
  const folded = control?.closest('details')
  if (folded) folded.open = true
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}

function useTitle(heading: string | null): void {
  useEffect(() => {
    document.title = heading ? `${heading} · ${texts.shell.name}` : texts.shell.name
  }, [heading])
}
