// @ts-check
import { CATEGORIES } from './catalogue.js'
import { FIELD_WRITERS } from './issue-fields.js'
import { formatInstant } from './zone.js'

/**
 * @import { FakeIssue, FakeProject, FakeSprint, FakeStatus, FakeUser, FakeVersion, Json, LogEntry } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/** A search answers at most these many log entries on Cloud, and a single issue more. */
export const CLOUD_LOG_LIMITS = { search: 40, issue: 100 }

/**
 * Writes parts of a tracker as the JSON of its REST API, for one account.
 */
export class Renderer {
  /**
   * @param {FakeTracker} tracker
   * @param {{ base: string, apiVersion: string, zone: string }} options `base` is the address in links.
   */
  constructor(tracker, { base, apiVersion, zone }) {
    this.tracker = tracker
    this.base = base
    this.apiVersion = apiVersion
    this.zone = zone
    this.isCloud = tracker.dialect === 'cloud'
  }

  /** @param {string} path */
  link(path) {
    return `${this.base}/rest/api/${this.apiVersion}/${path}`
  }

  /** @param {number} ms */
  instant(ms) {
    return formatInstant(ms, this.zone)
  }

  /**
   * @param {FakeUser} user
   * @returns {Json}
   */
  user(user) {
    const { id, login, name, email, active, zone } = user
    const names = this.isCloud
      ? { self: this.link(`user?accountId=${id}`), accountId: id, accountType: 'atlassian' }
      : { self: this.link(`user?username=${login}`), key: id, name: login }
    return { ...names, emailAddress: email, avatarUrls: {}, displayName: name, active, timeZone: zone }
  }

  /**
   * Writes the user with an id. A user who is not in the tracker's list is left out.
   *
   * @param {string | null} id
   */
  person(id) {
    const user = id === null ? undefined : this.tracker.users.get(id)
    return user ? this.user(user) : null
  }

  /**
   * @param {FakeProject} project
   * @returns {Json}
   */
  project({ id, key, name, archived }) {
    return {
      self: this.link(`project/${id}`),
      id,
      key,
      name,
      avatarUrls: {},
      projectTypeKey: 'software',
      ...(this.isCloud ? { simplified: false, style: 'classic', isPrivate: false } : { archived }),
    }
  }

  /**
   * @param {FakeStatus} status
   * @returns {Json}
   */
  status({ id, name, category }) {
    const { id: categoryId, colorName, name: categoryName } = CATEGORIES[category]
    return {
      self: this.link(`status/${id}`),
      description: '',
      iconUrl: `${this.base}/`,
      name,
      id,
      statusCategory: {
        self: this.link(`statuscategory/${categoryId}`),
        id: categoryId,
        key: category,
        colorName,
        name: categoryName,
      },
    }
  }

  /**
   * @param {FakeProject} project
   * @param {FakeVersion} version
   * @returns {Json}
   */
  version(project, { id, name, released, archived, releaseDate }) {
    return {
      self: this.link(`version/${id}`),
      id,
      name,
      archived,
      released,
      ...(releaseDate !== null && { releaseDate }),
      projectId: Number(project.id),
    }
  }

  /**
   * @param {FakeSprint} sprint
   * @returns {Json}
   */
  sprint({ id, name, state, board, start, end }) {
    const instant = (/** @type {number} */ ms) => new Date(ms).toISOString()
    return {
      id,
      self: `${this.base}/rest/agile/1.0/sprint/${id}`,
      state,
      name,
      ...(start !== null && { startDate: instant(start) }),
      ...(end !== null && { endDate: instant(end) }),
      ...(state === 'closed' && end !== null && { completeDate: instant(end) }),
      originBoardId: board,
    }
  }

  /**
   * Writes an issue with some of its fields and, when asked, with its log.
   *
   * @param {FakeIssue} issue
   * @param {{ isWanted: (name: string) => boolean, expand: ReadonlySet<string>, logLimit: number }} options
   * @returns {Json}
   */
  issue(issue, { isWanted, expand, logLimit }) {
    const { id, key, raw } = issue
    const {
      fields: _,
      changelog: __,
      ...head
    } = raw ?? {
      expand: 'operations,versionedRepresentations,editmeta,changelog,renderedFields',
      self: this.link(`issue/${id}`),
    }
    return {
      ...head,
      id: `${id}`,
      key,
      fields: this.#fields(issue, isWanted),
      ...(expand.has('changelog') && { changelog: this.changelog(issue, logLimit) }),
    }
  }

  /**
   * Writes the names of the fields.
   *
   * @returns {Json}
   */
  fieldNames() {
    return Object.fromEntries(this.tracker.fields.map(({ id, name }) => [id, name]))
  }

  /**
   * Writes the log of an issue: complete and oldest first on Server; on Cloud newest first, and cut.
   *
   * @param {FakeIssue} issue
   * @param {number} limit
   * @returns {Json}
   */
  changelog({ id, log }, limit) {
    const entries = this.isCloud ? log.slice(-limit).reverse() : log
    // Cloud does not always say that it cut a log.
    const total = this.isCloud && id % 2 === 1 ? entries.length : log.length
    return {
      startAt: 0,
      maxResults: entries.length,
      total,
      histories: entries.map(entry => this.entry(entry)),
    }
  }

  /**
   * @param {LogEntry} entry
   * @returns {Json}
   */
  entry({ id, author, created, items, raw }) {
    if (raw) return raw
    const person = this.person(author)
    return {
      id: `${id}`,
      ...(person && { author: person }),
      created: this.instant(created),
      items: items.map(({ fieldId, ...item }) => (this.isCloud && fieldId !== null ? { ...item, fieldId } : item)),
    }
  }

  /**
   * @param {FakeIssue} issue
   * @param {(name: string) => boolean} isWanted
   * @returns {Json}
   */
  #fields(issue, isWanted) {
    const own = issue.raw ? [...(issue.changed ?? [])] : Object.keys(FIELD_WRITERS)
    const raw = Object.entries(issue.raw?.fields ?? {}).filter(([name]) => isWanted(name))
    const written = own.filter(isWanted).map(name => [name, FIELD_WRITERS[name]?.(this, issue)])
    return Object.fromEntries([...raw, ...written])
  }
}

/**
 * Returns the test for the fields that a request names: `*all`, `*navigable`, ids, and `-id` to leave one out.
 *
 * @param {readonly string[]} names
 * @returns {(name: string) => boolean}
 */
export function fieldFilter(names) {
  const excluded = new Set(names.filter(name => name.startsWith('-')).map(name => name.slice(1)))
  const included = new Set(names.filter(name => !name.startsWith('-')))
  const takesAll = included.size === 0 || included.has('*all') || included.has('*navigable')
  return name => !excluded.has(name) && (takesAll || included.has(name))
}
