import { Fragment, useState } from 'react'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { demoTime } from '../builder/with-defaults.ts'
import { pageChoice } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { teamOf } from '../team/team-parameters.ts'
import { texts } from '../texts/en.ts'
import { CalendarsSection } from './calendars-section.tsx'
import { ChoiceLink } from './choice-link.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { LogNamesSection } from './log-names-section.tsx'
import { quickStarts } from './quick-starts.ts'
import { SavedSection } from './saved-section.tsx'
import { SearchInput } from './search-input.tsx'
import './start-page.css'
import './first-steps.css'

const { starts } = texts.shell
const { steps } = starts

/** The most projects to show at once. */
const MAX_PROJECTS = 6

/** The start page: what Sojourn is, and questions to start with. */
export function StartPage() {
  const { isDemo, issues, projects } = useCatalogue()
  const [find, setFind] = useState('')
  const wanted = find.trim().toLowerCase()
  const found = projects.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(wanted))
  return (
    <div className="shell-first stack joined">
      <h1>{starts.title}</h1>
      <p className="shell-lead">{starts.what}</p>
      {isDemo && <p className="shell-lead">{starts.demo(issues)}</p>}
      {projects.length === 0 && <p className="shell-lead">{starts.noIssues}</p>}
      <FirstSteps />
      <SavedSection />
      <ConnectionsSection />
      <LogNamesSection />
      {projects.length > MAX_PROJECTS && (
        <SearchInput className="shell-find" label={starts.find} value={find} onType={setFind} />
      )}
      <ul className="shell-starts cards">
        {found.slice(0, MAX_PROJECTS).map(project => (
          <ProjectCard key={project.key} project={project} />
        ))}
      </ul>
      <p className="hint" role="status">
        {found.length > MAX_PROJECTS && starts.more(found.length - MAX_PROJECTS)}
        {projects.length > 0 && found.length === 0 && starts.none}
      </p>
      <CalendarsSection />
      <footer className="shell-about hint">
        {starts.licence} <a href="./licences.txt">{starts.libraries}</a>
      </footer>
    </div>
  )
}

/** A project with its questions, as links that also open in new tabs. */
function ProjectCard({ project }: { readonly project: PageCatalogue['projects'][number] }) {
  const catalogue = useCatalogue()
  const questions = quickStarts(project, catalogue)
  return (
    <li className="shell-card card">
      <h2 className="line spread baseline">
        <ChoiceLink choices={{ ...teamOf({ filterType: 'project', projectKey: project.key }), ...demoTime(catalogue) }}>
          {project.name}
        </ChoiceLink>
        <span className="shell-key">{project.key}</span>
      </h2>
      <ul>
        {questions.map(({ question, choices }) => (
          <li key={question}>
            <ChoiceLink className="line" choices={choices}>
              {question}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </li>
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
