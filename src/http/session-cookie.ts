/** Browsers send this cookie over TLS only, and take it from no other host (RFC 6265bis §4.1.3.2). */
const SECURE_COOKIE = '__Host-sojourn_session'

const PLAIN_COOKIE = 'sojourn_session'

/** Returns the secret of the session in a header `Cookie`; `null` when there is none. */
export function sessionIn(cookies: string | undefined, requiresTls: boolean): string | null {
  return cookieNamed(SECURE_COOKIE, cookies) ?? (requiresTls ? null : cookieNamed(PLAIN_COOKIE, cookies))
}

function cookieNamed(name: string, cookies: string | undefined): string | null {
  const [, value] = new RegExp(`(?:^|; *)${name}=([\\w-]+)`).exec(cookies ?? '') ?? []
  return value ?? null
}

/** Returns the header `Set-Cookie` that makes a browser keep a session for so many seconds. */
export function keptSession(secret: string, seconds: number, overTls: boolean): string {
  const parts = [`${overTls ? SECURE_COOKIE : PLAIN_COOKIE}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  return [...parts, `Max-Age=${seconds}`, ...(overTls ? ['Secure'] : [])].join('; ')
}

/** Returns the headers `Set-Cookie` that make a browser forget its session. */
export function forgottenSession(requiresTls: boolean): string[] {
  return (requiresTls ? [true] : [true, false]).map(overTls => keptSession('', 0, overTls))
}
