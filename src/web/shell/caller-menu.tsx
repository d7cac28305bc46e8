import { useQueryClient } from '@tanstack/react-query'
import { send } from '../api/client.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { Popup } from './popup.tsx'

/** Shows the signed-in user and a sign-out button; nothing if sign-in is off. */
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
          <p className="shell-popup-text">
            {texts.shell.caller.title(caller.login)}
            {caller.isAdministrator && <br />}
            {caller.isAdministrator && texts.shell.caller.administrator}
          </p>
          <hr className="shell-popup-rule" />
          <button
            type="button"
            className="shell-item"
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
