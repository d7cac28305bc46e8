import type { Report } from '../api/report.ts'
import type { Choices } from '../state/choices.ts'
import { goTo } from '../state/use-address.ts'
import { words } from '../texts/en.ts'
import { CallerMenu } from './caller-menu.tsx'
import { Mark } from './mark.tsx'
import { SavedReports } from './saved-reports.tsx'
import { ShareMenu } from './share-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import './header.css'

/** The top of the page: its name, the saved reports, the ways to take a report elsewhere, and who is there. */
export function Header(props: {
  readonly choices: Choices
  readonly report: Report | undefined
  readonly canAsk: boolean
  readonly tell: (text: string) => void
}) {
  return (
    <header className="frame-header">
      <a
        className="frame-name"
        href="./"
        aria-label={words.frame.home}
        onClick={event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          goTo('')
        }}
      >
        <Mark />
        <span>{words.frame.name}</span>
      </a>
      <nav>
        <SavedReports choices={props.choices} />
        <ShareMenu {...props} />
        <ThemeMenu />
        <a className="button quiet" href="/docs">
          {words.frame.docs}
        </a>
        <CallerMenu tell={props.tell} />
      </nav>
    </header>
  )
}
