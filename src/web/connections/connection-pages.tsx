import { ChoiceLink } from '../shell/choice-link.tsx'
import { OtherPage, PageHeading } from '../shell/other-page.tsx'
import { applyChange } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useConnections } from '../state/use-connections.ts'
import { connectionTexts } from '../texts/connections.ts'
import { texts } from '../texts/en.ts'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionPage } from './connection-page.tsx'
import './connections.css'

/** The page of a connection; that of a new one without a name. */
export function ConnectionPages({ name }: { readonly name: string | null }) {
  const { choices } = useChoices()
  const title = name === null ? connectionTexts.newTitle : connectionTexts.title(name)
  return (
    <OtherPage
      report={applyChange(choices, { page: null })}
      className="connection-page"
      links={<ChoiceLink choices={{}}>{connectionTexts.home}</ChoiceLink>}
      linksLabel={texts.shell.connections.title}
    >
      {notify => (
        <>
          <PageHeading key={title} text={title} />
          <Content name={name} notify={notify} />
        </>
      )}
    </OtherPage>
  )
}

function Content({ name, notify }: { readonly name: string | null; readonly notify: (text: string) => void }) {
  const catalogue = useCatalogue()
  if (!mayAdminister(catalogue)) return <p>{connectionTexts.forAdministrators}</p>
  if (name !== null) return <ConnectionPage key={name} name={name} notify={notify} />
  return (
    <>
      {catalogue.isDemo && (
        <div className="connection-note stack">
          <p>{connectionTexts.demo}</p>
          <code className="inset">{connectionTexts.demoCommand}</code>
        </div>
      )}
      <NewConnection replacesDemo={catalogue.isDemo} />
    </>
  )
}

/** The form, when the names of the other connections are known: it suggests a free name. */
function NewConnection({ replacesDemo }: { readonly replacesDemo: boolean }) {
  const { data: connections = [], isPending } = useConnections()
  if (isPending) return <p role="status">{connectionTexts.loadingAll}</p>
  return <ConnectionForm taken={connections.map(one => one.name)} replacesDemo={replacesDemo} />
}
