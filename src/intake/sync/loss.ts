import type { ProjectScope, ScopeCounts } from '../../store/rows/connection-rows.ts'
import type { Round } from './round.ts'

/** More losses within this time need an approval: this number of issues, and this share of a project. */
const ACCEPTED_LOSS = { issues: 20, share: 0.05, withinMs: 24 * 3_600_000 }

/** The issues of a project that may be lost. */
export interface Loss {
  readonly scope: ProjectScope
  /** Those that were removed recently, without an approval. */
  readonly removed: number
  /** All that the store has or had. */
  readonly all: number
}

/** Returns what a project has lost so far. `count` has its issues in the ledger. */
export async function readLoss({ store, now }: Round, scope: ProjectScope, count: ScopeCounts): Promise<Loss> {
  const removed = await store.countRemoved(scope.project, now - ACCEPTED_LOSS.withinMs)
  return { scope, removed, all: removed + count.stored + count.due + count.failed + count.suspect }
}

/** Returns whether an administrator must accept the loss of `lost` more issues. */
export function isGreat({ removed, all }: Loss, lost: number): boolean {
  const issues = removed + lost
  return issues > ACCEPTED_LOSS.issues && issues > all * ACCEPTED_LOSS.share
}

/** Returns whether the loss of issues was accepted, by this round or before. */
export function acceptsLoss({ connection, options }: Round): boolean {
  return connection.isLossAccepted || options.acceptLoss === true
}

/** Returns whether the loss of these issues would be great for one of their projects, and was not accepted. */
export async function isGreatLoss(round: Round, issues: readonly { readonly project: string }[]): Promise<boolean> {
  if (acceptsLoss(round)) return false
  const counts = new Map((await round.store.counts()).map(count => [count.project, count]))
  const projects = new Set(issues.map(({ project }) => project))
  for (const scope of round.scopes) {
    const count = counts.get(scope.project)
    if (!projects.has(scope.project) || !count) continue
    const lost = issues.filter(({ project }) => project === scope.project).length
    if (isGreat(await readLoss(round, scope, count), lost)) return true
  }
  return false
}
