import { type ReactNode, useEffect, useRef } from 'react'
import type { Choices } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { Name } from './name.tsx'
import { Toast, useToast } from './toast.tsx'
import './other-page.css'

interface OtherPageProps {
  /** What the header saves and shares: the report that was open before, or the page itself. */
  readonly report: Choices
  /** The class of the content, which sets its width. */
  readonly className: string
  /** Where one can go from here. */
  readonly links: ReactNode
  readonly linksLabel: string
  /** What opens next to the content. */
  readonly drawer?: ReactNode
  /** Returns the content; `notify` shows a short text. */
  readonly children: (notify: (text: string) => void) => ReactNode
}

/** A page without a report, such as that of a calendar, below the header. */
export function OtherPage({ report, className, links, linksLabel, drawer, children }: OtherPageProps) {
  const [toast, notify] = useToast()
  return (
    <div className="shell stack joined">
      <a className="shell-skip" href="#other-page">
        {texts.shell.skipToMain}
      </a>
      <Header choices={report} report={undefined} canRun={false} notify={notify} />
      <ConnectionBanner />
      <div className="shell-body">
        <main className="shell-main stack joined scrolls grow" id="other-page" tabIndex={-1}>
          <div className={`other-page stack loose ${className}`}>
            <nav className="other-page-links row" aria-label={linksLabel}>
              {links}
            </nav>
            {children(notify)}
          </div>
        </main>
        {drawer}
      </div>
      <Toast text={toast} />
    </div>
  )
}

/** The heading of such a page, and its title. It gets the focus, because the link that led here is gone. */
export function PageHeading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    document.title = `${isolateName(text)} · ${texts.shell.name}`
  }, [text])
  return (
    <h1 ref={heading} className="breakable" tabIndex={-1}>
      <Name name={text} />
    </h1>
  )
}
