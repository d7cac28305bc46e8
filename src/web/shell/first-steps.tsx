import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import './first-steps.css'

const { steps } = texts.shell.starts

/** The first steps with own issues; nothing once the store has some. */
export function FirstSteps() {
  const { isDemo, isConnected, projects } = useCatalogue()
  if (isConnected || (projects.length > 0 && !isDemo)) return null
  const shown =
    projects.length > 0
      ? [steps.ask, steps.connectElsewhere, steps.importInstead]
      : [steps.connect, steps.import, steps.demo]
  return (
    <section className="shell-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{steps.title}</h2>
      <ol>
        {shown.map(({ name, text, command }) => (
          <li key={name}>
            <strong>{name}</strong>
            <p>{text}</p>
            {command !== null && <code>{command}</code>}
          </li>
        ))}
      </ol>
    </section>
  )
}
