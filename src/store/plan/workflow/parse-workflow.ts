import { z } from 'zod'
import { didYouMean, nearNames } from '../../../core/base/did-you-mean.ts'
import { UNPRINTABLE } from '../../../core/base/unprintable.ts'
import type { ReportNames } from '../../../core/catalogue/report-names.ts'
import {
  type BlockedSources,
  doneBys,
  isInProgress,
  type StageKind,
  stageKinds,
} from '../../../core/measure/flow/workflow.ts'
import { MAX_PERCENT } from '../../../core/measure/percentile.ts'
import { HOUR } from '../../../core/time/local-time.ts'
import { caseInsensitiveEnum, distinctName, resolved, resolvedList, sentences } from '../json-parameter.ts'
import { MAX_MESSAGES, Problems, quoted, type Suggestions, sentence, Unresolved } from '../request-problems.ts'
import { resolveField, resolveStatus } from '../resolve-names.ts'
import { DEFAULT_WORKFLOW } from './default-workflow.ts'
import { WORKFLOW_LIMITS as LIMITS, levelChoices, type WorkflowDefinition } from './workflow-definition.ts'

/** The definition of a file or a body, or all of its errors: one sentence each. */
export type ParsedWorkflow = { readonly definition: WorkflowDefinition } | { readonly problems: readonly string[] }

const KEYS = {
  workflow: ['name', 'stages', 'done', 'blocked', 'sle', 'levels'],
  stages: ['name', 'kind', 'statuses'],
  blocked: ['fields', 'statuses', 'labels'],
  sle: ['percent', 'hours', 'date', 'count'],
} as const

/**
 * Parses the JSON of a workflow definition.
 *
 * `{name, stages: [{name, kind, statuses}], done, blocked: {fields, statuses, labels}, sle: {percent, hours, date, count}, levels}`.
 * Optional: everything after `stages`, and the date and the count of a measured SLE. Statuses and fields are ids or names of `names`. The hours of the SLE are those of
 * the report's calendar. Stages that are not started come first, then active
 * and waiting ones in any order, then those that are done (docs/guides/workflows.md).
 */
export function parseWorkflow(json: unknown, names: ReportNames): ParsedWorkflow {
  const tooMany = limitProblems(json)
  if (tooMany.length > 0) return { problems: tooMany }
  const stages = new StageChecks(names)
  const read = workflowSchema(names, stages).safeParse(json)
  if (read.success && stages.missingKinds(json).length === 0) return { definition: read.data }
  const issues = read.error?.issues ?? []
  const problems = [...errorsOf(issues, json), ...stages.missingKinds(json)].slice(0, MAX_MESSAGES)
  const more = countOf(issues) + stages.missingKinds(json).length - problems.length
  return { problems: more > 0 ? [...problems, `${more} more ${more === 1 ? 'error' : 'errors'}.`] : problems }
}

/** Returns the errors of lists that are too long. Such a definition is not read further. */
function limitProblems(json: unknown): string[] {
  const { stages, blocked } = Object(json)
  const statuses = listIn(stages).flatMap(stage => listIn(Object(stage).statuses))
  const { fields, labels, statuses: blocking } = Object(blocked)
  const counts = [
    ['stages', listIn(stages).length, LIMITS.stages],
    ['The statuses of stages', statuses.length, LIMITS.statuses],
    ['blocked.fields', listIn(fields).length, LIMITS.fields],
    ['blocked.statuses', listIn(blocking).length, LIMITS.statuses],
    ['blocked.labels', listIn(labels).length, LIMITS.labels],
  ] as const
  return counts
    .filter(([, count, most]) => count > most)
    .map(([name, count, most]) => `${name}: ${count} elements. Allowed: at most ${most}.`)
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function errorsOf(issues: readonly z.core.$ZodIssue[], json: unknown): string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return [`It is not a JSON object. Known keys: ${KEYS.workflow.join(', ')}.`]
  }
  // A body may have a million unknown keys.
  const first = issues.map(issue =>
    issue.code === 'unrecognized_keys' ? { ...issue, keys: issue.keys.slice(0, MAX_MESSAGES) } : issue,
  )
  return sentences(first, json, knownKeys).map(text => sentence(text.replace(/^: /, '')))
}

