import { useQueryClient } from '@tanstack/react-query'
import { send } from '../api/client.ts'
import { pageChoice } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import { ChoiceLink } from './choice-link.tsx'
import { Popup } from './popup.tsx'

/** Shows the signed-in user, links for administrators, and a sign-out button; nothing if sign-in is off. */
export function CallerMenu({ notify }: { readonly notify: (text: string) => void }) {
  const { caller } = useCatalogue()
  const client = useQueryClient()
  if (!caller) return null
  const signOut = async () => {
    await send('DELETE', '/api/session')
    // The next user must not see cached data of this one.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'catalogue' })
    await client.invalidateQueries({ queryKey: ['catalogue'] })
  }
  return (
    <Popup label={caller.login} icon="person">
      {close => (
        <>
          <p className="shell-popup-text hint">
            {texts.shell.caller.title(caller.login)}
            {caller.isAdministrator && <br />}
            {caller.isAdministrator && texts.shell.caller.administrator}
          </p>
          <hr className="shell-popup-rule" />
          {caller.isAdministrator && <AdministrationLinks close={close} />}
          <button
            type="button"
            className="shell-item line"
            onClick={() => {
              close()
              signOut().catch((error: Error) => notify(error.message || texts.shell.signIn.failed))
            }}
          >
            {texts.shell.caller.signOut}
          </button>
        </>
      )}
    </Popup>
  )
}

/** Links to what administrators manage. The start page has the connections. */
function AdministrationLinks({ close }: { readonly close: () => void }) {
  const { choices } = useChoices()
  const { isConnected } = useCatalogue()
  return (
    <>
      <ChoiceLink
        className="shell-item line"
        choices={{ ...choices, ...pageChoice({ name: 'calendars' }) }}
        onOpen={close}
      >
        {texts.shell.calendars.title}
      </ChoiceLink>
      {isConnected && (
        <ChoiceLink className="shell-item line" choices={{}} onOpen={close}>
          {texts.shell.connections.title}
        </ChoiceLink>
      )}
      {!isConnected && (
        <ChoiceLink
          className="shell-item line"
          choices={pageChoice({ name: 'connection', connection: null })}
          onOpen={close}
        >
          {texts.shell.connections.add}
        </ChoiceLink>
      )}
      <hr className="shell-popup-rule" />
    </>
  )
}
