import type { Report } from '../api/report.ts'
import type { Choices } from '../state/choices.ts'
import { navigate } from '../state/use-address.ts'
import { chooseTheme, type ThemeChoice, useTheme, useThemeChoice } from '../state/use-theme.ts'
import { texts } from '../texts/en.ts'
import { CallerMenu } from './caller-menu.tsx'
import { KeysHelp } from './keys-help.tsx'
import { Logo } from './logo.tsx'
import { Popup } from './popup.tsx'
import { SavedReports } from './saved-reports.tsx'
import { ShareMenu } from './share-menu.tsx'
import { SyncStatus } from './sync-status.tsx'
import './header.css'

const { theme } = texts.shell

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

/** Chooses the light, dark or system theme. */
function ThemeMenu() {
  const choice = useThemeChoice()
  const shown = useTheme()
  return (
    <Popup label={theme.title} icon={shown === 'dark' ? 'moon' : 'sun'}>
      {() =>
        (Object.keys(theme.choices) as ThemeChoice[]).map(one => (
          <label key={one} className="shell-item line">
            <input type="radio" name="theme" checked={one === choice} onChange={() => chooseTheme(one)} />
            {theme.choices[one]}
          </label>
        ))
      }
    </Popup>
  )
}