function countOf(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

function knownKeys(key: string, path: readonly PropertyKey[]): string {
  const [first = 'workflow'] = path
  const keys = KEYS[first as keyof typeof KEYS]
  return `. Known keys: ${keys.join(', ')}${didYouMean(nearNames(key, keys)).replace(/^./, '. ')}`
}

function workflowSchema(names: ReportNames, stages: StageChecks): z.ZodType<WorkflowDefinition> {
  const { suggestions } = stages
  const status = (text: string) => resolveStatus(names, text, suggestions)
  const stage = z.strictObject({
    name: resolved(stages.name),
    kind: caseInsensitiveEnum(stageKinds).transform((kind, context) => {
      const why = stages.kind(kind)
      if (why !== null) context.addIssue({ code: 'custom', message: why })
      return kind
    }),
    statuses: resolvedList(text => stages.status(text)).refine(list => list.length > 0, 'names no status'),
  })
  const blocked = z.strictObject({
    fields: resolvedList(text => idOf(resolveField(names, text, suggestions))).default([]),
    statuses: resolvedList(text => idOf(status(text))).default([]),
    labels: resolvedList(nameOf).default([]),
  })
  const sle = z
    .strictObject({
      percent: z.unknown().refine(isPercent, `is not a whole number from 1 to ${MAX_PERCENT}`),
      hours: z.unknown().refine(isHours, `is not a number above 0, and at most ${LIMITS.hours}`),
      date: z.string().refine(isDate, 'is not a date of the form yyyy-MM-dd').optional(),
      count: z.int().min(1).optional(),
    })
    .refine(
      ({ date, count }) => (date === undefined) === (count === undefined),
      'needs both date and count, or neither',
    )
    .transform(({ percent, hours, date, count }) => ({
      percent: Number(percent),
      ms: Math.round(Number(hours) * HOUR),
      ...(date !== undefined && count !== undefined && { measured: { date, count } }),
    }))
  return z
    .strictObject({
      name: resolved(workflowName),
      stages: z.array(z.preprocess(stages.begin, stage)).refine(list => list.length > 0, 'has no stage'),
      done: caseInsensitiveEnum(doneBys).default('status'),
      blocked: blocked.default({ fields: [], statuses: [], labels: [] }),
      sle: sle.nullable().default(null),
      levels: caseInsensitiveEnum(levelChoices).default('standard'),
    })
    .transform(({ blocked, ...read }) => ({ ...read, blocked: withoutRepeats(blocked) }))
}

function withoutRepeats({ fields, statuses, labels }: BlockedSources): BlockedSources {
  return { fields: [...new Set(fields)], statuses: [...new Set(statuses)], labels: [...new Set(labels)] }
}

function isPercent(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_PERCENT
}

function isHours(value: unknown): boolean {
  return typeof value === 'number' && Math.round(value * HOUR) >= 1 && value <= LIMITS.hours
}

function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

function idOf(found: { readonly id: string } | Unresolved): string | Unresolved {
  return found instanceof Unresolved ? found : found.id
}

/** Reads a name or a label: a text without spaces around it. */
function nameOf(text: string): string | Unresolved {
  const name = text.trim()
  if (name === '' || name.length > LIMITS.name) return new Unresolved(`is not a text of 1 to ${LIMITS.name} characters`)
  if (UNPRINTABLE.test(name)) {
    return new Unresolved('contains a control character, half a character or a change of direction')
  }
  return name
}

function workflowName(text: string): string | Unresolved {
  const name = nameOf(text)
  if (name instanceof Unresolved) return name
  if (/^\d+$/.test(name)) return new Unresolved('is a number, as ids are. Choose another name')
  if (name.toLowerCase() === DEFAULT_WORKFLOW) {
    return new Unresolved('is the name of the workflow by status categories. Choose another name')
  }
  return name
}

/** The place of each kind in the order of stages. */
const RANKS: Readonly<Record<StageKind, number>> = { notStarted: 0, active: 1, waiting: 1, done: 2 }

/** Checks what the stages of one definition have in common, in their order. */
class StageChecks {
  /** Gives suggestions for the first errors only. */
  readonly suggestions: Suggestions = new Problems([])
  readonly #names: ReportNames
  readonly #distinct = distinctName('is the name of an earlier stage')
  readonly #kinds: StageKind[] = []
  readonly #stageOf = new Map<string, string>()
  /** The stage that is read: its name, or its place. */
  #stage = ''
  #begun = 0

  constructor(names: ReportNames) {
    this.#names = names
  }

  /** Begins with the next stage. Returns its JSON. */
  readonly begin = (json: unknown): unknown => {
    const { name } = Object(json)
    this.#stage = typeof name === 'string' ? `the stage ${quoted(name.trim())}` : `stages[${this.#begun}]`
    this.#begun++
    return json
  }

  readonly name = (text: string): string | Unresolved => {
    const name = nameOf(text)
    return name instanceof Unresolved ? name : this.#distinct(name)
  }

  /** Records the kind of the next stage. Returns why it cannot be there, or `null`. */
  kind(kind: StageKind): string | null {
    const last = this.#kinds.reduce((highest, one) => Math.max(highest, RANKS[one]), 0)
    this.#kinds.push(kind)
    if (RANKS[kind] >= last) return null
    return 'is behind a stage of a later kind. Order: notStarted, then active and waiting in any order, then done'
  }

  /** Returns the id of a status that no stage has yet. */
  status(text: string): string | Unresolved {
    const found = resolveStatus(this.#names, text, this.suggestions)
    if (found instanceof Unresolved) return found
    const other = this.#stageOf.get(found.id)
    if (other !== undefined) return new Unresolved(`is in ${other} already`)
    this.#stageOf.set(found.id, this.#stage)
    return found.id
  }

  /** Returns the errors about kinds that no stage has, if the kinds of all stages are known. */
  missingKinds(json: unknown): string[] {
    const count = listIn(Object(json).stages).length
    if (count === 0 || this.#kinds.length < count) return []
    const missing: string[] = []
    if (!this.#kinds.some(isInProgress))
      missing.push('stages has no stage in progress. Needed: one of the kind active or waiting.')
    if (!this.#kinds.includes('done')) missing.push('stages has no stage of the kind done.')
    return missing
  }
}
