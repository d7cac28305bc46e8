import { useState } from 'react'
import type { View } from '../../app/views/view-types.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useViews } from '../state/use-views.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { ChoiceLink } from './choice-link.tsx'
import { savedFacts } from './saved-facts.ts'
import { choicesOf } from './view-choices.ts'
import './saved-section.css'

const { saved } = texts.shell

/** The most saved reports to show at once. */
const MAX_SHOWN = 6

/** The saved reports on the start page; nothing while there is none. */
export function SavedSection() {
  const { data } = useViews()
  const [isWhole, setWhole] = useState(false)
  if (!data || data.views.length === 0) return null
  // Own reports first; both parts are in the order of names.
  const views = [...data.views.filter(({ isOwn }) => isOwn), ...data.views.filter(({ isOwn }) => !isOwn)]
  return (
    <section className="shell-section shell-saved-section" aria-labelledby="saved-reports">
      <h2 id="saved-reports">{saved.title}</h2>
      <ul className="cards">
        {views.slice(0, isWhole ? views.length : MAX_SHOWN).map(view => (
          <SavedLink key={view.id} view={view} />
        ))}
      </ul>
      {!isWhole && views.length > MAX_SHOWN && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {saved.all(views.length)}
        </Button>
      )}
    </section>
  )
}

function SavedLink({ view }: { readonly view: View }) {
  const catalogue = useCatalogue()
  return (
    <li>
      <ChoiceLink className="card tile" choices={choicesOf(view)}>
        <span>{view.name}</span>
        {savedFacts(view, catalogue).map(fact => (
          <span key={fact} className="hint">
            {fact}
          </span>
        ))}
      </ChoiceLink>
    </li>
  )
}
