import { Fragment } from 'react'
import { pageChoice } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { CalendarsSection } from './calendars-section.tsx'
import { ChoiceLink } from './choice-link.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { LogNamesSection } from './log-names-section.tsx'
import { ProjectsSection } from './projects-section.tsx'
import { SavedSection } from './saved-section.tsx'
import { TeamsSection } from './teams-section.tsx'
import './start-page.css'
import './first-steps.css'

const { starts } = texts.shell
const { steps } = starts

/** The start page: saved reports, the teams and projects with their flow, and questions to start with. */
export function StartPage() {
  const { isDemo, issues, projects } = useCatalogue()
  return (
    <div className="shell-first stack joined">
      <h1>{starts.title}</h1>
      <p className="shell-lead">{starts.what}</p>
      {isDemo && <p className="shell-lead">{starts.demo(issues)}</p>}
      {projects.length === 0 && <p className="shell-lead">{starts.noIssues}</p>}
      <SavedSection />
      <TeamsSection />
      <FirstSteps />
      <ConnectionsSection isUrgent={true} />
      <ProjectsSection />
      <ConnectionsSection isUrgent={false} />
      <CalendarsSection />
      <LogNamesSection />
      <footer className="shell-about hint">
        {starts.licence} <a href="./licences.txt">{starts.libraries}</a>
      </footer>
    </div>
  )
}

/** The first steps with own issues; nothing once the store has some. */
function FirstSteps() {
  const catalogue = useCatalogue()
  const { isDemo, isConnected, projects } = catalogue
  if (isConnected || (projects.length > 0 && !isDemo)) return null
  const shown =
    projects.length > 0
      ? [steps.ask, steps.connectInstead, steps.importInstead]
      : [steps.connect, steps.import, steps.demo]
  return (
    <section className="shell-section shell-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{steps.title}</h2>
      <ol className="cards">
        {shown.map(({ name, text, command }) => (
          <li key={name} className="card shell-box breakable">
            <strong>{name}</strong>
            <p className="soft">{text}</p>
            {command !== null && <Command text={command} />}
            {name === steps.connect.name && mayAdminister(catalogue) && (
              <ChoiceLink choices={pageChoice({ name: 'connection', connection: null })}>
                {steps.connectHere}
              </ChoiceLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A command. Its lines break between arguments, never after a hyphen. */
function Command({ text }: { readonly text: string }) {
  return (
    <code className="inset">
      {text.split(' ').map((argument, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <Fragment key={i}>
          {i > 0 && ' '}
          <span>{argument}</span>
        </Fragment>
      ))}
    </code>
  )
}
