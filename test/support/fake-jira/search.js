// @ts-check
import { mayBrowse, maySee } from './access.js'
import { dateOf, JqlError, parseJql } from './jql.js'
import { indexEntry } from './search-index.js'

/**
 * @import { FakeUser } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 * @import { Clause, NUMBER_DATES, Operand, Order, ParsedJql } from './jql.js'
 * @import { IndexEntry } from './search-index.js'
 */

/** How many results of searches are kept for their next pages. */
const KEPT_RESULTS = 16

/**
 * @typedef {object} SearchRequest
 * @property {string} jql
 * @property {FakeUser} user
 * @property {boolean} [mustBeBounded] Cloud rejects queries without a restriction.
 * @property {boolean} [ignoresUnknownIds] Without it, ids of unknown issues are rejected.
 * @property {number | undefined} [hiddenSince] Issues updated at or after it are not in the index yet.
 * @property {readonly number[]} [reconciled] The ids of issues that are read as they are now, not as the index has them.
 */

/**
 * Runs searches over the index of a tracker, as one of its users.
 */
export class Searches {
  /** @type {typeof NUMBER_DATES[number]} */
  numberDates = 'accepted'
  #tracker
  /** @type {Map<string, readonly number[]>} */
  #results = new Map()

  /** @param {FakeTracker} tracker */
  constructor(tracker) {
    this.#tracker = tracker
  }

  /**
   * Returns the ids of the issues that match, in order. Throws JqlError.
   *
   * @param {SearchRequest} request
   * @returns {readonly number[]}
   */
  run({ jql, user, mustBeBounded = false, ignoresUnknownIds = false, hiddenSince, reconciled = [] }) {
    const tracker = this.#tracker
    const now = tracker.clock.now()
    const entries = this.#reconcile(tracker.index.entriesAt(now), reconciled)
    const query = parseJql(jql)
    if (mustBeBounded && query.clauses.length === 0) {
      throw new JqlError('Unbounded JQL queries are not allowed here. Please add a search restriction to your query.')
    }
    const name = JSON.stringify([jql, user.id, user.zone, ignoresUnknownIds, hiddenSince, reconciled, this.numberDates])
    const version = `${tracker.revision}:${tracker.index.revision}:${/[+-]\d+[wdhm]\b/.test(jql) ? now : ''}:${name}`
    const known = this.#results.get(version)
    if (known) return known

    const conditions = query.clauses.map(clause => this.#condition(clause, user, ignoresUnknownIds))
    const isVisible = this.#visibility(user)
    const found = [...candidates(entries, conditions)].filter(
      entry =>
        conditions.every(condition => condition.matches(entry)) &&
        (hiddenSince === undefined || entry.updated < hiddenSince || reconciled.includes(entry.id)) &&
        isVisible(entry),
    )
    const ids = found.sort(comparison(query.order)).map(entry => entry.id)
    this.#results.set(version, ids)
    for (const old of this.#results.keys()) {
      if (this.#results.size <= KEPT_RESULTS) break
      this.#results.delete(old)
    }
    return ids
  }

  /**
   * @param {ReadonlyMap<number, IndexEntry>} entries
   * @param {readonly number[]} ids
   */
  #reconcile(entries, ids) {
    if (ids.length === 0) return entries
    const present = new Map(entries)
    for (const id of ids) {
      const issue = this.#tracker.issues.get(id)
      if (issue && issue.archived === null) present.set(id, indexEntry(issue))
      else present.delete(id)
    }
    return present
  }

  /**
   * @param {Clause} clause
   * @param {FakeUser} user
   * @param {boolean} ignoresUnknownIds
   * @returns {Condition}
   */
  #condition({ field, operator, operands }, user, ignoresUnknownIds) {
    const tracker = this.#tracker
    if (field === 'project') {
      if (operator !== '=' && operator !== 'in') throw operatorError(operator, field)
      const ids = new Set(operands.map(operand => this.#projectOf(operand, user)))
      return { matches: entry => ids.has(entry.project) }
    }
    if (field === 'id') {
      const ids = operands.flatMap(operand => this.#issueIdOf(operand, user, ignoresUnknownIds))
      if (operator === '=' || operator === 'in') {
        const wanted = new Set(ids)
        return { ids: wanted, matches: entry => wanted.has(entry.id) }
      }
      const compare = comparator(operator)
      return { matches: entry => ids.some(id => compare(entry.id, id)) }
    }
    const [operand] = operands
    if (operator === 'in' || !operand) throw operatorError(operator, field)
    const instant = dateOf(operand, field, {
      zone: user.zone,
      now: tracker.clock.now(),
      numberDates: this.numberDates,
    })
    if (instant === null) return { matches: () => true }
    const compare = comparator(operator)
    return { matches: entry => compare(field === 'created' ? entry.created : entry.updated, instant) }
  }

  /**
   * @param {Operand} operand
   * @param {FakeUser} user
   */
  #projectOf({ text }, user) {
    const project = this.#tracker.findProject(text)
    if (!project || project.archived || !mayBrowse(this.#tracker, user, project)) {
      throw new JqlError(`The value '${text}' does not exist for the field 'project'.`)
    }
    return project.id
  }

  /**
   * @param {Operand} operand
   * @param {FakeUser} user
   * @param {boolean} ignoresUnknown
   * @returns {number[]}
   */
  #issueIdOf({ text }, user, ignoresUnknown) {
    const issue = this.#tracker.findIssue(text)
    if (issue && maySee(this.#tracker, user, issue)) return [issue.id]
    if (ignoresUnknown) return []
    throw new JqlError(
      /^\d+$/.test(text)
        ? `A value with ID '${text}' does not exist for the field 'id'.`
        : `An issue with key '${text}' does not exist for field 'key'.`,
    )
  }

  /**
   * @param {FakeUser} user
   * @returns {(entry: IndexEntry) => boolean}
   */
  #visibility(user) {
    const tracker = this.#tracker
    return entry => {
      const issue = tracker.issues.get(entry.id)
      return issue !== undefined && !tracker.project(issue.project).archived && maySee(tracker, user, issue)
    }
  }
}

/** @typedef {{ matches: (entry: IndexEntry) => boolean, ids?: ReadonlySet<number> }} Condition */

/**
 * @param {ReadonlyMap<number, IndexEntry>} entries
 * @param {readonly Condition[]} conditions
 */
function* candidates(entries, conditions) {
  const ids = conditions.find(condition => condition.ids)?.ids
  if (!ids) return yield* entries.values()
  for (const id of ids) {
    const entry = entries.get(id)
    if (entry) yield entry
  }
}

/**
 * @param {string} operator
 * @param {string} field
 */
function operatorError(operator, field) {
  return new JqlError(`The operator '${operator}' is not supported by the '${field}' field.`)
}

/**
 * @param {string} operator
 * @returns {(a: number, b: number) => boolean}
 */
function comparator(operator) {
  if (operator === '>=') return (a, b) => a >= b
  if (operator === '<=') return (a, b) => a <= b
  if (operator === '>') return (a, b) => a > b
  if (operator === '<') return (a, b) => a < b
  return (a, b) => a === b
}

/**
 * @param {readonly Order[]} order Without one, the newest issues come first.
 * @returns {(a: IndexEntry, b: IndexEntry) => number}
 */
function comparison(order) {
  const keys = order.length > 0 ? order : [{ field: 'created', descending: true }]
  return (a, b) => {
    for (const { field, descending } of keys) {
      const name = field === 'created' || field === 'updated' ? field : 'id'
      if (a[name] !== b[name]) return a[name] < b[name] === descending ? 1 : -1
    }
    return a.id - b.id
  }
}
