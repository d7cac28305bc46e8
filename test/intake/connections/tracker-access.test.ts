import fc from 'fast-check'
import { expect, it } from 'vitest'
import { besidesPermissions, permissionAccess } from '../../../src/intake/connections/tracker-access.ts'
import type { TrackerAccess } from '../../../src/intake/source/tracker.ts'
import { SYSTEM_CLOCK } from '../../../src/intake/sync/system-clock.ts'
import { runs } from '../../support/sampling.ts'

const ACCESS: TrackerAccess = {
  name: 'jira',
  url: 'https://jira.example.org',
  kind: 'server',
  email: null,
  secret: async () => '',
  requestsPerSecond: 2,
  concurrency: 2,
  batchIssues: 50,
  answerMb: 64,
  timeoutSeconds: 60,
  ca: null,
  proxy: null,
  clock: SYSTEM_CLOCK,
}

it('a round and the reading of permissions share the pace of their connection', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 2, max: 32 }), (requestsPerSecond, concurrency) => {
      const access = { ...ACCESS, requestsPerSecond, concurrency }
      const parts = [besidesPermissions(access), permissionAccess(access)]
      const sum = (of: (part: TrackerAccess) => number) => parts.reduce((total, part) => total + of(part), 0)
      expect(sum(part => part.requestsPerSecond)).toBeCloseTo(requestsPerSecond, 9)
      expect(sum(part => part.concurrency)).toBe(concurrency)
      for (const part of parts) expect(Math.min(part.requestsPerSecond, part.concurrency)).toBeGreaterThan(0)
    }),
    runs(100),
  )
})
