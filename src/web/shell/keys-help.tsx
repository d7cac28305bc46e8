import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { texts } from '../texts/en.ts'
import { IconButton } from './icon-button.tsx'
import './keys-help.css'

const { keys } = texts.shell

/** A button and the key `?` that show all keys in a dialog. */
export function KeysHelp() {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isField(event.target)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <IconButton
        className="shell-keys-button"
        icon="keyboard"
        label={keys.title}
        hint={keys.show}
        onClick={() => setOpen(true)}
      />
      <dialog
        className="shell-keys card"
        ref={dialog}
        aria-labelledby={id}
        onClose={() => setOpen(false)}
        onClick={event => event.target === event.currentTarget && event.currentTarget.close()}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          // Nothing else may use the key.
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.close()
        }}
      >
        {isOpen && (
          <>
            <div className="shell-keys-head row spread">
              <h2 id={id}>{keys.title}</h2>
              <IconButton icon="close" label={texts.shell.close} onClick={() => dialog.current?.close()} />
            </div>
            <div className="shell-keys-groups">
              {keys.groups.map(group => (
                <section key={group.name}>
                  <h3 className="soft">{group.name}</h3>
                  <dl>
                    {group.keys.map(([key, action]) => (
                      <div key={key}>
                        <dt>
                          <kbd>{key}</kbd>
                        </dt>
                        <dd>{action}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          </>
        )}
      </dialog>
    </>
  )
}

/** Returns whether a key is typed into a field. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
  )
}
