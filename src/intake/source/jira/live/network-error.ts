/** Plain words for the codes of failures of the network, of TLS, and of responses that are not HTTP. */
const MESSAGES: readonly (readonly [codes: RegExp, message: string])[] = [
  [
    /^(?:UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)/,
    'its certificate is not trusted; the setting ca names the file of its authority',
  ],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/^CERT_|^ERR_TLS_CERT/, 'its certificate is not valid for this address'],
  [/^ERR_SSL|^EPROTO|^ERR_TLS/, 'the server does not speak HTTPS at this address; check http, https and the port'],
  [/^HPE_/, 'the server does not speak HTTP at this address; check http, https and the port'],
  [/^ECONNREFUSED/, 'nothing listens at this address and port'],
  [/^ENOTFOUND|^EAI_/, 'the name of the host is not known'],
  [/^EHOSTUNREACH|^ENETUNREACH|^EADDRNOTAVAIL/, 'the network does not reach this host'],
  [/^ETIMEDOUT|^UND_ERR_CONNECT_TIMEOUT/, 'the host did not accept the connection in time'],
  [/^ECONNRESET|^EPIPE|^UND_ERR_SOCKET/, 'the server closed the connection before its response was complete'],
]

/** Describes an error of a request without a response: in plain words, or with the code of a failure that has none. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  const message = MESSAGES.find(([codes]) => codes.test(code))?.[1]
  if (message !== undefined) return message
  return code !== '' && !error.message.includes(code) ? `${error.message} (${code})` : error.message
}

/** Returns the code of an error, or of the failure that caused it; empty without one. */
function codeOf(error: Error): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  if (cause instanceof Error) return codeOf(cause)
  // This error, for a response of another protocol, can lack a code.
  return error.name === 'HTTPParserError' ? 'HPE_INVALID' : ''
}
