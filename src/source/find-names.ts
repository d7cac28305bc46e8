import { readDocuments } from './documents.ts'

/**
 * The names of the fields that an export carries, or `null` when it carries none.
 *
 * A search page has its `names` after its issues, but they are needed to read the first of them. So a file is looked
 * through once before it is read; it cannot be done to a pipe. It stops at the first issue that is not in a page, since
 * a list of issues has no names: only for a page it costs a second reading.
 */
export async function findNames(
  input: AsyncIterable<Uint8Array>,
  options: { readonly name: string },
): Promise<Readonly<Record<string, string>> | null> {
  for await (const document of readDocuments(input, options)) {
    if ('names' in document) return document.names
    if ('value' in document && !document.inPage) return null
  }
  return null
}
