import { useEffect, useState } from 'react'
import { Ask } from '../builder/ask.tsx'
import { isComplete } from '../builder/is-complete.ts'
import { Understand } from '../drilldown/understand.tsx'
import { type Choices, endpointOf, parametersOf, queryOf } from '../state/choices.ts'
import { recall, remember } from '../state/stored.ts'
import { isTyping, presentChoices } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useMedia } from '../state/use-media.ts'
import { useReport } from '../state/use-report.ts'
import { useSettled } from '../state/use-settled.ts'
import { words } from '../texts/en.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { FirstVisit } from './first-visit.tsx'
import { Header } from './header.tsx'
import { headingOf } from './heading-of.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Sheet, SidePanel } from './panel.tsx'
import { ReportArea } from './report-area.tsx'
import { Toast, useToast } from './toast.tsx'
import { mistakesIn } from './told-error.ts'
import { useShortcuts } from './use-shortcuts.ts'
import './frame.css'

/** How long typing must have paused before what was typed is asked for. Milliseconds. */
const TYPING_PAUSE = 250

/** The page once it knows what choices are made from: the choices beside, the report in the middle. */
export function Frame() {
  const { choices, change } = useChoices()
  const { reportTypes } = useCatalogue()
  const [settled, settle] = useSettled(choices, isTyping() ? TYPING_PAUSE : 0)
  const canAsk = isComplete(settled)
  const asked = useReport(settled, canAsk)
  const isNarrow = useMedia('(max-width: 900px)')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(() => recall('panel') !== 'closed')
  const [toast, tell] = useToast()
  const isFirst = Object.keys(parametersOf(choices)).length === 0
  const isPanelShown = isPanelOpen && !isNarrow

  const openPanel = (isOpen: boolean) => {
    setPanelOpen(isOpen)
    remember('panel', isOpen ? 'open' : 'closed')
  }
  const run = () => {
    const now = presentChoices()
    if (!isComplete(now)) return
    if (askFor(now) === askFor(settled)) asked.run()
    else settle(now)
  }
  const leave = () => {
    if (asked.isRunning) asked.cancel()
    else if (choices['view.open']) change({ 'view.open': null })
  }
  const showChoice = (parameter: string) => {
    if (isNarrow) setSheetOpen(true)
    else openPanel(true)
    // The panel may have to be drawn first.
    setTimeout(() => focusChoice(parameter))
  }
  useShortcuts({ run, escape: leave })
  useTitle(isFirst || !asked.report ? null : headingOf(asked.report, reportTypes))

  const ask = <Ask mistakes={mistakesIn(asked.error)} onRun={run} />
  return (
    <div className="frame">
      <a className="frame-skip" href="#report">
        {words.frame.skip}
      </a>
      <Header choices={choices} report={asked.report} canAsk={canAsk} tell={tell} />
      <ConnectionBanner />
      <div className="frame-body">
        {isPanelShown && <SidePanel hide={() => openPanel(false)}>{ask}</SidePanel>}
        {!isPanelShown && !isNarrow && <PanelOpener open={() => openPanel(true)} />}
        <main className="frame-main" id="report" tabIndex={-1}>
          {isFirst ? <FirstVisit /> : <ReportArea asked={asked} canAsk={canAsk} run={run} showChoice={showChoice} />}
        </main>
        <Understand report={isFirst ? undefined : asked.report} />
      </div>
      {isNarrow && <SheetOpener isFirst={isFirst} open={() => setSheetOpen(true)} />}
      {isNarrow && (
        <Sheet isOpen={isSheetOpen} close={() => setSheetOpen(false)}>
          {ask}
        </Sheet>
      )}
      <Toast text={toast} />
    </div>
  )
}

function PanelOpener({ open }: { readonly open: () => void }) {
  return (
    <div className="frame-rail">
      <IconButton icon="panel" label={words.frame.panel.show} onClick={open} />
    </div>
  )
}

function SheetOpener({ isFirst, open }: { readonly isFirst: boolean; readonly open: () => void }) {
  return (
    <div className="frame-foot">
      <button type="button" className="button primary" onClick={open}>
        <Icon name="sliders" />
        {isFirst ? words.frame.panel.build : words.frame.panel.edit}
      </button>
    </div>
  )
}

/** What is asked of the server for choices, as one text. */
function askFor(choices: Choices): string {
  return `${endpointOf(choices)}?${queryOf(parametersOf(choices))}`
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
    document.title = heading ? `${heading} · ${words.frame.name}` : words.frame.name
  }, [heading])
}
