import type { Status } from '../../../core/catalogue/model.ts'
import type { StageKind } from '../../../core/measure/flow/workflow.ts'
import { KIND_OF_CATEGORY } from './default-workflow.ts'

/** A status, with the issues that are in it now. */
export interface UsedStatus extends Pick<Status, 'name' | 'category'> {
  readonly issues: number
  /** Those of them that have a resolution. */
  readonly resolved: number
}

/** What a proposal says about a status. It never guesses that work waits. */
export type ProposedKind = Exclude<StageKind, 'waiting'>

/** Usual names of statuses of work that nobody began, and of finished work, in lower case. */
const NOT_STARTED =
  /^(to ?do|new|open|created|reported|submitted|unconfirmed|backlog|selected for development|triage|planned|draft|ready|neu|offen|zu erledigen)$/
const DONE =
  /^(done|closed?|resolved|verified|fixed|finished|completed?|released|deployed|shipped|rejected|cancell?ed|declined|abandoned|duplicate|invalid|won'?t (fix|do)|wontfix|fertig|erledigt|geschlossen|gelöst|abgeschlossen|abgelehnt)$/

/** A usual name of finished work that somebody took up again. */
const REOPENED = /^(re-?opened|wieder geöffnet|wiedereröffnet)$/

/**
 * Proposes what each status is, for a person to correct: `notStarted`, `active` or `done`.
 *
 * A reopened status is work, because somebody began it. Otherwise the category decides, or without one the usual name. A status
 * with another name is done if most issues in it have a resolution, and work if not.
 */
export function proposeKind({ name, category, issues, resolved }: UsedStatus): ProposedKind {
  const text = name.trim().toLowerCase()
  if (REOPENED.test(text)) return 'active'
  const known = KIND_OF_CATEGORY.get(category)
  if (known !== undefined) return known
  if (DONE.test(text)) return 'done'
  if (NOT_STARTED.test(text)) return 'notStarted'
  return 2 * resolved > issues ? 'done' : 'active'
}
