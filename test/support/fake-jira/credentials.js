// @ts-check

/**
 * @import { FakeToken, FakeUser } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * Returns the kind of an `Authorization` header.
 *
 * @param {string | undefined} header
 */
export function credentialsKind(header) {
  if (header === undefined) return null
  return header.split(' ')[0]?.toLowerCase() ?? null
}

/**
 * Returns the user of a request, or `null` when its credentials are not valid.
 *
 * Server takes a bearer token, or a login with its token as password. Cloud takes the email address with its token. Its
 * scoped tokens are valid only at the gateway, where they may also be sent as bearer tokens.
 *
 * @param {FakeTracker} tracker
 * @param {readonly FakeToken[]} tokens
 * @param {{ header: string | undefined, isGateway: boolean }} request
 * @returns {FakeUser | null}
 */
export function authenticate(tracker, tokens, { header, isGateway }) {
  const [, kind, text = ''] = /^(\S+) +(.*)$/.exec(header ?? '') ?? []
  const isBasic = kind?.toLowerCase() === 'basic'
  const isCloud = tracker.dialect === 'cloud'
  const pair = isBasic ? Buffer.from(text, 'base64').toString() : ''
  const secret = isBasic ? pair.slice(pair.indexOf(':') + 1) : text
  const token = tokens.find(known => known.secret === secret && known.scoped === isGateway)
  const user = token && tracker.findUser(token.login)
  if (!user?.active) return null
  if (isBasic) return pair.slice(0, pair.indexOf(':')) === (isCloud ? user.email : user.login) ? user : null
  return isCloud && !isGateway ? null : user
}
