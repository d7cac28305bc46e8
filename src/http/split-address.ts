/** The address of a request in parts: its path, and what stands behind the `?`. */
export interface Address {
  readonly path: string
  readonly query: string
}

/**
 * Takes the address of a request apart, be it a path or, as proxies send it, a whole one with a host.
 *
 * Source: RFC 9112 §3.2, origin-form and absolute-form.
 */
export function splitAddress(url: string | undefined): Address {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(url ?? '') ?? []
  return { path, query }
}

const SECRET = /token|secret|passw|pwd|api.?key|authori[sz]ation|credential|session|cookie|signature/i

/** An address as it may be logged: without host and login, and without the values of parameters named like a secret. */
export function loggedAddress(url: string | undefined): string {
  const { path, query } = splitAddress(url)
  if (query === '') return path
  const shown = query.split('&').map(pair => {
    const [name = ''] = pair.split('=', 1)
    return name !== pair && SECRET.test(decodedName(name)) ? `${name}=***` : pair
  })
  return `${path}?${shown.join('&')}`
}

/** What cannot be decoded as a whole is decoded where it can be: no spelling of a name may hide it. */
function decodedName(name: string): string {
  return name.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
