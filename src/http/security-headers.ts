import type { FastifyHelmetOptions } from '@fastify/helmet'

/** A content-security policy: its directives, by name. */
export type Policy = Readonly<Record<string, string[]>>

/**
 * What browsers are told about every answer: data are no page, are shown in none, and are read by no other site.
 *
 * Strict-Transport-Security is left to the proxy that speaks TLS: sent over plain HTTP it means nothing.
 */
export const securityOptions: FastifyHelmetOptions = {
  ...withPolicy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }),
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
}

/** The same for answers that the framework has no part in; a test compares them. */
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

/** The option of a route whose answers have a policy of their own. */
export function withPolicy(policy: Policy): Pick<FastifyHelmetOptions, 'contentSecurityPolicy'> {
  return { contentSecurityPolicy: { useDefaults: false, directives: policy } }
}
