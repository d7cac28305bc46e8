import { readDocuments } from './documents.ts'

/**
 * Returns the names of the fields in an export; `null` if it has none.
 *
 * A search page has its `names` after its issues, but the first issue cannot be read without them. So a file is scanned
 * for names before it is read; a pipe cannot be. The scan stops at the first issue outside of a search page, because only
 * search pages have names.
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
