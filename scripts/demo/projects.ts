import type { Sprint } from './sprints.ts'
import { sprintsOf } from './sprints.ts'
import type { Version } from './versions.ts'
import { versionsOf } from './versions.ts'
import type { Named } from './vocabulary.ts'
import { componentNames } from './wording.ts'
import type { Kind } from './workflows.ts'

/** A project of the demo with its lists. */
export interface Project extends Named {
  readonly key: string
  readonly kind: Kind
  readonly components: readonly Named[]
  /** Empty for a service desk, as are its sprints. */
  readonly versions: readonly Version[]
  readonly sprints: readonly Sprint[]
}

/** The three projects of one market: its web shop, its app and its service desk. */
export type Market = Readonly<Record<Kind, Project>>

const kinds = { web: ['WEB', 'Web Shop'], app: ['APP', 'Mobile App'], ops: ['OPS', 'Service Desk'] } as const
const CODES =
  'NOSEDKFINLBEDEATCHFRESPTITPLCZSKHUROBGGRHRSIEELVLTIEISLUMTCYUSCAMXBRARCLPEUYJPKRTWSGMYTHVNIDINLKAUNZZAKEETGHMATNEGTRUAGE'

const MARKETS_AT_MOST = 1 + CODES.length / 2
const ISSUES_PER_MARKET = 15_000

/**
 * Returns the markets for this many issues: one up to 15,000 issues, then one more per further 15,000.
 *
 * The projects of the first market are WEB, APP and OPS; the others have a country code as suffix (`WEBNO`).
 */
export function marketsFor(issues: number): readonly Market[] {
  const count = Math.min(MARKETS_AT_MOST, Math.max(1, Math.ceil(issues / ISSUES_PER_MARKET)))
  return Array.from({ length: count }, (_, index) => ({
    web: projectOf('web', index),
    app: projectOf('app', index),
    ops: projectOf('ops', index),
  }))
}

function projectOf(kind: Kind, market: number): Project {
  const [prefix, title] = kinds[kind]
  const number = 3 * market + ['web', 'app', 'ops'].indexOf(kind)
  const code = market === 0 ? '' : CODES.slice(2 * market - 2, 2 * market)
  const key = prefix + code
  return {
    id: String(10_000 + number),
    key,
    name: code === '' ? title : `${title} ${code}`,
    kind,
    components: componentNames(kind).map((name, index) => ({ id: String(10_000 + number * 10 + index), name })),
    versions: kind === 'ops' ? [] : versionsOf(kind === 'web' ? 4 : 7, 10_000 + number * 20),
    sprints: kind === 'ops' ? [] : sprintsOf(key, 1 + number * 50, kind === 'web' ? 0 : 1),
  }
}
