import { type ReactNode, useMemo, useState } from 'react'
import type { ParameterError } from '../shell/error-message.ts'
import type { Change } from '../state/choices.ts'
import { readPreference, savePreference } from '../state/preferences.ts'
import { currentChoices } from '../state/use-address.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import { ColumnsSection } from './columns-section.tsx'
import { FormatSection } from './format-section.tsx'
import { IssuesSection } from './issues-section.tsx'
import { MeasureSection } from './measure-section.tsx'
import { RowsSection } from './rows-section.tsx'
import { Section } from './section.tsx'
import { sectionSummary } from './section-summary.ts'
import { errorsWithoutControl, parametersIn, type SectionName, sections } from './sections.ts'
import { TimeSection } from './time-section.tsx'
import { BuilderContext, type BuilderState } from './use-builder.ts'
import { afterChange, changeBetween, withDefaults } from './with-defaults.ts'
import './report-builder.css'

/** The sections that are open by default. */
const OPEN: readonly SectionName[] = ['issues', 'what']

/** The report builder. Each of the `errors` is shown next to the parameter it is about. */
export function ReportBuilder({
  errors,
  onRun,
}: {
  readonly errors: readonly ParameterError[]
  readonly onRun: () => void
}) {
  const catalogue = useCatalogue()
  const { choices: chosen, change } = useChoices()
  // Before a report type is chosen, shows the defaults.
  const choices = useMemo(() => (chosen.columnsBy ? chosen : withDefaults(chosen, catalogue)), [chosen, catalogue])
  const [announcement, setAnnouncement] = useState('')
  const [open, setOpen] = useState(() => storedOpenSections())
  const state = useMemo<BuilderState>(() => {
    return {
      choices,
      catalogue,
      change: (one: Change, options) => {
        // Leaving a field and pressing a button are two changes in one event.
        const before = currentChoices()
        change(changeBetween(before, afterChange(before, one, catalogue)), options)
      },
      errorsFor: parameters =>
        errors.flatMap(({ parameter, text }) => (parameter !== null && parameters.includes(parameter) ? [text] : [])),
      // Screen readers announce a repeated text only if it differs; a no-break space is silent.
      announce: text => setAnnouncement(before => (before === text ? `${text}\u00a0` : text)),
    }
  }, [choices, catalogue, change, errors])
  const withoutControl = errorsWithoutControl(errors, choices, catalogue)
  const toggle = (group: SectionName, isOpen: boolean) => {
    const next = sections.filter(one => (one === group ? !isOpen : open.includes(one)))
    setOpen(next)
    savePreference('open-sections', next.join(' '))
  }
  const bodies: Readonly<Record<SectionName, () => ReactNode>> = {
    issues: () => <IssuesSection onRun={onRun} />,
    what: () => <MeasureSection />,
    rows: () => <RowsSection />,
    columns: () => <ColumnsSection />,
    time: () => <TimeSection />,
    format: () => <FormatSection />,
  }
  return (
    <BuilderContext value={state}>
      <div className="builder">
        {withoutControl.length > 0 && (
          <div className="builder-elsewhere" role="alert">
            <p className="builder-elsewhere-title">{texts.builder.elsewhere}</p>
            {withoutControl.map(({ parameter, text }) => (
              <p key={text} data-parameter={parameter}>
                {text}{' '}
                {parameter !== null && choices[parameter] !== undefined && (
                  <button
                    type="button"
                    className="builder-elsewhere-out"
                    onClick={() => state.change({ [parameter]: null })}
                  >
                    {texts.builder.remove(parameter)}
                  </button>
                )}
              </p>
            ))}
          </div>
        )}
        {sections.map(group => {
          const parameters = parametersIn(group, choices, catalogue)
          // An empty section would have nothing to show.
          if (parameters.length === 0) return null
          const isOpen = open.includes(group) || state.errorsFor(parameters).length > 0
          return (
            <Section
              key={group}
              title={texts.builder.groups[group]}
              summary={sectionSummary(group, choices, catalogue)}
              isOpen={isOpen}
              parameters={parameters}
              onToggle={() => toggle(group, isOpen)}
            >
              {bodies[group]()}
            </Section>
          )
        })}
        <p className="visually-hidden" role="status" aria-live="polite">
          {announcement}
        </p>
      </div>
    </BuilderContext>
  )
}

function storedOpenSections(): readonly SectionName[] {
  const stored = readPreference('open-sections')
  return stored === null ? OPEN : sections.filter(group => stored.split(' ').includes(group))
}
