/** The URL of a request in parts: its path, and its query after the `?`. */
export interface Address {
  readonly path: string
  readonly query: string
}

/**
 * Splits the URL of a request, which can be a path or, from proxies, an absolute URL.
 *
 * Source: RFC 9112 §3.2, origin-form and absolute-form.
 */
export function splitAddress(url: string | undefined): Address {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(url ?? '') ?? []
  return { path, query }
}

const SECRET = /token|secret|passw|pwd|api.?key|authori[sz]ation|credential|session|cookie|signature/i

/**
 * Returns a URL for logs: without host and login, the key of a webhook, and the values of parameters with a secret's
 * name.
 */
export function loggedAddress(url: string | undefined): string {
  const { path: whole, query } = splitAddress(url)
  const path = whole.replace(/^(\/+hooks\/+[^/]*\/).*/i, '$1***')
  if (query === '') return path
  const shown = query.split('&').map(pair => {
    const [name = ''] = pair.split('=', 1)
    return name !== pair && SECRET.test(decodedName(name)) ? `${name}=***` : pair
  })
  return `${path}?${shown.join('&')}`
}

/** Decodes what can be decoded, even in a malformed name, so that no encoding hides a secret. */
function decodedName(name: string): string {
  return name.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
