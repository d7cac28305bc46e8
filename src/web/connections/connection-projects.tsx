import type { ManagedConnection, ManagedProject } from '../../reports/page/page-types.ts'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { ReadProgress } from '../shell/connection-state.tsx'
import { quickStarts } from '../shell/quick-starts.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { connectionTexts } from '../texts/connections.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime, formatNumber } from '../texts/format.ts'

const { projects: text } = connectionTexts

/** The projects of a connection: what is stored, what is still to be read, and what could not be read. */
export function ConnectionProjects({ connection: { projects } }: { readonly connection: ManagedConnection }) {
  return (
    <section className="connection-section stack" aria-labelledby="connection-projects">
      <h2 id="connection-projects">{text.title}</h2>
      {projects.length === 0 ? (
        <p className="hint">{text.none}</p>
      ) : (
        <table className="connection-projects stacked">
          <thead>
            <tr>
              <th scope="col">{text.project}</th>
              {[text.stored, text.due, text.failed].map(heading => (
                <th key={heading} scope="col" className="connection-number numbers">
                  {heading}
                </th>
              ))}
              <th scope="col">{text.census}</th>
            </tr>
          </thead>
          <tbody>
            {projects.map(project => (
              <ProjectRow key={project.key} project={project} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function ProjectRow({ project }: { readonly project: ManagedProject }) {
  const { key, name, stored, due, failed, census, isVisible, reason } = project
  const catalogue = useCatalogue()
  const [question] = catalogue.projects.some(one => one.key === key) ? quickStarts({ key, name }, catalogue) : []
  return (
    <tr>
      <th scope="row">
        {name} <span className="hint">{key}</span>
        {due > 0 && <ReadProgress label={texts.shell.connections.progress(name)} counts={[project]} />}
        {reason !== null && <p className="connection-reason breakable">{reason}</p>}
        {reason === null && !isVisible && <p className="connection-reason breakable">{text.hidden}</p>}
        {stored > 0 && question && (
          <p>
            <ChoiceLink choices={question.choices}>{question.question}</ChoiceLink>
          </p>
        )}
      </th>
      {(
        [
          [text.stored, stored],
          [text.due, due],
          [text.failed, failed],
        ] as const
      ).map(([label, count]) => (
        <td key={label} className="connection-number numbers" data-label={label}>
          {formatNumber(count)}
        </td>
      ))}
      <td data-label={text.census}>
        {census === null ? text.noCensus : formatDateTime(Date.parse(census), catalogue.timeZone)}
      </td>
    </tr>
  )
}
