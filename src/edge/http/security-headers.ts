import type { FastifyHelmetOptions } from '@fastify/helmet'

/** A content-security policy: its directives, by name. */
export type Policy = Readonly<Record<string, string[]>>

/**
 * The security headers of every response: no scripts, no framing, no cross-site reads.
 *
 * Strict-Transport-Security is left to the TLS proxy: browsers ignore it over plain HTTP.
 */
export const securityOptions: FastifyHelmetOptions = {
  ...withPolicy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }),
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
}

/** The same headers for responses that bypass Fastify; a test compares them. */
export const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const

/** Returns the option of a route with a different content-security policy. */
export function withPolicy(policy: Policy): Pick<FastifyHelmetOptions, 'contentSecurityPolicy'> {
  return { contentSecurityPolicy: { useDefaults: false, directives: policy } }
}
