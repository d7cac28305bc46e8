import { chooseTheme, type ThemeChoice, useTheme, useThemeChoice } from '../state/use-theme.ts'
import { texts } from '../texts/en.ts'
import { Popup } from './popup.tsx'

const { theme } = texts.shell

/** Chooses the light, dark or system theme. */
export function ThemeMenu() {
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
