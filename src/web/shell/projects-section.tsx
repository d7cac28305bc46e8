import { useState } from 'react'
import { useCatalogue } from '../state/use-catalogue.ts'
import { ProjectNumbers } from '../team/project-numbers.tsx'
import { texts } from '../texts/en.ts'
import { formatTimeOfDay } from '../texts/format.ts'
import { Button } from './button.tsx'
import { byRecentWork, type CatalogueProject } from './by-recent-work.ts'
import { ChoiceLink } from './choice-link.tsx'
import { Name } from './name.tsx'
import { projectScreen } from './project-screen.ts'
import { quickStarts } from './quick-starts.ts'
import { SearchInput } from './search-input.tsx'
import './projects-section.css'

const { starts } = texts.shell

/** The most projects to show at once. */
const MAX_PROJECTS = 6

/** The projects, those with recent work first; nothing while there is none. */
export function ProjectsSection() {
  const { projects } = useCatalogue()
  const [find, setFind] = useState('')
  const [isWhole, setWhole] = useState(false)
  if (projects.length === 0) return null
  const wanted = find.trim().toLowerCase()
  const found = byRecentWork(projects).filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(wanted))
  return (
    <section className="shell-section" aria-labelledby="projects">
      <h2 id="projects">{starts.projects}</h2>
      {projects.length > MAX_PROJECTS && (
        <SearchInput className="shell-find" label={starts.find} value={find} onType={setFind} />
      )}
      <ul className="shell-starts cards">
        {found.slice(0, isWhole ? found.length : MAX_PROJECTS).map(project => (
          <ProjectCard key={project.key} project={project} />
        ))}
      </ul>
      <p className="hint" role="status">
        {found.length === 0 && starts.none}
      </p>
      {!isWhole && found.length > MAX_PROJECTS && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {starts.all(found.length)}
        </Button>
      )}
    </section>
  )
}

/** A project: its screen with four of its numbers, and its questions. All are links that also open in new tabs. */
function ProjectCard({ project }: { readonly project: CatalogueProject }) {
  const catalogue = useCatalogue()
  const { key, name, lastUpdate } = project
  const screen = projectScreen(project, catalogue)
  const changed = lastUpdate === null ? '' : formatTimeOfDay(Date.parse(lastUpdate), Date.now(), catalogue.timeZone)
  return (
    <li className="shell-card card">
      <h3 className="shell-project line spread baseline">
        <ChoiceLink className="breakable" choices={screen}>
          <Name name={name} />
        </ChoiceLink>
        <span className="shell-key">
          <Name name={key} />
        </span>
      </h3>
      {lastUpdate !== null && (
        <>
          <p className="hint">{starts.lastUpdate(changed)}</p>
          <ProjectNumbers name={name} screen={screen} />
        </>
      )}
      <ul className="shell-questions">
        {quickStarts(project, catalogue).map(({ question, choices }) => (
          <li key={question}>
            <ChoiceLink className="line breakable" choices={choices}>
              {question}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
