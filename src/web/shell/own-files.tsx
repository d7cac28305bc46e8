import { useState } from 'react'
import { type ExportState, ownFiles, removeFile } from '../api/exports.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { errorMessage } from './error-message.ts'
import { sizeText } from './size-text.ts'

const { files: text } = texts.shell.download

/** Lists the files that the server keeps for the user, and removes them. It asks the server when it is opened. */
export function OwnFiles() {
  const { paths } = useCatalogue()
  const [files, setFiles] = useState<readonly ExportState[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const fail = (error: Error) => setError(errorMessage(error).text)
  const load = () => {
    ownFiles(paths.exports).then(setFiles, fail)
  }
  const remove = (file: ExportState) => {
    removeFile(file).then(load, fail)
  }
  return (
    <details
      className="shell-own-files"
      onToggle={event => {
        setError(null)
        if (event.currentTarget.open) load()
      }}
    >
      <summary>{text.title}</summary>
      {error !== null && <p role="alert">{error}</p>}
      {files?.length === 0 && <p className="hint">{text.none}</p>}
      <ul>
        {files?.map(file => (
          <li key={file.exportId} className="line spread breakable">
            <span>
              {file.fileName}, {sizeText(file.size ?? 0)}
            </span>
            <Button aria-label={text.removeNamed(file.fileName ?? '')} onClick={() => remove(file)}>
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
