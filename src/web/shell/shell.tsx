import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { BuilderProvider } from '../builder/builder-provider.tsx'
import { focusControl } from '../builder/focus-control.ts'
import { isComplete, missingChoices } from '../builder/is-complete.ts'
import { type OpenPart, openPartOf, QuestionBar } from '../builder/question-bar.tsx'
import { questionParts } from '../builder/question-parts.ts'
import { settingErrors } from '../builder/setting-errors.ts'
import { withDayLength } from '../builder/with-day-length.ts'
import { withDefaults } from '../builder/with-defaults.ts'
import { Drilldown } from '../drilldown/drilldown.tsx'
import { type Choices, endpointOf, parametersOf, toQueryString } from '../state/choices.ts'
import { readPreference, savePreference } from '../state/preferences.ts'
import { currentChoices, isTyping, useUndo } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { TYPING_DELAY, useDebounced } from '../state/use-debounced.ts'
import { useMedia } from '../state/use-media.ts'
import { useReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { validationErrors } from './error-message.ts'
import { Header } from './header.tsx'
import { reportTitle } from './heading-text.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Sheet, SidePanel } from './panel.tsx'
import { ReportArea } from './report-area.tsx'
import { StartPage } from './start-page.tsx'
import { Toast, useToast } from './toast.tsx'
import { useFocusAfterStart } from './use-focus-after-start.ts'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'

// Most people ask by the chips above the report.
const ReportBuilder = lazy(() =>
  import('../builder/report-builder.tsx').then(module => ({ default: module.ReportBuilder })),
)

/**
 * The page after the catalogue has loaded: the question above its report, and all settings next to them if wanted. `cameBack` says
 * that another page was open before.
 */
export function Shell({ cameBack }: { readonly cameBack: boolean }) {
  const { choices, change } = useChoices()
  const catalogue = useCatalogue()
  const [debounced, setDebounced] = useDebounced(choices, isTyping() ? TYPING_DELAY : 0)
  const missing = useMemo(() => missingChoices(debounced, catalogue), [debounced, catalogue])
  const canRun = missing.length === 0
  const query = useReport(debounced, canRun)
  const isNarrow = useMedia('(max-width: 900px)')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(() => readPreference('panel') === 'open')
  const [openPart, setOpenPart] = useState<OpenPart | null>(null)
  const { canUndo, undo } = useUndo()
  const [toast, notify] = useToast()
  const isStartPage = Object.keys(parametersOf(choices)).length === 0
  const isPanelShown = isPanelOpen && !isNarrow

  const openPanel = (isOpen: boolean) => {
    setPanelOpen(isOpen)
    savePreference('panel', isOpen ? 'open' : 'closed')
  }
  const run = () => {
    const now = withDayLength(currentChoices(), catalogue)
    if (!isComplete(now, catalogue)) return
    if (requestKey(now) === requestKey(debounced)) query.run()
    else setDebounced(now)
  }
  const leave = () => {
    if (query.isRunning) query.cancel()
    else if (choices['view.open']) change({ 'view.open': null })
  }
  const undoChange = () => {
    if (!canUndo) return
    undo()
    notify(texts.builder.question.undone)
  }
  useShortcuts({ run, undo: undoChange, escape: leave })
  useFocusAfterStart(isStartPage, cameBack)
  useTitle(isStartPage || !query.loaded ? null : reportTitle(query.loaded, catalogue))

  const { error } = query
  const errors = useMemo(() => {
    if (isStartPage) return []
    return canRun ? settingErrors(validationErrors(error), debounced, catalogue) : missing
  }, [error, missing, canRun, isStartPage, debounced, catalogue])
  // Before a report type is chosen, shows the defaults.
  const question = useMemo(() => (choices.columnsBy ? choices : withDefaults(choices, catalogue)), [choices, catalogue])
  const parts = questionParts(question, catalogue, errors)
  const showChoice = (parameter: string) => {
    const part = isPanelShown ? null : openPartOf(parameter, parts)
    if (part) setOpenPart(part)
    else {
      if (isNarrow) setSheetOpen(true)
      else openPanel(true)
      // First, the settings are rendered.
      requestAnimationFrame(() => focusWhenShown(parameter))
    }
  }
  const builder = (
    <Suspense fallback={null}>
      <ReportBuilder />
    </Suspense>
  )
  return (
    <BuilderProvider choices={question} errors={errors} run={run}>
      <div className="shell stack joined">
        <a className="shell-skip" href="#report">
          {texts.shell.skip}
        </a>
        <Header choices={choices} report={query.report} canRun={canRun} notify={notify} />
        <ConnectionBanner />
        <div className="shell-body">
          {isPanelShown && <SidePanel hide={() => openPanel(false)}>{builder}</SidePanel>}
          <main className="shell-main stack joined scrolls" id="report" tabIndex={-1}>
            <QuestionBar
              parts={parts}
              open={openPart}
              setOpen={setOpenPart}
              undo={canUndo ? undoChange : null}
              tools={
                !isPanelShown &&
                !isNarrow && <IconButton icon="panel" label={texts.shell.panel.show} onClick={() => openPanel(true)} />
              }
            />
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
            {isSheetOpen && builder}
          </Sheet>
        )}
        <Toast text={toast} />
      </div>
    </BuilderProvider>
  )
}

function SheetOpener({ isStartPage, open }: { readonly isStartPage: boolean; readonly open: () => void }) {
  return (
    <div className="shell-foot">
      <Button look="primary" onClick={open}>
        <Icon name="sliders" />
        {isStartPage ? texts.shell.panel.build : texts.shell.panel.edit}
      </Button>
    </div>
  )
}

/** Returns what would be requested for choices, as one text. */
function requestKey(choices: Choices): string {
  return `${endpointOf(choices)}?${toQueryString(parametersOf(choices))}`
}

/** How long settings may take to load. Milliseconds. */
const LOADING = 3000

/** Focuses the control of a parameter in the settings as soon as they are shown. */
function focusWhenShown(parameter: string, since = performance.now()): void {
  const panel = document.querySelector('.builder')
  if (panel) focusControl(panel, parameter)
  else if (performance.now() < since + LOADING) requestAnimationFrame(() => focusWhenShown(parameter, since))
}

function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${texts.shell.name}` : texts.shell.name
  }, [title])
}
