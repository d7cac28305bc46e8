// @ts-check
import { CUSTOM_FIELDS } from './catalogue.js'

/**
 * @import { FakeIssue, FakeSprint, Named } from './model.ts'
 * @import { Renderer } from './render.js'
 */

/** @typedef {(render: Renderer, issue: FakeIssue) => unknown} FieldWriter */

/**
 * How the fields of an issue are written, by id. A field without a value of its own is left out.
 *
 * @type {Readonly<Record<string, FieldWriter>>}
 */
export const FIELD_WRITERS = {
  issuetype: (render, { type }) => ({
    ...reference(render, render.tracker.types, type, 'issuetype'),
    description: '',
    subtask: false,
  }),
  project: (render, { project }) => render.project(render.tracker.project(project)),
  summary: (_, { summary }) => summary,
  description: (render, { description }) => richText(render, description),
  status: (render, issue) => {
    const status = render.tracker.statuses.get(issue.status)
    return status ? render.status(status) : null
  },
  priority: (render, { priority }) => reference(render, render.tracker.priorities, priority, 'priority'),
  resolution: (render, { resolution }) => reference(render, render.tracker.resolutions, resolution, 'resolution'),
  assignee: (render, { assignee }) => render.person(assignee),
  reporter: (render, { reporter }) => render.person(reporter),
  creator: (render, { creator }) => render.person(creator),
  created: (render, { created }) => render.instant(created),
  updated: (render, { updated }) => render.instant(updated),
  resolutiondate: (render, { resolved }) => (resolved === null ? null : render.instant(resolved)),
  labels: (_, { labels }) => labels,
  fixVersions: (render, { project, fixVersions }) =>
    references(render, render.tracker.project(project).versions, fixVersions, 'version'),
  components: (render, { project, components }) =>
    references(render, render.tracker.project(project).components, components, 'component'),
  archiveddate: (render, { archived }) => (archived === null ? null : render.instant(archived)),
  security: (render, { security }) =>
    security === null
      ? undefined
      : reference(render, [...render.tracker.securityLevels.values()], security, 'securitylevel'),
  [CUSTOM_FIELDS.sprint]: (render, { sprints }) => writeSprints(render, sprints),
  [CUSTOM_FIELDS.storyPoints]: (_, { storyPoints }) => storyPoints,
  [CUSTOM_FIELDS.flagged]: () => null,
}

/**
 * @param {Renderer} render
 * @param {readonly Named[]} list
 * @param {string | null} id
 * @param {string} path
 */
function reference(render, list, id, path) {
  const found = list.find(element => element.id === id)
  return found ? { self: render.link(`${path}/${found.id}`), name: found.name, id: found.id } : null
}

/**
 * @param {Renderer} render
 * @param {readonly Named[]} list
 * @param {readonly string[]} ids
 * @param {string} path
 */
function references(render, list, ids, path) {
  return ids.map(id => reference(render, list, id, path)).filter(found => found !== null)
}

/**
 * @param {Renderer} render
 * @param {string | null} text
 */
function richText({ apiVersion }, text) {
  if (text === null || apiVersion !== '3') return text
  const content = text.split('\n\n').map(part => ({ type: 'paragraph', content: [{ type: 'text', text: part }] }))
  return { type: 'doc', version: 1, content }
}

/**
 * @param {Renderer} render
 * @param {readonly number[]} ids
 */
function writeSprints(render, ids) {
  const sprints = ids.flatMap(id => render.tracker.sprints.get(id) ?? [])
  if (sprints.length === 0) return null
  if (!render.isCloud) return sprints.map(legacySprint)
  return sprints.map(sprint => {
    const { self: _, originBoardId: boardId, ...rest } = render.sprint(sprint)
    return { ...rest, boardId }
  })
}

/** @param {FakeSprint} sprint */
function legacySprint({ id, name, state, board, start, end }) {
  const instant = (/** @type {number | null} */ ms) => (ms === null ? '<null>' : new Date(ms).toISOString())
  const members = {
    id,
    rapidViewId: board,
    state: state.toUpperCase(),
    name,
    startDate: instant(start),
    endDate: instant(end),
    completeDate: state === 'closed' ? instant(end) : '<null>',
    sequence: id,
    goal: '<null>',
  }
  const list = Object.entries(members).map(([member, value]) => `${member}=${value}`)
  return `com.atlassian.greenhopper.service.sprint.Sprint@${(id * 7919).toString(16)}[${list.join(',')}]`
}
