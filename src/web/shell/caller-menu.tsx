import { useQueryClient } from '@tanstack/react-query'
import { send } from '../api/client.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { Popup } from './popup.tsx'

/** Who is signed in, and the way out; nothing where nobody signs in. */
export function CallerMenu({ notify }: { readonly notify: (text: string) => void }) {
  const { caller } = useCatalogue()
  const client = useQueryClient()
  if (!caller) return null
  const signOut = async () => {
    await send('DELETE', '/api/session')
    // What was shown to one person must not be there for the next.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'catalogue' })
    await client.invalidateQueries({ queryKey: ['catalogue'] })
  }
  return (
    <Popup label={caller.login} icon="person">
      {close => (
        <>
          <p className="frame-popup-text">
            {texts.shell.caller.title(caller.login)}
            {caller.isAdministrator && <br />}
            {caller.isAdministrator && texts.shell.caller.administrator}
          </p>
          <hr className="frame-popup-rule" />
          <button
            type="button"
            className="frame-item"
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
