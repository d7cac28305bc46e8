import type { Report } from '../api/report.ts'
import type { Choices } from '../state/choices.ts'
import { navigate } from '../state/use-address.ts'
import { texts } from '../texts/en.ts'
import { CallerMenu } from './caller-menu.tsx'
import { KeysHelp } from './keys-help.tsx'
import { Logo } from './logo.tsx'
import { SavedReports } from './saved-reports.tsx'
import { ShareMenu } from './share-menu.tsx'
import { SyncStatus } from './sync-status.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import './header.css'

/** The header of the page: name, saved reports, sharing, theme and user. */
export function Header(props: {
  readonly choices: Choices
  readonly report: Report | undefined
  readonly canRun: boolean
  readonly notify: (text: string) => void
}) {
  return (
    <header className="shell-header line spread loose">
      <a
        className="shell-name line"
        href=".//"
        aria-label={texts.shell.home}
        onClick={event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          navigate('')
        }}
      >
        <Logo />
        <span>{texts.shell.name}</span>
      </a>
      <SyncStatus />
      <nav className="line">
        <SavedReports choices={props.choices} />
        <ShareMenu {...props} />
        <ThemeMenu />
        <KeysHelp />
        <a className="button quiet" href="/docs">
          {texts.shell.docs}
        </a>
        <CallerMenu notify={props.notify} />
      </nav>
    </header>
  )
}
