import { useEffect, useRef } from 'react'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { ConnectionBanner } from '../shell/connection-banner.tsx'
import { Header } from '../shell/header.tsx'
import { Toast, useToast } from '../shell/toast.tsx'
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
  const catalogue = useCatalogue()
  const [toast, notify] = useToast()
  const title = name === null ? connectionTexts.newTitle : connectionTexts.title(name)
  return (
    <div className="shell">
      <a className="shell-skip" href="#connection">
        {texts.shell.skipToMain}
      </a>
      <Header choices={applyChange(choices, { page: null })} report={undefined} canRun={false} notify={notify} />
      <ConnectionBanner />
      <main className="shell-main" id="connection" tabIndex={-1}>
        <div className="connection-page">
          <nav aria-label={texts.shell.connections.title}>
            <ChoiceLink choices={{}}>{connectionTexts.home}</ChoiceLink>
          </nav>
          <Heading key={title} text={title} />
          <Content name={name} mayChange={mayAdminister(catalogue)} notify={notify} />
        </div>
      </main>
      <Toast text={toast} />
    </div>
  )
}

function Content({
  name,
  mayChange,
  notify,
}: {
  readonly name: string | null
  readonly mayChange: boolean
  readonly notify: (text: string) => void
}) {
  const { isDemo } = useCatalogue()
  if (!mayChange) return <p>{connectionTexts.forAdministrators}</p>
  if (name !== null) return <ConnectionPage key={name} name={name} notify={notify} />
  if (!isDemo) return <NewConnection />
  return (
    <div className="connection-note">
      <p>{connectionTexts.demo}</p>
      <code>{connectionTexts.demoCommand}</code>
    </div>
  )
}

/** The form, when the names of the other connections are known: it suggests a free name. */
function NewConnection() {
  const { data: connections = [], isPending } = useConnections()
  if (isPending) return <p role="status">{connectionTexts.loadingAll}</p>
  return <ConnectionForm taken={connections.map(one => one.name)} />
}

/** The heading of a page. It gets the focus, because the link that led here is gone. */
function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    document.title = `${text} · ${texts.shell.name}`
  }, [text])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}
