import { Fragment } from 'react'
import { pageChoice } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { ChoiceLink } from './choice-link.tsx'
import './first-steps.css'

const { steps } = texts.shell.starts

/** The first steps with own issues; nothing once the store has some. */
export function FirstSteps() {
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
