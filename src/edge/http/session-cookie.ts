/** Browsers send this cookie only over TLS, and accept it from no other host (RFC 6265bis §4.1.3.2). */
const SECURE_COOKIE = '__Host-sojourn_session'

const PLAIN_COOKIE = 'sojourn_session'

/** Returns the secret of the session in a header `Cookie`; `null` without one. */
export function sessionIn(cookies: string | undefined, requiresTls: boolean): string | null {
  return cookieNamed(SECURE_COOKIE, cookies) ?? (requiresTls ? null : cookieNamed(PLAIN_COOKIE, cookies))
}

function cookieNamed(name: string, cookies: string | undefined): string | null {
  const [, value] = new RegExp(`(?:^|; *)${name}=([\\w-]+)`).exec(cookies ?? '') ?? []
  return value ?? null
}

/** Returns a header `Set-Cookie` that starts a session of this many seconds. */
export function sessionHeader(secret: string, seconds: number, overTls: boolean): string {
  const parts = [`${overTls ? SECURE_COOKIE : PLAIN_COOKIE}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  return [...parts, `Max-Age=${seconds}`, ...(overTls ? ['Secure'] : [])].join('; ')
}

/** Returns the headers `Set-Cookie` that delete the session. */
export function deletionHeaders(requiresTls: boolean): string[] {
  return (requiresTls ? [true] : [true, false]).map(overTls => sessionHeader('', 0, overTls))
}
