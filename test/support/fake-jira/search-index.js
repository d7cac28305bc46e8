// @ts-check

/** @import { FakeIssue } from './model.ts' */

/**
 * @typedef {object} IndexEntry What the search index knows about an issue.
 * @property {number} id
 * @property {string} project
 * @property {number} created
 * @property {number} updated
 */

/**
 * The search index of a tracker: searches read it, and it may lag behind the issues. Archived issues are not in it.
 */
export class SearchIndex {
  /** How long changes stay invisible, in milliseconds of the tracker's clock. */
  lagMs = 0
  /** Rises with each visible change. */
  revision = 0
  /** @type {Map<number, IndexEntry>} */
  #entries = new Map()
  /** @type {{ at: number, id: number, entry: IndexEntry | null }[]} Oldest first. */
  #pending = []

  /**
   * Takes over the present state of an issue, at once or after the lag.
   *
   * @param {number} id
   * @param {FakeIssue | null} issue `null` after a deletion.
   * @param {number} now
   */
  update(id, issue, now) {
    const entry = issue && issue.archived === null ? indexEntry(issue) : null
    if (this.lagMs === 0 && this.#pending.length === 0) this.#apply(id, entry)
    else this.#pending.push({ at: now + this.lagMs, id, entry })
  }

  /**
   * Returns the entries that are visible at an instant, by issue id.
   *
   * @param {number} now
   * @returns {ReadonlyMap<number, IndexEntry>}
   */
  entriesAt(now) {
    let due = 0
    while (due < this.#pending.length && /** @type {{ at: number }} */ (this.#pending[due]).at <= now) due++
    for (const { id, entry } of this.#pending.splice(0, due)) this.#apply(id, entry)
    return this.#entries
  }

  /**
   * @param {number} id
   * @param {IndexEntry | null} entry
   */
  #apply(id, entry) {
    this.revision++
    if (entry) this.#entries.set(id, entry)
    else this.#entries.delete(id)
  }
}

/**
 * Returns what the index is to know about an issue.
 *
 * @param {FakeIssue} issue
 * @returns {IndexEntry}
 */
export function indexEntry({ id, project, created, updated }) {
  return { id, project, created, updated }
}
